// Parts beside bushings and springs that say the same, and what they carry from step to step.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lanes.h"
#include "methods.h"
#include "observe.h"
#include "part.h"
#include "prepared.h"
#include "random_model.h"

// ---- parts -------------------------------------------------------------------------------------

// Parameters: stiffness and damping of the displacement of b from a place in the mount's axes, parameters 2 to 4; like a
// bushing that only has these.
static void soft_step(const tac_part_call *call, tac_part_answer *answer)
{
    const double *c = call->parameter;
    for (int i = 0; i < 3; i++) {
        double d = call->b.r[i] - call->a.r[i];
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double carried = call->a.w[j] * (call->b.r[k] - call->a.r[k]) -
                         call->a.w[k] * (call->b.r[j] - call->a.r[j]);
        double rate = call->b.v[i] - call->a.v[i] - carried;
        answer->wrench[i] = -c[0] * d - c[1] * rate;
        answer->stiffness[i][i] = c[0] + 2.0 / call->dt * c[1];
        answer->energy += 0.5 * c[0] * d * d;
    }
}

static const tac_part_value soft_parameter[] = {{"stiffness", "N/m", 1e3}, {"damping", "N s/m", 0}};
static const tac_part_table soft = {.abi = TAC_PART_ABI,
                                    .size = sizeof(tac_part_table),
                                    .n_parameter = 2,
                                    .parameter = soft_parameter,
                                    .step = soft_step};

// A spring along an axis of ground that is at an angle to all: its stiffness is a full matrix of rank one.
static const double along[3] = {0.6, 0.48, 0.64};

static void skew_step(const tac_part_call *call, tac_part_answer *answer)
{
    double x = 0.0, rate = 0.0;
    for (int i = 0; i < 3; i++) {
        x += along[i] * (call->b.r[i] - call->a.r[i]);
        rate += along[i] * (call->b.v[i] - call->a.v[i]);
    }
    double f = call->parameter[0] * x + call->parameter[1] * rate;
    double s = call->parameter[0] + 2.0 / call->dt * call->parameter[1];
    for (int i = 0; i < 3; i++) {
        answer->wrench[i] = -f * along[i];
        for (int j = i; j < 3; j++) {
            answer->stiffness[i][j] = s * along[i] * along[j];
        }
    }
    answer->energy = 0.5 * call->parameter[0] * x * x;
}

static const tac_part_table skew = {.abi = TAC_PART_ABI,
                                    .size = sizeof(tac_part_table),
                                    .n_parameter = 2,
                                    .parameter = soft_parameter,
                                    .step = skew_step};

// Counts the steps it made in its state, follows an input with a lag of a tenth of a second, and pushes b along x with
// that.
static void lag_start(const tac_part_call *call, tac_part_answer *answer)
{
    answer->to[1] = 2.0 * call->input[0];
}

static void lag_step(const tac_part_call *call, tac_part_answer *answer)
{
    double share = call->dt / (0.1 + call->dt);
    answer->to[0] = call->from[0] + 1.0;
    answer->to[1] = call->from[1] + share * (call->input[0] - call->from[1]);
    answer->wrench[0] = answer->to[1];
    answer->output[0] = 10.0 * answer->to[1];
}

static const tac_part_value lag_value[] = {{"order", "N", 0.0}};
static const tac_part_table lag = {.abi = TAC_PART_ABI,
                                   .size = sizeof(tac_part_table),
                                   .n_input = 1,
                                   .input = lag_value,
                                   .n_output = 1,
                                   .output = lag_value,
                                   .n_state = 2,
                                   .start = lag_start,
                                   .step = lag_step};

enum { SICK_WRENCH, SICK_ENERGY, SICK_STATE, SICK_OUTPUT, SICK };
static int sick_in; // what of its answer is no number

static void sick_step(const tac_part_call *call, tac_part_answer *answer)
{
    double *const at[SICK] = {answer->wrench, &answer->energy, answer->to, answer->output};
    *at[sick_in] = call->t > 0.0105 ? NAN : 0.0;
}

static const tac_part_value sick_output = {.name = "o", .unit = ""};
static const tac_part_table sick = {.abi = TAC_PART_ABI,
                                    .size = sizeof(tac_part_table),
                                    .n_state = 1,
                                    .n_output = 1,
                                    .output = &sick_output,
                                    .step = sick_step};

// ---- mechanisms --------------------------------------------------------------------------------

static double values[] = {2e4, 30.0};

// A bushing between two bodies that is a part.
static void add_part(mechanism *m, tac_part_desc *part, const tac_part_table *table, int a, spot sa,
                     int b, spot sb)
{
    *part = (tac_part_desc){.table = table,
                            .bushing = m->d.n_bushing,
                            .n_state = (int)table->n_state,
                            .n_output = (int)table->n_output,
                            .n_input = (int)table->n_input,
                            .n_parameter = (int)table->n_parameter,
                            .parameter = values};
    m->bushing[m->d.n_bushing++] =
        (tac_bushing_desc){.a = frame_at(m, a, sa), .b = frame_at(m, b, sb), .part = ++m->d.n_part};
    m->d.part = part - (m->d.n_part - 1);
}

static void add_bushing(mechanism *m, int a, spot sa, int b, spot sb)
{
    tac_bushing_desc *bushing = &m->bushing[m->d.n_bushing++];
    *bushing = (tac_bushing_desc){.a = frame_at(m, a, sa), .b = frame_at(m, b, sb), .implicit = 1};
    for (int k = 0; k < 3; k++) {
        bushing->k[k] = values[0];
        bushing->c[k] = values[1];
    }
}

// A chain that swings, its middle link and last two links held by bushings or parts, one of these between bodies.
static void build_chain(mechanism *m, tac_part_desc part[3], bool parts)
{
    mechanism_clear(m);
    m->d.gravity = (vec3){0.0, 0.0, -9.81};
    for (int i = 0; i < 5; i++) {
        spot at = {{0.4 * i, 0.0, 0.0}, about(i % 3, 0.3 * i)};
        vec3 middle = {0.4 * i + 0.2, 0.02, 0.01};
        int body = add_body(m, 1.0 + i, (vec3){0.02, 0.03, 0.04}, middle, about(2, 0.2 * i));
        m->body[body].w = (vec3){0.0, 0.0, 0.0};
        add_joint(m, i % 2 ? TAC_SPHERICAL : TAC_REVOLUTE, i ? i - 1 : TAC_GROUND, body, at);
    }
    spot end = {{2.0, 0.1, 0.0}, about(1, 0.5)}, hook = {{2.1, 0.0, 0.3}, about(0, 0.2)};
    spot third = {{1.0, 0.0, 0.1}, upright}, second = {{0.5, 0.1, 0.1}, about(2, 1.0)};
    const int a[3] = {TAC_GROUND, 1, TAC_GROUND}, b[3] = {4, 2, 2};
    const spot sa[3] = {hook, second, third}, sb[3] = {end, third, third};
    for (int k = 0; k < 3; k++) {
        if (parts) {
            add_part(m, &part[k], &soft, a[k], sa[k], b[k], sb[k]);
        } else {
            add_bushing(m, a[k], sa[k], b[k], sb[k]);
        }
    }
}

static double apart(const prepared *a, const prepared *b)
{
    double most = 0.0;
    for (int i = 0; i < a->m->n_body; i++) {
        const tac_body_state *x = &a->s.body[i], *y = &b->s.body[i];
        most = fmax(most, norm3(sub3(x->r, y->r)));
        most = fmax(most, norm3(sub3(x->v, y->v)));
        most = fmax(most, 1e-3 * norm3(sub3(x->a, y->a)));
    }
    return most;
}

// ---- tests -------------------------------------------------------------------------------------

Test(parts, that_say_what_bushings_do_move_as_they_do)
{
    static const tac_tangent tangent[] = {TAC_TANGENT_FIRST, TAC_TANGENT_FULL};
    for (int k = 0; k < 2; k++) {
        mechanism *m = mechanism_new();
        tac_part_desc part[3];
        prepared with, without;
        tac_options o = options_with(1e-3, 3);
        o.tangent = tangent[k];
        build_chain(m, part, false);
        prepared_start(&without, &m->d, &o);
        build_chain(m, part, true);
        prepared_start(&with, &m->d, &o);
        cr_expect_lt(apart(&with, &without), 1e-9, "at the start");
        prepared_run(&without, 1000);
        prepared_run(&with, 1000);
        cr_expect_lt(apart(&with, &without), 1e-8, "%g", apart(&with, &without));
        tac_report r = prepared_report(&with), q = prepared_report(&without);
        cr_expect_float_eq(r.potential, q.potential, 1e-7);
        cr_expect_gt(norm3(sub3(with.s.body[4].r, m->body[4].r)), 0.01, "it has moved");
        double wrench[6], force[6];
        tac_element_reaction(with.m, &with.s, TAC_BUSHINGS, 1, wrench);
        tac_element_reaction(without.m, &without.s, TAC_BUSHINGS, 1, force);
        for (int i = 0; i < 6; i++) {
            cr_expect_float_eq(wrench[i], force[i], 1e-5, "%d: %g, %g", i, wrench[i], force[i]);
        }
        prepared_close(&with);
        prepared_close(&without);
        mechanism_free(m);
    }
}

// Links that hang on each other by bushings or parts far stiffer than the step resolves.
static void build_stiff(mechanism *m, tac_part_desc part[3], bool parts)
{
    mechanism_clear(m);
    m->d.gravity = (vec3){0.0, 0.0, -9.81};
    for (int i = 0; i < 3; i++) {
        spot at = {{0.5 * i, 0.02 * i, -0.03 * i}, about(1, 0.4)};
        vec3 middle = {0.5 * i + 0.25, 0.02 * i, -0.03 * i};
        int body = add_body(m, 1.0 / (1 + i), (vec3){0.01, 0.02, 0.03}, middle, about(0, 0.3));
        if (parts) {
            add_part(m, &part[i], &soft, i ? i - 1 : TAC_GROUND, at, body, at);
        } else {
            add_bushing(m, i ? i - 1 : TAC_GROUND, at, body, at);
        }
    }
}

Test(parts, may_be_far_too_stiff_for_the_step)
{
    static const double stiffness[] = {1e7, 1e9, 1e11};
    for (int k = 0; k < 3; k++) {
        mechanism *m = mechanism_new();
        tac_part_desc part[3];
        prepared with, without;
        tac_options o = options_with(1e-3, 3);
        values[0] = stiffness[k];
        build_stiff(m, part, false);
        prepared_start(&without, &m->d, &o);
        build_stiff(m, part, true);
        prepared_start(&with, &m->d, &o);
        prepared_run(&with, 1000);
        prepared_run(&without, 1000);
        double off = 0.0;
        for (int i = 0; i < 3; i++) {
            off = fmax(off, norm3(sub3(with.s.body[i].r, without.s.body[i].r)));
        }
        cr_expect_lt(off, k == 0 ? 1e-10 : 1e-8, "%g N/m: %g m", stiffness[k], off);
        cr_expect_gt(norm3(sub3(with.s.body[2].r, m->body[2].r)), 0.3, "it has swung");
        prepared_close(&with);
        prepared_close(&without);
        mechanism_free(m);
    }
}

// A ball on a plane that a slanted spring holds: parts beside contacts, stiffness of rank one.
static void build_slanted(mechanism *m, tac_part_desc *part, bool is_part)
{
    mechanism_clear(m);
    m->d.gravity = (vec3){0.0, 0.0, -9.81};
    spot ground = {{0.0, 0.0, 0.0}, upright};
    int body = add_body(m, 2.0, (vec3){0.02, 0.02, 0.02}, (vec3){0.0, 0.0, 0.3}, upright);
    spot centre = {{0.0, 0.0, 0.3}, upright};
    m->contact[m->d.n_contact++] = (tac_contact_desc){.a = frame_at(m, TAC_GROUND, ground),
                                                      .b = frame_at(m, body, centre),
                                                      .radius = 0.1,
                                                      .k = 1e5,
                                                      .damping = 0.1,
                                                      .offset = TAC_NONE};
    if (is_part) {
        add_part(m, part, &skew, TAC_GROUND, centre, body, centre);
        return;
    }
    // the same by a bushing whose x axis is along it
    double c = sqrt(0.5 * (1.0 + along[0])), s = sqrt(0.5 * (1.0 - along[0]));
    double n = hypot(along[1], along[2]);
    spot turned = {centre.at, {c, 0.0, -s * along[2] / n, s * along[1] / n}};
    tac_bushing_desc *bushing = &m->bushing[m->d.n_bushing++];
    *bushing = (tac_bushing_desc){.a = frame_at(m, TAC_GROUND, turned),
                                  .b = frame_at(m, body, turned),
                                  .k = {values[0]},
                                  .c = {values[1]},
                                  .implicit = 1};
}

Test(parts, with_a_stiffness_between_axes_beside_a_contact)
{
    mechanism *m = mechanism_new();
    tac_part_desc part;
    prepared with, without;
    tac_options o = options_with(1e-3, 3);
    build_slanted(m, &part, false);
    prepared_start(&without, &m->d, &o);
    build_slanted(m, &part, true);
    prepared_start(&with, &m->d, &o);
    prepared_run(&with, 1500);
    prepared_run(&without, 1500);
    cr_expect_lt(apart(&with, &without), 1e-8, "%g", apart(&with, &without));
    prepared_close(&with);
    prepared_close(&without);
    mechanism_free(m);
}

Test(parts, have_the_same_bits_in_any_lanes)
{
    mechanism *m = mechanism_new();
    tac_part_desc part[3];
    build_chain(m, part, true);
    static const int lanes[] = {1, 4, 8};
    prepared r[3];
    for (int k = 0; k < 3; k++) {
        tac_options o = options_with(1e-3, 3);
        o.lanes = lanes[k] <= tac_widest_lanes() ? lanes[k] : 1;
        prepared_start(&r[k], &m->d, &o);
        prepared_run(&r[k], 300);
        cr_expect_eq(memcmp(r[0].s.data, r[k].s.data, r[0].s.size), 0, "%d lanes", lanes[k]);
    }
    for (int k = 0; k < 3; k++) {
        prepared_close(&r[k]);
    }
    mechanism_free(m);
}

Test(parts, carry_a_state_read_inputs_and_show_outputs)
{
    mechanism *m = mechanism_new();
    tac_part_desc part;
    prepared r;
    tac_options o = options_with(1e-3, 3);
    mechanism_clear(m);
    spot middle = {{0.0, 0.0, 0.0}, upright};
    int body = add_body(m, 2.0, (vec3){0.02, 0.02, 0.02}, origin, upright);
    add_part(m, &part, &lag, TAC_GROUND, middle, body, middle);
    int source = add_constant(m, 4.0);
    part.input = &source;
    m->sensor[m->d.n_sensor++] = (tac_sensor_desc){.kind = TAC_OUTPUT};
    prepared_start(&r, &m->d, &o);
    cr_expect_eq(r.s.part[0], 0.0);
    cr_expect_eq(r.s.part[1], 8.0, "%g: its start", r.s.part[1]);
    double push = 8.0, v = 0.0, before = 8.0 + (4.0 - 8.0) * 1e-3 / 0.101, seen;
    for (int i = 0; i < 200; i++) {
        push += (4.0 - push) * 1e-3 / 0.101;
        v += 0.5e-3 * (before + push) / 2.0;
        before = push;
    }
    prepared_run(&r, 200);
    tac_report report = prepared_report(&r);
    tac_sense(r.m, &r.s, &report, &seen);
    cr_expect_eq(r.s.part[0], 200.0, "%g: once a step stays", r.s.part[0]);
    cr_expect_float_eq(r.s.part[1], push, 1e-12);
    cr_expect_eq(seen, 10.0 * r.s.part[1]);
    cr_expect_float_eq(r.s.body[body].v.x, v, 1e-9, "%g, %g", r.s.body[body].v.x, v);
    cr_expect_float_eq(r.s.body[body].a.x, push / 2.0, 1e-9);
    prepared_close(&r);
    mechanism_free(m);
}

Test(parts, that_say_no_number_fail_the_step)
{
    mechanism *m = mechanism_new();
    tac_part_desc part;
    prepared r;
    tac_options o = options_with(1e-3, 3);
    spot middle = {{0.0, 0.0, 0.0}, upright};
    int body = add_body(m, 2.0, (vec3){0.02, 0.02, 0.02}, origin, upright);
    add_part(m, &part, &sick, TAC_GROUND, middle, body, middle);
    for (sick_in = 0; sick_in < SICK; sick_in++) {
        prepared_start(&r, &m->d, &o);
        prepared_run(&r, 10);
        cr_expect_eq(tac_step(r.method, r.w, &r.s, NULL).code, TAC_NOT_FINITE, "%d", sick_in);
        cr_expect_eq(*r.s.step, 10, "the old state stands");
        prepared_close(&r);
    }
    mechanism_free(m);
}

// ---- refusals ----------------------------------------------------------------------------------

static tac_status status_of(const tac_method *method, const mechanism *m, const tac_options *o)
{
    tac_tree *tree;
    tac_model *model;
    tac_work *work;
    void *block[3] = {aligned_block(tac_tree_size(&m->d))};
    tac_status s = tac_tree_init(&tree, &m->d, block[0], tac_tree_size(&m->d));
    if (s.code == TAC_OK) {
        block[1] = aligned_block(tac_model_size(&m->d, tree));
        s = tac_model_init(&model, &m->d, tree, block[1], tac_model_size(&m->d, tree));
    }
    if (s.code == TAC_OK) {
        size_t size = method->work_size(model, o);
        block[2] = aligned_block(size);
        s = method->work_init(model, o, &work, block[2], size);
    }
    for (int k = 0; k < 3; k++) {
        free(block[k]);
    }
    return s;
}

static void expect(tac_status s, tac_code code, double value, const char *what)
{
    cr_expect_eq(s.code, code, "%s: %d", what, s.code);
    cr_expect(s.subject == TAC_BUSHING && s.value == value, "%s: %d, %g", what, s.subject, s.value);
}

Test(parts, are_refused_by_name)
{
    mechanism *m = mechanism_new();
    tac_part_desc part[3];
    tac_options o = options_with(1e-3, 3), order = o, projected = o;
    order.order = 4;
    projected.acceleration = TAC_PROJECTION;
    build_chain(m, part, true);
    cr_expect_eq(status_of(&tac_index3, m, &o).code, TAC_OK);
    expect(status_of(&tac_index3, m, &order), TAC_PART, TAC_PART_METHOD, "order 4");
    expect(status_of(&tac_index3, m, &projected), TAC_PART, TAC_PART_METHOD, "projection");
    for (int k = 0; k < tac_method_count(); k++) {
        const tac_method *method = tac_methods[k].method;
        if (method != &tac_index3) {
            tac_options own = o;
            own.order = 2;
            expect(status_of(method, m, &own), TAC_PART, TAC_PART_METHOD, tac_methods[k].word);
        }
    }
    part[1].table = NULL;
    expect(status_of(&tac_index3, m, &o), TAC_PART, TAC_PART_MISSING, "no object");
    part[1].table = &soft;
    m->bushing[0].part = 2;
    cr_expect_eq(status_of(&tac_index3, m, &o).code, TAC_BAD_INDEX, "a part of two bushings");
    m->bushing[0].part = 4;
    cr_expect_eq(status_of(&tac_index3, m, &o).code, TAC_BAD_INDEX, "none");
    mechanism_free(m);
}
