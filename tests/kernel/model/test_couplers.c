// Couplers: rows shared by several terms in the tree, their sums at the start, and V3 of the
// references, whose numbers are closed forms.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elementary.h"
#include "methods.h"
#include "model/tree_elements.h"
#include "observe.h"
#include "prepared.h"
#include "random_model.h"
#include "rank.h"
#include "step/memory.h"
#include "tune.h"

// ---- the tree -----------------------------------------------------------------------------------

static int contains(const tac_tree *t, int node, int body)
{
    for (int i = body; i != TAC_NONE; i = t->parent[i]) {
        if (i == node) {
            return 1;
        }
    }
    return 0;
}

// Rows of couplers at every node by their definition, against those that other elements leave of
// its counts.
static void expect_rows(const tac_tree *t)
{
    int *n_e = calloc((size_t)t->n_node, sizeof *n_e),
        *n_r = calloc((size_t)t->n_node, sizeof *n_r);
    for (int i = 0; i < t->n_element; i++) {
        int body[TAC_MOST_COUPLED] = {t->body[2 * i], t->body[2 * i + 1]}, n = 2, home = TAC_NONE;
        if (t->home[i] == TAC_NONE || tac_follows(t, i)) {
            continue;
        }
        for (int k = 0; k < t->n_coupler; k++) {
            n = t->coupler_term[k] == i ? tac_coupled_bodies(t, k, body) : n;
        }
        for (int node = t->n_node - 1; node >= 0; node--) {
            int inside = 0, all = 0;
            for (int b = 0; b < n; b++) {
                all += body[b] != TAC_GROUND;
                inside += body[b] != TAC_GROUND && contains(t, node, body[b]);
            }
            home = inside == all ? node : home;
            n_r[node] += inside > 0 && inside < all ? t->rows[i] : 0;
        }
        if (t->home[i] != home) { // of a long chain
            cr_assert(i < tac_first_term(t));
            home = t->home[i];
            for (int node = body[0] == TAC_GROUND ? body[1] : body[0]; node != home;
                 node = t->parent[node]) {
                n_r[node] += t->rows[i];
            }
        }
        n_e[home] += t->rows[i];
    }
    for (int node = 0; node < t->n_node; node++) {
        cr_assert_eq(t->n_e[node], n_e[node], "node %d", node);
        cr_assert_eq(t->n_r[node], n_r[node], "node %d", node);
    }
    free(n_e);
    free(n_r);
}

Test(couplers, every_node_has_each_shared_row_once)
{
    mechanism *mech = mechanism_new();
    rng g = {11};
    for (int k = 0; k < 400; k++) {
        random_anything(mech, &g, 30);
        random_couplers(mech, &g, 1 + uniform_int(&g, 6), 0);
        size_t size = tac_tree_size(&mech->d);
        void *block = aligned_block(size);
        tac_tree *t;
        cr_assert_eq(tac_tree_init(&t, &mech->d, block, size).code, TAC_OK);
        expect_rows(t);
        for (int c = 0; c < t->n_coupler; c++) {
            for (int i = t->coupler_term[c]; i < t->coupler_term[c + 1]; i++) {
                cr_assert_eq(t->home[i], t->home[t->coupler_term[c]], "terms have one home");
            }
        }
        free(block);
    }
    mechanism_free(mech);
}

// ---- references ---------------------------------------------------------------------------------

enum { COLUMNS = 13, MOST_LINES = 256 };

typedef struct reference {
    int n;
    double at[MOST_LINES][COLUMNS];
} reference;

static void read_reference(const char *name, reference *to)
{
    char path[512], line[512];
    snprintf(path, sizeof path, "%s/tests/reference/%s", TAC_SOURCE_DIR, name);
    FILE *f = fopen(path, "r");
    cr_assert(f && fgets(line, sizeof line, f));
    for (to->n = 0; to->n < MOST_LINES && fgets(line, sizeof line, f); to->n++) {
        char *next = line;
        for (int i = 0; i < COLUMNS; i++) {
            to->at[to->n][i] = strtod(next, &next);
            next += *next == ',';
        }
    }
    fclose(f);
}

// A column of V3, all of which are of one instant.
static double v3(int column)
{
    static reference of;
    if (of.n == 0) {
        read_reference("v3_gears.csv", &of);
    }
    return of.at[0][column];
}

// ---- V3 -----------------------------------------------------------------------------------------

static const vec3 far_mass = {1.0, 1.0, 1.0};

// A wheel about z with this inertia, at rest.
static int add_wheel(mechanism *m, double inertia)
{
    return add_body(m, 1.0, (vec3){far_mass.x, far_mass.y, inertia}, origin, upright);
}

static const spot axis = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};

static int add_axle(mechanism *m, int a, int b)
{
    return add_joint(m, TAC_REVOLUTE, a, b, axis);
}

// Between a body and a housing that feels the other part of it.
static void add_torque(mechanism *m, int body, int housing, double torque)
{
    int load = add_load(m, body, origin);
    m->load[load].torque[2] = add_constant(m, torque);
    if (housing != TAC_GROUND) {
        load = add_load(m, housing, origin);
        m->load[load].torque[2] = add_constant(m, -torque);
    }
}

static double acceleration(const prepared *r, int body)
{
    return r->s.body[body].wd.z;
}

static void expect_accelerations(mechanism *m, const double *expected, double tolerance)
{
    tac_options o = options_with(1e-3, 3);
    prepared r;
    prepared_start(&r, &m->d, &o);
    for (int step = 0; step <= 100; step++) {
        for (int i = 0; i < m->d.n_body && !isnan(expected[i]); i++) {
            double off = fabs(acceleration(&r, i) / expected[i] - 1.0);
            cr_assert_lt(off, tolerance, "body %d in step %d: %.15g", i, step, acceleration(&r, i));
        }
        prepared_run(&r, 1);
    }
    prepared_close(&r);
}

Test(couplers, gear_pair_on_ground_accelerates_as_its_closed_form)
{
    mechanism *m = mechanism_new();
    int a = add_wheel(m, 0.02), b = add_wheel(m, 0.08);
    int ja = add_axle(m, TAC_GROUND, a), jb = add_axle(m, TAC_GROUND, b);
    add_coupler(m);
    add_joint_term(m, TAC_ANGLE, ja, 20.0);
    add_joint_term(m, TAC_ANGLE, jb, 40.0);
    add_torque(m, a, TAC_GROUND, 5.0);
    add_torque(m, b, TAC_GROUND, -2.0);
    expect_accelerations(m, (double[]){v3(0), v3(1)}, 1e-6);
    mechanism_free(m);
}

Test(couplers, gear_pair_on_a_free_housing_turns_it)
{
    mechanism *m = mechanism_new();
    int housing = add_wheel(m, 0.5), a = add_wheel(m, 0.02), b = add_wheel(m, 0.08);
    (void)add_axle(m, TAC_GROUND, housing);
    int ja = add_axle(m, housing, a), jb = add_axle(m, housing, b);
    add_coupler(m);
    add_joint_term(m, TAC_ANGLE, ja, 20.0);
    add_joint_term(m, TAC_ANGLE, jb, 40.0);
    add_torque(m, a, housing, 5.0);
    add_torque(m, b, housing, -2.0);
    expect_accelerations(m, (double[]){v3(5), v3(3), v3(4)}, 1e-6);
    mechanism_free(m);
}

// Sun, carrier, ring, three planets on the carrier; one planet may be left out of the meshes.
static void planetary(mechanism *m, int with_willis)
{
    int sun = add_wheel(m, 0.01), carrier = add_wheel(m, 0.04), ring = add_wheel(m, 0.05);
    (void)add_axle(m, TAC_GROUND, carrier);
    int js = add_axle(m, carrier, sun), jr = add_axle(m, carrier, ring);
    for (int k = 0; k < 3; k++) {
        int planet = add_wheel(m, 0.001), jp = add_axle(m, carrier, planet);
        add_coupler(m);
        add_joint_term(m, TAC_ANGLE, js, 24.0);
        add_joint_term(m, TAC_ANGLE, jp, 24.0);
        add_coupler(m);
        add_joint_term(m, TAC_ANGLE, jp, 24.0);
        add_joint_term(m, TAC_ANGLE, jr, -72.0);
    }
    if (with_willis) {
        add_coupler(m);
        add_joint_term(m, TAC_ANGLE, js, 24.0);
        add_joint_term(m, TAC_ANGLE, jr, 72.0);
    }
    add_torque(m, sun, TAC_GROUND, 6.0);
    add_torque(m, carrier, TAC_GROUND, -4.0);
}

Test(couplers, planetary_set_accelerates_as_its_closed_form)
{
    mechanism *m = mechanism_new();
    planetary(m, 0);
    expect_accelerations(m, (double[]){v3(6), v3(7), v3(8), v3(9), v3(9), v3(9)}, 1e-6);
    mechanism_free(m);
}

Test(couplers, differential_shares_as_its_closed_form)
{
    mechanism *m = mechanism_new();
    int in = add_wheel(m, 0.03), left = add_wheel(m, 1.1), right = add_wheel(m, 1.1);
    int ji = add_axle(m, TAC_GROUND, in), jl = add_axle(m, TAC_GROUND, left);
    int jr = add_axle(m, TAC_GROUND, right);
    add_coupler(m);
    add_joint_term(m, TAC_ANGLE, jl, 1.0);
    add_joint_term(m, TAC_ANGLE, jr, 1.0);
    add_joint_term(m, TAC_ANGLE, ji, -2.0 / 3.7);
    add_torque(m, in, TAC_GROUND, 60.0);
    add_torque(m, left, TAC_GROUND, -20.0);
    add_torque(m, right, TAC_GROUND, -35.0);
    expect_accelerations(m, (double[]){v3(10), v3(11), v3(12)}, 1e-6);
    mechanism_free(m);
}

// Coupler k of a state, from its angles.
static double sum_of(const prepared *r, int k)
{
    double sum = 0.0;
    for (int i = r->m->couplers.coupler[k].first_term;
         i < r->m->couplers.coupler[k].first_term + r->m->couplers.coupler[k].n_term; i++) {
        const tac_element *e = &r->m->element[r->m->couplers.first_term + i];
        sum += e->lead * r->s.angle[e->angle];
    }
    return sum;
}

Test(couplers, planets_stay_in_mesh_at_a_constant_rate)
{
    mechanism *m = mechanism_new();
    planetary(m, 0);
    m->d.n_load = 0;
    const double rate[6] = {500.0, 0.0, -500.0 / 3.0, -500.0, -500.0, -500.0};
    for (int i = 0; i < 6; i++) {
        m->body[i].w.z = rate[i];
    }
    tac_options o = options_with(1e-3, 3);
    prepared r;
    prepared_start(&r, &m->d, &o);
    prepared_run(&r, 10000);
    for (int k = 0; k < m->d.n_coupler; k++) {
        cr_expect_lt(fabs(sum_of(&r, k) / 72.0), 1e-9, "coupler %d: %g", k, sum_of(&r, k));
    }
    cr_expect_lt(fabs(r.s.body[0].w.z - 500.0), 1e-6);
    prepared_close(&r);
    mechanism_free(m);
}

Test(couplers, a_dependent_mesh_is_redundant)
{
    mechanism *m = mechanism_new();
    planetary(m, 1);
    tac_options o = options_with(1e-3, 3);
    prepared r;
    int redundant[64] = {0}, couplers = 0, all = 0;
    prepared_start(&r, &m->d, &o);
    tac_rank rank = tac_count_rank(r.w, &r.s, redundant);
    for (int i = 0; i < r.m->n_element; i++) {
        all += redundant[i];
        couplers += i >= r.m->couplers.first_term ? redundant[i] : 0;
    }
    cr_expect_eq(rank.rows, 30 + 7);
    cr_expect_eq(couplers, 3,
                 "the second and third planet follow from the first, and Willis"); // see below
    cr_expect_eq(all, 3);
    cr_expect_eq(rank.freedom, 2);
    prepared_close(&r);
    mechanism_free(m);
}

// ---- V4 -----------------------------------------------------------------------------------------

// Along z of the world, on ground.
static int add_slide(mechanism *m, int body)
{
    return add_joint(m, TAC_PRISMATIC, TAC_GROUND, body, axis);
}

typedef struct misses {
    double x, force; // largest differences from a reference
} misses;

static misses against(mechanism *m, double dt, const reference *of, int body, int column)
{
    tac_options o = options_with(dt, 3);
    prepared r;
    misses far = {0.0, 0.0};
    double out[3];
    prepared_start(&r, &m->d, &o);
    for (int line = 0; line < of->n; line++) {
        while ((double)*r.s.step * dt < of->at[line][0] - 0.5 * dt) {
            prepared_run(&r, 1);
        }
        tac_report report = prepared_report(&r);
        tac_sense(r.m, &r.s, &report, out);
        far.x = fmax(far.x, fabs(r.s.body[body].r.z - of->at[line][1]));
        far.force = fmax(far.force, fabs(-out[2] - of->at[line][column]));
    }
    prepared_close(&r);
    return far;
}

// Half the step leaves a quarter; the force keeps 1e-3 of its largest.
static void expect_order_two(mechanism *m, const char *name, int body, int column)
{
    reference of;
    double largest = 0.0;
    read_reference(name, &of);
    for (int i = 0; i < of.n; i++) {
        largest = fmax(largest, fabs(of.at[i][column]));
    }
    misses whole = against(m, 1e-3, &of, body, column), half = against(m, 5e-4, &of, body, column);
    cr_log_info("%s: %g m and %g N, at half the step %g m and %g N, largest %g N", name, whole.x,
                whole.force, half.x, half.force, largest);
    cr_expect_lt(half.x, whole.x / 3.5);
    cr_expect_gt(half.x, whole.x / 4.5);
    cr_expect_lt(whole.force, 1e-3 * largest);
}

Test(couplers, rack_and_pinion_moves_as_its_closed_form_with_order_two)
{
    mechanism *m = mechanism_new();
    int pinion = add_wheel(m, 0.0004), rack = add_body(m, 2.5, far_mass, origin, upright);
    int jp = add_axle(m, TAC_GROUND, pinion), jr = add_slide(m, rack);
    int spring = add_spring(m, TAC_SLIDE, TAC_GROUND, axis, rack, axis, 4000.0, 40.0);
    m->spring[spring].implicit = 1;
    add_torque(m, pinion, TAC_GROUND, 3.0);
    int coupler = add_coupler(m);
    add_joint_term(m, TAC_SLIDE, jr, 1.0);
    add_joint_term(m, TAC_ANGLE, jp, -0.0075);
    add_element_sensor(m, TAC_COUPLED, TAC_TERMS, coupler);
    expect_order_two(m, "v4_rack_and_pinion.csv", rack, 5);
    mechanism_free(m);
}

Test(couplers, cam_follower_moves_as_its_closed_form_with_order_two)
{
    enum { POINTS = 2500 }; // for a second
    static double angle[POINTS], lift[POINTS];
    mechanism *m = mechanism_new();
    int cam = add_wheel(m, 0.01), follower = add_body(m, 0.3, far_mass, origin, upright);
    int jc = add_axle(m, TAC_GROUND, cam), jf = add_slide(m, follower);
    for (int i = 0; i < POINTS; i++) {
        angle[i] = (i - 60) * TAC_PI / 180.0;
        lift[i] = 0.5 * 9e-3 * (1.0 - cos(angle[i]));
    }
    m->table[m->d.n_table++] = (tac_table_desc){POINTS, angle, lift, 1};
    m->joint[jc].drive_angle = add_ramp(m, 0.0, 10.0, 0.0, 400.0);
    m->body[cam].w.z = 40.0;
    int spring = add_spring(m, TAC_SLIDE, TAC_GROUND, axis, follower, axis, 8000.0, 0.0);
    m->spring[spring].x0 = add_constant(m, -40.0 / 8000.0);
    m->spring[spring].implicit = 1;
    int coupler = add_coupler(m);
    add_joint_term(m, TAC_SLIDE, jf, 1.0);
    m->term[add_joint_term(m, TAC_ANGLE, jc, -1.0)].table = 0;
    add_element_sensor(m, TAC_COUPLED, TAC_TERMS, coupler);
    reference of;
    read_reference("v4_cam.csv", &of);
    misses whole = against(m, 1e-3, &of, follower, 4);
    cr_log_info("cam: %g m and %g N", whole.x, whole.force);
    cr_expect_lt(whole.x, 1e-8, "the lift is held, not integrated");
    cr_expect_lt(whole.force, 1e-3 * 74.0);
    mechanism_free(m);
}

// ---- methods ------------------------------------------------------------------------------------

typedef struct way {
    const tac_method *method;
    int order;
    double tolerance; // of accelerations, relative; of a linear motion nothing is left but rounding
} way;

static const way ways[] = {
    {&tac_index3, 2, 1e-6},    {&tac_index3, 3, 1e-6},    {&tac_index3, 4, 1e-6},
    {&tac_canonical, 2, 1e-6}, {&tac_canonical, 4, 1e-6}, {&tac_canonical, 6, 1e-6},
    {&tac_modular, 2, 1e-6},   {&tac_hdca, 2, 1e-9},      {&tac_dca, 2, 1e-9}};
enum { WAYS = sizeof ways / sizeof *ways };

static tac_options options_of(const way *of)
{
    tac_options o = options_with(1e-3, 3);
    o.order = of->order;
    o.iterations = of->method == &tac_modular ? of->method->iterations(NULL) : 3;
    return o;
}

Test(couplers, every_method_turns_a_planetary_set)
{
    const double expected[6] = {v3(6), v3(7), v3(8), v3(9), v3(9), v3(9)};
    mechanism *m = mechanism_new();
    planetary(m, 0);
    m->d.wants.flags |= TAC_PAIRED;
    for (int k = 0; k < WAYS; k++) {
        tac_options o = options_of(&ways[k]);
        prepared r;
        prepared_start_with(&r, ways[k].method, &m->d, &o);
        prepared_run(&r, 100);
        for (int i = 0; i < 6; i++) {
            double rate = r.s.body[i].w.z / (0.1 * expected[i]) - 1.0;
            cr_expect_lt(fabs(acceleration(&r, i) / expected[i] - 1.0), ways[k].tolerance,
                         "way %d, body %d: %.12g", k, i, acceleration(&r, i));
            cr_expect_lt(fabs(rate), 1e-6, "way %d, body %d: rate off by %g", k, i, rate);
        }
        for (int c = 0; c < m->d.n_coupler; c++) {
            cr_expect_lt(fabs(sum_of(&r, c)) / 72.0, 1e-9, "way %d, coupler %d", k, c);
        }
        prepared_close(&r);
    }
    mechanism_free(m);
}

// A differential that floats: input, two wheels, each on the case, which is free.
Test(couplers, a_floating_differential_keeps_its_momentum)
{
    for (int k = 0; k < WAYS; k++) {
        mechanism *m = mechanism_new();
        rng g = {77};
        int body[4], joint[3];
        for (int i = 0; i < 4; i++) {
            body[i] = add_random_body(m, &g, uniform(&g, 0.5, 3.0), 0.5);
        }
        for (int i = 0; i < 3; i++) {
            spot at = random_spot(&g, m->body[body[1 + i]].r, 0.1);
            joint[i] = add_joint(m, TAC_REVOLUTE, body[0], body[1 + i], at);
        }
        add_coupler(m);
        add_joint_term(m, TAC_ANGLE, joint[0], 1.0);
        add_joint_term(m, TAC_ANGLE, joint[1], 1.0);
        add_joint_term(m, TAC_ANGLE, joint[2], -0.54);
        for (int i = 0; i < 4; i++) {
            m->body[body[i]].w = (vec3){1.0, 2.0, 3.0 + i};
        }
        tac_options o = options_of(&ways[k]);
        prepared r;
        prepared_start_with(&r, ways[k].method, &m->d, &o);
        vec3 before = {0}, now = {0};
        for (int pass = 0; pass < 2; pass++) {
            vec3 *L = pass ? &now : &before, v = {0.0, 0.0, 0.0};
            for (int i = 0; i < 4; i++) {
                const tac_body_state *b = &r.s.body[i];
                mat3 A = rotation(b->p);
                vec3 spin = mul3(A, mul3(tac_symmetric(m->body[i].J), b->w));
                *L = add3(*L, add3(spin, scale3(m->body[i].mass, cross3(b->r, b->v))));
                v = axpy3(m->body[i].mass, b->v, v);
            }
            prepared_run(&r, pass ? 0 : 200);
        }
        double off = norm3(sub3(now, before)) / norm3(before);
        cr_log_info("way %d: momentum off by %g", k, off);
        cr_expect_lt(off, ways[k].method->is_offline ? 1e-9 : 1e-12, "way %d: %g", k, off);
        cr_expect_lt(fabs(sum_of(&r, 0) - r.s.coupled[1]), 1e-8, "way %d: %g", k,
                     sum_of(&r, 0) - r.s.coupled[1]);
        prepared_close(&r);
        mechanism_free(m);
    }
}

// ---- a ratio that changes during a run ----------------------------------------------------------

Test(couplers, a_ratio_set_during_a_run_turns_nothing_at_once)
{
    for (int k = 0; k < 7; k++) {
        mechanism *m = mechanism_new();
        int a = add_wheel(m, 0.02), b = add_wheel(m, 0.08);
        int ja = add_axle(m, TAC_GROUND, a), jb = add_axle(m, TAC_GROUND, b);
        add_coupler(m);
        add_joint_term(m, TAC_ANGLE, ja, 1.0);
        add_joint_term(m, TAC_ANGLE, jb, -2.0);
        m->body[a].w.z = 20.0;
        m->body[b].w.z = 10.0;
        tac_options o = options_of(&ways[k]);
        prepared r;
        prepared_start_with(&r, ways[k].method, &m->d, &o);
        prepared_run(&r, 1000);
        double q[2] = {r.s.angle[r.m->element[r.m->couplers.first_term].angle],
                       r.s.angle[r.m->element[r.m->couplers.first_term + 1].angle]};
        double impulse = (0.02 * 20.0 * 3.0 + 0.08 * 10.0) / (0.02 * 9.0 + 0.08); // of b, ratio 3
        cr_assert_eq(tac_parameter_set(r.m, (tac_parameter){TAC_TERM_SUBJECT, 1, 0}, -3.0).code,
                     TAC_OK);
        prepared_run(&r, 1);
        tac_state kept = state_copy(&r);
        cr_expect_lt(fabs(r.s.angle[r.m->element[r.m->couplers.first_term].angle] - q[0]), 0.05);
        cr_expect_lt(fabs(r.s.angle[r.m->element[r.m->couplers.first_term + 1].angle] - q[1]),
                     0.05);
        prepared_run(&r, 500);
        cr_expect_lt(fabs(r.s.body[b].w.z / impulse - 1.0), 0.02, "way %d: %g, expected %g", k,
                     r.s.body[b].w.z, impulse);
        cr_expect_lt(fabs(r.s.body[a].w.z / r.s.body[b].w.z - 3.0), 1e-9, "way %d", k);
        double sum = sum_of(&r, 0); // with the factors that the model was made with
        cr_expect_lt(fabs(sum - r.s.angle[r.m->element[r.m->couplers.first_term + 1].angle] -
                          r.s.coupled[1]),
                     1e-8, "way %d", k);
        state_free(&kept);
        prepared_close(&r);
        mechanism_free(m);
    }
}

// ---- what they cost ------------------------------------------------------------------------------

enum { CORNERS = 4, OF_CORNER = 4, SHAFTS = 5 };

typedef struct car {
    mechanism *m;
    tac_group_desc group[CORNERS + 2];
    int hub[CORNERS], arm[CORNERS]; // joints
} car;

static int add_in(car *c, int group, double mass)
{
    int body = add_body(c->m, mass, (vec3){mass, mass, mass}, origin, upright);
    c->m->body[body].group = group;
    return body;
}

static void add_law(car *c, int a, int b)
{
    c->m->spring[add_spring(c->m, TAC_SLIDE, a, axis, b, axis, 1.0, 0.0)].implicit = 1;
}

// Two arms, an upright and a wheel that turns, on springs and three rows of a tyre.
static void add_corner(car *c, int k, int chassis)
{
    int lower = add_in(c, k, 5.0), upper = add_in(c, k, 5.0), upright_body = add_in(c, k, 10.0);
    int wheel = add_in(c, k, 20.0);
    c->arm[k] = add_joint(c->m, TAC_REVOLUTE, chassis, lower, axis);
    add_joint(c->m, TAC_REVOLUTE, chassis, upper, axis);
    add_joint(c->m, TAC_SPHERICAL, lower, upright_body, axis);
    add_joint(c->m, TAC_SPHERICAL, upper, upright_body, axis);
    c->m->joint[add_joint(c->m, TAC_ROD, chassis, upright_body, axis)].length = 0.3;
    c->hub[k] = add_joint(c->m, TAC_REVOLUTE, upright_body, wheel, axis);
    add_law(c, chassis, lower);
    add_law(c, chassis, lower);
    for (int i = 0; i < 3; i++) {
        add_law(c, TAC_GROUND, wheel);
    }
}

static void couple(car *c, int n, const int *joint)
{
    add_coupler(c->m);
    for (int i = 0; i < n; i++) {
        bool slides = c->m->joint[joint[i]].kind == TAC_PRISMATIC;
        add_joint_term(c->m, slides ? TAC_SLIDE : TAC_ANGLE, joint[i], i ? 2.0 : 1.0);
    }
}

// Engine, gearbox, two flanges, rack and pinion on the chassis, in sub-models.
static double car_cost(int couplers)
{
    car c = {.m = mechanism_new()};
    int chassis = add_in(&c, TAC_NONE, 1200.0), shaft[SHAFTS], body[SHAFTS];
    for (int i = 0; i < CORNERS + 2; i++) {
        c.group[i].parent = TAC_NONE;
    }
    c.m->d.group = c.group;
    c.m->d.n_group = CORNERS + 2;
    for (int k = 0; k < CORNERS; k++) {
        add_corner(&c, k, chassis);
    }
    for (int i = 0; i < SHAFTS; i++) {
        body[i] = add_in(&c, CORNERS, 20.0);
        shaft[i] = add_joint(c.m, TAC_REVOLUTE, chassis, body[i], axis);
    }
    add_law(&c, body[0], body[1]); // the clutch
    int rack = add_joint(c.m, TAC_PRISMATIC, chassis, add_in(&c, CORNERS + 1, 5.0), axis);
    int pinion = add_joint(c.m, TAC_REVOLUTE, chassis, add_in(&c, CORNERS + 1, 5.0), axis);
    if (couplers) {
        couple(&c, 2, (int[]){shaft[1], shaft[2]});
        couple(&c, 3, (int[]){shaft[2], shaft[3], shaft[4]});
        couple(&c, 2, (int[]){shaft[3], c.hub[2]});
        couple(&c, 2, (int[]){shaft[4], c.hub[3]});
        couple(&c, 2, (int[]){rack, pinion});
        couple(&c, 2, (int[]){c.arm[0], c.arm[1]});
        couple(&c, 2, (int[]){c.arm[2], c.arm[3]});
    }
    c.m->d.carriers = 1;
    size_t size = tac_tree_size(&c.m->d);
    void *block = aligned_block(size);
    tac_tree *t;
    double total, path;
    cr_assert_eq(tac_tree_init(&t, &c.m->d, block, size).code, TAC_OK);
    cr_assert_gt(t->n_carrier, 0);
    tac_tree_cost(t, NULL, &total, &path);
    cr_log_info("%d couplers: %g operations, %g along the path", t->n_coupler, total, path);
    free(block);
    mechanism_free(c.m);
    return total;
}

Test(couplers, a_driveline_with_carriers_takes_a_fifth_more_operations_at_most)
{
    double without = car_cost(0), with = car_cost(1);
    cr_expect_leq(with, 1.2 * without, "%g operations, without %g", with, without);
}
