// The methods hdca and dca, step by step: against reference solutions, and what they promise besides.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "method/hamiltonian/formulation.h"
#include "model_file.h"
#include "observe.h"
#include "prepared.h"
#include "random_model.h"

enum { MOST_LINE = 8192, BODY_COLUMNS = 13 };

// Hdca and dca, on bodies and on joints.
typedef struct variant {
    const tac_method *method;
    tac_coordinate_set of;
} variant;
static const variant variants[] = {{&tac_hdca, TAC_ON_BODIES},
                                   {&tac_hdca, TAC_ON_JOINTS},
                                   {&tac_dca, TAC_ON_BODIES},
                                   {&tac_dca, TAC_ON_JOINTS}};
enum { N_VARIANT = 4 };

static tac_options offline_options(double dt, const variant *v)
{
    tac_options o = tac_default_options();
    o.dt = dt;
    o.offline.coordinates = v->of;
    return o;
}

static tac_model_file *shipped(const char *name)
{
    char path[256];
    tac_diag diag;
    snprintf(path, sizeof path, "config/models/%s.yaml", name);
    tac_model_file *f = tac_model_file_read(path, &diag);
    cr_assert_not_null(f, "%s", diag.text);
    return f;
}

static double off(double value, double expected)
{
    return fabs(value - expected) / (1.0 + fabs(expected));
}

// Largest difference of a row of a reference file, whose columns are the bodies in order after the time; Euler
// parameters may have the other sign.
static double row_off(char *line, const tac_state *s, int n_body)
{
    double worst = 0.0, column[BODY_COLUMNS];
    char *at = strchr(line, ',');
    for (int i = 0; i < n_body; i++) {
        for (int k = 0; k < BODY_COLUMNS; k++) {
            column[k] = strtod(at + 1, &at);
        }
        const double *value = (const double *)&s->body[i];
        double sign = column[3] * value[3] + column[4] * value[4] + column[5] * value[5] +
                                  column[6] * value[6] <
                              0.0
                          ? -1.0
                          : 1.0;
        for (int k = 0; k < BODY_COLUMNS; k++) {
            worst = fmax(worst, off((k >= 3 && k < 7 ? sign : 1.0) * value[k], column[k]));
        }
    }
    return worst;
}

// Steps to every row of the reference; the largest difference, -1 when a step failed.
static double reference_off(const char *name, const tac_method *method, const tac_options *o)
{
    char path[256], line[MOST_LINE];
    tac_model_file *f = shipped(name);
    prepared p;
    double worst = 0.0;
    snprintf(path, sizeof path, "tests/reference/%s.csv", name);
    FILE *in = fopen(path, "r");
    cr_assert(in && fgets(line, sizeof line, in));
    char first[300];
    snprintf(first, sizeof first, "t,%s_x,", f->body_name[0]);
    cr_assert_eq(strncmp(line, first, strlen(first)), 0, "%s", line);
    prepared_start_with(&p, method, &f->desc, o);
    while (worst >= 0.0 && fgets(line, sizeof line, in)) {
        double t = strtod(line, NULL);
        while (worst >= 0.0 && (double)*p.s.step * o->dt < t - 0.5 * o->dt) {
            worst = tac_step(p.method, p.w, &p.s, NULL).code == TAC_OK ? worst : -1.0;
        }
        worst = worst < 0.0 ? worst : fmax(worst, row_off(line, &p.s, f->desc.n_body));
    }
    fclose(in);
    prepared_close(&p);
    tac_model_file_free(f);
    return worst;
}

// ---- accuracy ------------------------------------------------------------------------------------------

Test(runge_kutta, loops_follow_their_references)
{
    static const struct {
        const char *name;
        double bound;
    } loop[] = {{"m4_closed_loop_4", 2e-8}, {"m5_closed_loop_8", 2e-7}, {"m6_double_loop_8", 5e-8}};
    for (int i = 0; i < 3 * N_VARIANT; i++) {
        const variant *v = &variants[i % N_VARIANT];
        tac_options o = offline_options(4e-3, v);
        double error = reference_off(loop[i / N_VARIANT].name, v->method, &o);
        cr_expect(error >= 0.0 && error < loop[i / N_VARIANT].bound, "%s, %s %d: %g",
                  loop[i / N_VARIANT].name, v->method->name, (int)v->of, error);
    }
}

Test(runge_kutta, errors_fall_with_the_fourth_power_of_the_step)
{
    for (int i = 0; i < N_VARIANT; i++) {
        tac_options coarse = offline_options(10e-3, &variants[i]);
        tac_options fine = offline_options(5e-3, &variants[i]);
        double ratio = reference_off("m4_closed_loop_4", variants[i].method, &coarse) /
                       reference_off("m4_closed_loop_4", variants[i].method, &fine);
        cr_expect(ratio > 11.0 && ratio < 25.0, "variant %d: %g", i, ratio);
    }
}

// Ten times a loop loses a direction of its constraints: only what is projected gets through.
Test(runge_kutta, projections_lead_through_singular_positions)
{
    for (int i = 0; i < N_VARIANT; i += 2) {
        tac_options o = offline_options(4e-3, &variants[i]);
        o.offline.projections = TAC_PROJECT_BOTH;
        double error = reference_off("m2_four_bar", variants[i].method, &o);
        cr_expect(error >= 0.0 && error < 1e-6, "variant %d: %g", i, error);
    }
    tac_options bare = offline_options(4e-3, &variants[2]);
    double error = reference_off("m2_four_bar", &tac_dca, &bare);
    cr_expect(error < 0.0 || error > 1e-3, "%g", error);
}

// ---- constraints, energy, momentum ---------------------------------------------------------------------

static double energy(const prepared *p)
{
    tac_report r = prepared_report(p);
    return r.kinetic + r.potential;
}

// Largest change of the energy, and largest residual of velocities, over n steps of a shipped model.
static double lost(const char *name, const variant *v, tac_impulses impulses, int n,
                   double *velocity)
{
    tac_model_file *f = shipped(name);
    tac_options o = offline_options(4e-3, v);
    prepared p;
    double most = 0.0;
    o.offline.impulses = impulses;
    prepared_start_with(&p, v->method, &f->desc, &o);
    double before = energy(&p);
    *velocity = 0.0;
    for (int i = 0; i < n; i++) {
        prepared_run(&p, 1);
        most = fmax(most, fabs(energy(&p) - before));
        *velocity = fmax(*velocity, prepared_report(&p).velocity);
    }
    prepared_close(&p);
    tac_model_file_free(f);
    return most;
}

Test(runge_kutta, impulses_that_are_kept_cost_energy)
{
    for (int i = 0; i < 2; i++) {
        double velocity;
        double kept = lost("m4_closed_loop_4", &variants[i], TAC_IMPULSES_KEPT, 10000, &velocity);
        cr_expect_lt(velocity, 1e-12);
        double reset = lost("m4_closed_loop_4", &variants[i], TAC_IMPULSES_RESET, 10000, &velocity);
        cr_expect_lt(velocity, 1e-12);
        cr_expect_lt(reset, 1e-8, "%g", reset);
        cr_expect_gt(kept, 5.0 * reset, "%g against %g", kept, reset);
    }
}

static vec3 spin_of(const prepared *p) // angular momentum about the world's origin
{
    vec3 sum = origin;
    for (int i = 0; i < p->m->n_body; i++) {
        const tac_body_state *b = &p->s.body[i];
        vec3 own = mul3(rotation(b->p), mul3(p->m->bodies.J[i], b->w));
        sum = add3(sum, add3(own, scale3(p->m->bodies.mass[i], cross3(b->r, b->v))));
    }
    return sum;
}

Test(runge_kutta, free_mechanisms_keep_their_angular_momentum)
{
    mechanism *m = mechanism_new();
    rng g = {7};
    recipe r = {
        .shape = CHAIN, .n_body = 4, .kinds = KIND(TAC_SPHERICAL), .floating = 1, .speed = 1.0};
    random_model(m, &g, &r);
    for (int i = 0; i < N_VARIANT; i++) {
        prepared p;
        tac_options o = offline_options(2e-3, &variants[i]);
        prepared_start_with(&p, variants[i].method, &m->d, &o);
        vec3 before = spin_of(&p);
        prepared_run(&p, 1000);
        double change = norm3(sub3(spin_of(&p), before)) / norm3(before);
        cr_expect_lt(change, 1e-7, "variant %d: %g", i, change);
        prepared_close(&p);
    }
    mechanism_free(m);
}

// ---- reactions -----------------------------------------------------------------------------------------

// Largest difference of the impulse of a step over dt from the mean of the reactions at its ends, which are of the
// index-1 problem.
static double reactions_off(double dt)
{
    tac_model_file *f = shipped("m4_closed_loop_4");
    tac_options index1 = offline_options(dt, &variants[0]), impulses = index1;
    prepared a, b;
    double worst = 0.0;
    impulses.offline.reactions = TAC_REACTIONS_IMPULSES;
    prepared_start_with(&a, &tac_hdca, &f->desc, &index1);
    prepared_start_with(&b, &tac_hdca, &f->desc, &impulses);
    double *before = calloc((size_t)a.m->n_row, sizeof *before);
    for (int i = 0; i < (int)(2.0 / dt); i++) {
        memcpy(before, a.s.lambda, (size_t)a.m->n_row * sizeof *before);
        prepared_run(&a, 1);
        prepared_run(&b, 1);
        for (int row = 0; row < a.m->n_row; row++) {
            double mean = 0.5 * (before[row] + a.s.lambda[row]);
            worst = fmax(worst, fabs(b.s.lambda[row] - mean));
        }
    }
    free(before);
    prepared_close(&a);
    prepared_close(&b);
    tac_model_file_free(f);
    return worst;
}

Test(runge_kutta, impulses_and_index1_give_the_same_reactions)
{
    double coarse = reactions_off(4e-3), fine = reactions_off(2e-3);
    cr_expect(coarse < 1e-2 && coarse / fine > 3.7 && coarse / fine < 4.3, "%g, %g", coarse, fine);
}

// ---- state ---------------------------------------------------------------------------------------------

Test(runge_kutta, state_is_all_there_is)
{
    tac_model_file *f = shipped("m5_closed_loop_8");
    for (int i = 0; i < 2 * N_VARIANT; i++) {
        const variant *v = &variants[i % N_VARIANT];
        tac_options o = offline_options(4e-3, v);
        prepared a, b;
        o.offline.impulses = i < 2 ? TAC_IMPULSES_KEPT : TAC_IMPULSES_RESET;
        prepared_start_with(&a, v->method, &f->desc, &o);
        prepared_start_with(&b, v->method, &f->desc, &o);
        prepared_run(&a, 20);
        cr_assert_eq(a.s.size, b.s.size);
        memcpy(b.s.data, a.s.data, a.s.size);
        prepared_run(&a, 20);
        prepared_run(&b, 20);
        cr_expect_eq(memcmp(a.s.data, b.s.data, a.s.size), 0, "variant %d", i);
        prepared_close(&a);
        prepared_close(&b);
    }
    tac_model_file_free(f);
}

// ---- what is refused -----------------------------------------------------------------------------------

static tac_status init_status(const mechanism *m, const tac_method *method, const tac_options *o)
{
    prepared p;
    prepared_open(&p, &m->d, o);
    size_t size = method->work_size(p.m, o);
    void *block = aligned_block(size);
    tac_work *w;
    tac_status status = method->work_init(p.m, o, &w, block, size);
    free(block);
    prepared_close(&p);
    return status;
}

static mechanism *two_masses(void)
{
    mechanism *m = mechanism_new();
    for (int i = 0; i < 2; i++) {
        add_body(m, 1.0, (vec3){0.1, 0.1, 0.1}, (vec3){i, 0.0, 0.0}, upright);
    }
    add_joint(m, TAC_SPHERICAL, TAC_GROUND, 0, (spot){{0.0, 1.0, 0.0}, upright});
    return m;
}

Test(runge_kutta, laws_too_stiff_for_the_step_are_refused)
{
    mechanism *m = two_masses();
    add_spring(m, TAC_DISTANCE, 0, (spot){origin, upright}, 1, (spot){{1.0, 0.0, 0.0}, upright},
               1e6, 0.0);
    tac_options o = tac_default_options();
    tac_status status = init_status(m, &tac_hdca, &o);
    cr_expect_eq(status.code, TAC_OK); // dt w = 1.4
    o.dt = 4e-3;
    status = init_status(m, &tac_hdca, &o);
    cr_expect(status.code == TAC_TOO_STIFF && status.subject == TAC_SPRING && status.index == 0);
    o.dt = 0.999 * status.value;
    cr_expect_eq(init_status(m, &tac_dca, &o).code, TAC_OK);
    mechanism_free(m);
}

Test(runge_kutta, contacts_are_refused)
{
    mechanism *m = two_masses();
    m->contact[m->d.n_contact++] =
        (tac_contact_desc){.a = frame_at(m, TAC_GROUND, (spot){origin, upright}),
                           .b = frame_at(m, 1, (spot){{1.0, 0.0, 0.0}, upright}),
                           .radius = 0.1,
                           .k = 1.0,
                           .offset = TAC_NONE};
    tac_options o = tac_default_options();
    tac_status status = init_status(m, &tac_dca, &o);
    cr_expect(status.code == TAC_NOT_SUPPORTED && status.subject == TAC_CONTACT &&
              status.index == 0);
    mechanism_free(m);
}

Test(runge_kutta, options_that_contradict_are_refused)
{
    mechanism *m = two_masses();
    tac_options o = tac_default_options();
    o.offline.impulses = TAC_IMPULSES_KEPT;
    cr_expect_eq(init_status(m, &tac_hdca, &o).code, TAC_OK);
    cr_expect_eq(init_status(m, &tac_dca, &o).code, TAC_BAD_OPTION);
    o = tac_default_options();
    o.offline.reactions = TAC_REACTIONS_IMPULSES;
    cr_expect_eq(init_status(m, &tac_hdca, &o).code, TAC_OK);
    cr_expect_eq(init_status(m, &tac_dca, &o).code, TAC_BAD_OPTION);
    o.offline.coordinates = TAC_ON_JOINTS;
    cr_expect_eq(init_status(m, &tac_hdca, &o).code, TAC_BAD_OPTION);
    mechanism_free(m);
}
