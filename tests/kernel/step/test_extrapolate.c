// Orders 3 and 4 by extrapolation: weights, measured orders, and the same care as plain steps take.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "elementary.h"
#include "prepared.h"
#include "random_model.h"

static double largest(vec3 a)
{
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

enum { BODIES = 4 };

static const double duration = 0.2; // s

// Positions after a fixed time.
static void run(const mechanism *m, int order, double dt, vec3 *r)
{
    tac_options o = options_with(dt, 5);
    o.order = order;
    prepared b;
    prepared_start(&b, &m->d, &o);
    prepared_run(&b, (int)(duration / dt + 0.5));
    for (int i = 0; i < m->d.n_body; i++) {
        r[i] = b.s.body[i].r;
    }
    prepared_close(&b);
}

static double distance(const vec3 *a, const vec3 *b)
{
    double worst = 0.0;
    for (int i = 0; i < BODIES; i++) {
        worst = fmax(worst, largest(sub3(a[i], b[i])));
    }
    return worst;
}

// Smooth conservative laws: tables have kinks or jumps in their higher derivatives.
static void smooth_model(mechanism *m, rng *g, int k, int implicit)
{
    recipe all = {.shape = (shape)(k % N_SHAPE),
                  .n_body = BODIES,
                  .kinds = ALL_KINDS,
                  .laws = 3,
                  .conservative = 1,
                  .speed = 1.0,
                  .gravity = 9.81};
    random_model(m, g, &all);
    for (int i = 0; i < m->d.n_spring; i++) {
        m->spring[i].spring_table = TAC_NONE;
        m->spring[i].implicit = implicit;
    }
    for (int i = 0; i < m->d.n_bushing; i++) {
        m->bushing[i].implicit = implicit;
    }
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Error of a step over that of half the step: the median over random mechanisms, since fast ones need
// smaller steps to show their order. Errors near the floor (penalty, rounding over dt^2) are left
// out.
static void expect_ratio(int order, int implicit, double low, double high)
{
    enum { MODELS = 24 };
    static const double floor_of_errors = 3e-10, dt = 8e-3;
    mechanism *m = mechanism_new();
    rng g = {1};
    double ratio[MODELS];
    int n = 0;
    for (int k = 0; k < MODELS; k++) {
        vec3 exact[BODIES], coarse[BODIES], fine[BODIES];
        smooth_model(m, &g, k, implicit);
        run(m, 4, 1e-3, exact);
        run(m, order, dt, coarse);
        run(m, order, 0.5 * dt, fine);
        double half = distance(fine, exact);
        if (half > floor_of_errors) {
            ratio[n++] = distance(coarse, exact) / half;
        }
    }
    cr_assert_gt(n, 6);
    qsort(ratio, (size_t)n, sizeof *ratio, by_size);
    cr_log_info("order %d, implicit %d: ratio %.2f (%.2f to %.2f, %d mechanisms)", order, implicit,
                ratio[n / 2], ratio[0], ratio[n - 1], n);
    cr_expect(ratio[n / 2] > low && ratio[n / 2] < high);
    mechanism_free(m);
}

Test(extrapolate, order_two)
{
    expect_ratio(2, 1, 3.8, 4.2);
}

// Without implicit laws the step is its own inverse, so that its errors are even powers of dt: what cancels the
// first of them leaves the fourth.
Test(extrapolate, order_three)
{
    expect_ratio(3, 0, 13.0, 19.0);
}

Test(extrapolate, order_four)
{
    expect_ratio(4, 0, 13.0, 19.0);
}

// Laws keep the order because the index-1 solve takes their forces as given: left on the trapezoidal
// rule, as in plain steps, they would limit it to three.
Test(extrapolate, implicit_elements_keep_the_order)
{
    expect_ratio(3, 1, 7.0, 10.0);
    expect_ratio(4, 1, 13.0, 19.0);
}

// ---- laws that are too stiff for the step ------------------------------------------------------

static const double stiff_dt = 0.01; // s

// A body of mass 1 on a slide; its place along it is what springs and dampers act on.
static int add_slider(mechanism *m, double mass)
{
    int i = add_body(m, mass, (vec3){1.0, 1.0, 1.0}, origin, upright);
    m->body[i].v = (vec3){0.0, 0.0, i % 2 == 0 ? 1.0 : -0.3};
    add_joint(m, TAC_PRISMATIC, TAC_GROUND, i, (spot){origin, upright});
    return i;
}

static void add_law(mechanism *m, int a, int b, double k, double c)
{
    spot middle = {origin, upright};
    add_spring(m, TAC_SLIDE, a, middle, b, middle, k, c);
}

static double energy_of(const prepared *r)
{
    tac_report report = prepared_report(r);
    return report.kinetic + report.potential;
}

// By how much energy grows in some steps, once as many are over: where stiff springs are out of line with
// the start, coupled bodies may gain twice their speeds before it falls. What is a billionth by then
// counts as nothing.
static double growth(const mechanism *m, int order, int steps)
{
    tac_options o = options_with(stiff_dt, 1);
    o.order = order;
    prepared r;
    prepared_start(&r, &m->d, &o);
    double start = energy_of(&r);
    prepared_run(&r, steps);
    double middle = energy_of(&r);
    prepared_run(&r, steps);
    double end = energy_of(&r);
    prepared_close(&r);
    return end / fmax(middle, 1e-9 * start);
}

// Slow, fast and far too fast for the step; without, with little and with far too much damping. Without
// any, order 3 lets motions grow by 0.003 % in a step, twice that in energy.
Test(extrapolate, no_oscillation_grows)
{
    static const double zeta[] = {0.0, 1e-3, 0.01, 0.1, 1.0, 10.0, 1e3};
    enum { STEPS = 100 };
    mechanism *m = mechanism_new();
    double worst[5] = {0.0};
    for (int order = 3; order <= 4; order++) {
        for (int i = 0; i < 7; i++) {
            for (double angle = 0.01; angle < 1e4; angle *= 1.4) { // omega dt
                double omega = angle / stiff_dt;
                mechanism_clear(m);
                int body = add_slider(m, 1.0);
                add_law(m, TAC_GROUND, body, omega * omega, 2.0 * zeta[i] * omega);
                worst[order] = fmax(worst[order], growth(m, order, STEPS));
            }
        }
    }
    cr_log_info("energy grows by %.3g at order 3, %.9g at order 4", worst[3], worst[4]);
    cr_expect_lt(worst[3], pow(1.00004, 2.0 * STEPS));
    cr_expect_lt(worst[4], 1.0 + 1e-9);
    mechanism_free(m);
}

// Three bodies in a row and ground, springs and dampers of any size between them.
static void add_random_row(mechanism *m, rng *g)
{
    mechanism_clear(m);
    for (int i = 0; i < 3; i++) {
        int body = add_slider(m, pow(10.0, uniform(g, -1.0, 1.0)));
        for (int to = TAC_GROUND; to < body; to++) {
            double k = pow(10.0, uniform(g, -1.0, 10.0)), c = pow(10.0, uniform(g, -1.0, 8.0));
            int which = uniform_int(g, 4);
            if (which > 0) {
                add_law(m, to, body, which & 1 ? k : 0.0, which & 2 ? c : 0.0);
            }
        }
    }
}

Test(extrapolate, no_coupled_oscillation_grows)
{
    enum { STEPS = 200 };
    mechanism *m = mechanism_new();
    rng g = {7};
    double worst[5] = {0.0};
    for (int k = 0; k < 200; k++) {
        add_random_row(m, &g);
        for (int order = 3; order <= 4; order++) {
            worst[order] = fmax(worst[order], growth(m, order, STEPS));
        }
    }
    cr_log_info("energy grows by %.3g at order 3, %.9g at order 4", worst[3], worst[4]);
    cr_expect_lt(worst[3], pow(1.00004, 2.0 * STEPS));
    cr_expect_lt(worst[4], 1.0 + 1e-6);
    mechanism_free(m);
}

// Each damper alone is weak for the step, all of them are not.
Test(extrapolate, many_weak_dampers_are_strong)
{
    mechanism *m = mechanism_new();
    int body = add_slider(m, 1.0);
    for (int i = 0; i < 64; i++) {
        add_law(m, TAC_GROUND, body, 0.0, 1.0 / stiff_dt);
    }
    for (int order = 3; order <= 4; order++) {
        cr_expect_lt(growth(m, order, 100), 1.0);
    }
    mechanism_free(m);
}

// Two bodies turn about each other on a spring that is much too stiff and strongly damped. Sequences end
// at slightly other angles, where the same rate is along another line.
Test(extrapolate, stiff_springs_may_turn)
{
    const spot left = {{-0.5, 0.0, 0.0}, upright}, right = {{0.5, 0.0, 0.0}, upright};
    mechanism *m = mechanism_new();
    for (int i = 0; i < 2; i++) {
        int body = add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, i == 0 ? left.at : right.at, upright);
        m->body[body].v = (vec3){0.0, i == 0 ? -10.0 : 10.0, 0.0}; // 20 rad/s
    }
    int spring = add_spring(m, TAC_DISTANCE, 0, left, 1, right, 1e8, 1e5);
    m->spring[spring].x0 = add_constant(m, 1.0 - 2e-6); // in balance
    for (int order = 3; order <= 4; order++) {
        tac_options o = options_with(5e-3, 3);
        o.order = order;
        prepared r;
        prepared_start(&r, &m->d, &o);
        double start = energy_of(&r);
        prepared_run(&r, 400);
        double change = energy_of(&r) / start - 1.0;
        cr_log_info("order %d: energy changes by %.1e", order, change);
        cr_expect_lt(fabs(change), 1e-4);
        prepared_close(&r);
    }
    mechanism_free(m);
}

// The line of a spring goes through the centre of mass at first and has a lever to turn the body later.
Test(extrapolate, levers_may_leave_dead_centre)
{
    const spot pivot = {{0.0, 0.0, 0.0}, upright}, end = {{0.5, 0.0, 0.0}, upright};
    const spot anchor = {{2.0, 0.0, 0.0}, upright};
    mechanism *m = mechanism_new();
    int crank = add_body(m, 1.0, (vec3){0.01, 0.01, 0.01}, origin, upright);
    m->body[crank].w.z = 3.0;
    add_joint(m, TAC_REVOLUTE, TAC_GROUND, crank, pivot);
    add_spring(m, TAC_DISTANCE, TAC_GROUND, anchor, crank, end, 0.0, 500.0);
    m->load[add_load(m, crank, origin)].torque[2] = add_constant(m, 50.0);
    double angle[5];
    for (int order = 2; order <= 4; order++) {
        tac_options o = options_with(5e-3, 3);
        o.order = order;
        prepared r;
        prepared_start(&r, &m->d, &o);
        prepared_run(&r, 400);
        const quat *p = &r.s.body[crank].p;
        angle[order] = 2.0 * atan2(p->e3, p->e0);
        prepared_close(&r);
    }
    cr_log_info("angles %.6f, %.6f, %.6f", angle[2], angle[3], angle[4]);
    cr_expect_float_eq(angle[3], angle[2], 1e-2);
    cr_expect_float_eq(angle[4], angle[2], 1e-2);
    mechanism_free(m);
}

static const double swing = 0.3; // rad

// Both links of an arm in space on servos far beyond any step. Their targets start at zero, at rest or with
// a jerk.
static void add_arm(mechanism *m, double k, double c, int at_rest)
{
    const spot shoulder = {{0.0, 0.0, 0.0}, about(0, -0.5 * TAC_PI)};
    const spot elbow = {{0.4, 0.0, 0.0}, about(0, -0.2 * TAC_PI)};
    m->d.gravity.z = -9.81;
    int a = add_body(m, 5.0, (vec3){2e-3, 0.07, 0.07}, (vec3){0.2, 0.0, 0.0}, upright);
    int b = add_body(m, 2.5, (vec3){1e-3, 0.03, 0.03}, (vec3){0.6, 0.0, 0.0}, upright);
    add_joint(m, TAC_REVOLUTE, TAC_GROUND, a, shoulder);
    add_joint(m, TAC_REVOLUTE, a, b, elbow);
    add_spring(m, TAC_ANGLE, TAC_GROUND, shoulder, a, shoulder, k, c);
    add_spring(m, TAC_ANGLE, a, elbow, b, elbow, k, c);
    for (int servo = 0; servo < 2; servo++) {
        int source = add_sine(m, at_rest ? swing : 0.0, swing, 1.0);
        m->source[source].c[3] = at_rest ? -0.5 * TAC_PI : 0.0;
        m->spring[servo].x0 = source;
    }
}

// Half a second; the angle of the shoulder.
static double follow(const mechanism *m, int order, int lanes, double dt, double most_increment)
{
    tac_options o = options_with(dt, 3);
    o.order = order;
    o.lanes = lanes;
    prepared r;
    prepared_start(&r, &m->d, &o);
    for (int step = 1; step <= (int)(0.5 / dt + 0.5); step++) {
        prepared_run(&r, 1);
        double increment = prepared_report(&r).increment;
        cr_assert_lt(increment, most_increment, "order %d, %d lanes, step %d: last increment %g",
                     order, lanes, step, increment);
    }
    double angle = r.s.angle[0];
    prepared_close(&r);
    return angle;
}

// Three iterations with one tangent leave of an angle what such a servo turns into any force, and next
// into accelerations that the next step is predicted from. One lane makes sequences one after another, four
// two of them side by side.
Test(extrapolate, servos_beyond_the_step_are_followed)
{
    mechanism *m = mechanism_new();
    add_arm(m, 1e10, 1e9, 1); // lags by tau = c / k: the damper does not know the speed to hold
    double tau = 0.1, of_tau = 2.0 * TAC_PI * tau, rest = swing / (1.0 + of_tau * of_tau);
    double expected = swing + rest - (swing - rest) * exp(-0.5 / tau);
    for (int order = 3; order <= 4; order++) {
        for (int lanes = 1; lanes <= 4; lanes += 3) {
            cr_expect_float_eq(follow(m, order, lanes, 5e-3, 1e-5), expected, 1e-4);
        }
    }
    mechanism_clear(m);
    add_arm(m, 1e10, 1e5, 0);
    for (int order = 3; order <= 4; order++) {
        for (int lanes = 1; lanes <= 4; lanes += 3) {
            cr_expect_float_eq(follow(m, order, lanes, 20e-3, 2e-3), 0.0, 1e-4);
        }
    }
    mechanism_free(m);
}

// ---- what plain steps promise ------------------------------------------------------------------

// sum w = 1, sum w / n^2 = 0 and for order 4 sum w / n^3 = 0: constants are kept, and so is uniform
// acceleration, which every sequence of sub-steps reproduces.
Test(extrapolate, parabolas_stay_exact)
{
    for (int order = 3; order <= 4; order++) {
        mechanism *m = mechanism_new();
        m->d.gravity = (vec3){1.0, 2.0, -9.81};
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, origin, upright);
        m->body[0].v = (vec3){3.0, -2.0, 1.0};
        tac_options o = options_with(1e-2, 2);
        o.order = order;
        prepared r;
        prepared_start(&r, &m->d, &o);
        prepared_run(&r, 100);
        vec3 expected = add3(m->body[0].v, scale3(0.5, m->d.gravity));
        cr_expect_lt(largest(sub3(r.s.body[0].r, expected)), 1e-12);
        prepared_close(&r);
        mechanism_free(m);
    }
}

// Constraints hold at the end of whole steps as after plain ones.
Test(extrapolate, constraints_hold)
{
    mechanism *m = mechanism_new();
    rng g = {2};
    double position = 0.0, velocity = 0.0, acceleration = 0.0;
    for (int k = 0; k < 40; k++) {
        smooth_model(m, &g, k, 1);
        tac_options o = options_with(1e-3, 3);
        o.order = 3 + k % 2;
        prepared r;
        prepared_start(&r, &m->d, &o);
        prepared_run(&r, 100);
        tac_report report = prepared_report(&r);
        position = fmax(position, report.position);
        velocity = fmax(velocity, report.velocity);
        acceleration = fmax(acceleration, report.acceleration);
        prepared_close(&r);
    }
    cr_log_info("residuals %.1e, %.1e, %.1e", position, velocity, acceleration);
    cr_expect_lt(position, 1e-12);
    cr_expect_lt(velocity, 1e-11);
    cr_expect_lt(acceleration, 1e-6);
    mechanism_free(m);
}

Test(extrapolate, state_bytes_are_a_checkpoint)
{
    mechanism *m = mechanism_new();
    rng g = {3};
    recipe all = {
        .shape = TREE, .n_body = 6, .kinds = ALL_KINDS, .laws = 4, .drives = 1, .speed = 1.0};
    random_model(m, &g, &all);
    for (int order = 3; order <= 4; order++) {
        tac_options o = options_with(1e-3, 3);
        o.order = order;
        prepared a, b;
        prepared_start(&a, &m->d, &o);
        prepared_run(&a, 10);
        prepared_open(&b, &m->d, &o);
        memcpy(b.s.data, a.s.data, a.s.size);
        prepared_run(&a, 10);
        prepared_run(&b, 10);
        cr_expect_eq(memcmp(a.s.data, b.s.data, a.s.size), 0);
        prepared_close(&a);
        prepared_close(&b);
    }
    mechanism_free(m);
}

// A failure in a sub-step fails the step.
Test(extrapolate, failures_leave_the_state)
{
    mechanism *m = mechanism_new();
    add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, origin, upright);
    m->load[add_load(m, 0, origin)].force[0] = add_input(m, 0.0);
    tac_options o = options_with(1e-3, 3);
    o.order = 4;
    prepared r;
    prepared_start(&r, &m->d, &o);
    prepared_run(&r, 3);
    tac_state before = state_copy(&r);
    const double bad = (double)NAN;
    tac_status s = tac_step(r.method, r.w, &r.s, &bad);
    cr_expect(s.code == TAC_NOT_FINITE && s.subject == TAC_BODY && s.index == 0);
    cr_expect_eq(memcmp(before.data, r.s.data, before.size), 0);
    state_free(&before);
    prepared_close(&r);
    mechanism_free(m);
}

// ---- fewer iterations --------------------------------------------------------------------------

// One step that leaves out later iterations, as the executive does when it is late.
static tac_code step_with(prepared *r, int iterations)
{
    const tac_phase *phase;
    r->method->begin(r->w, &r->s, NULL, iterations);
    int n = r->method->phases(r->w, &phase);
    for (int k = 0; k < n; k++) {
        if (phase[k].iteration <= iterations) {
            phase[k].run(phase[k].work, phase[k].first, phase[k].first + phase[k].n);
        }
    }
    return r->method->end(r->w, &r->s).code;
}

// Sub-steps make as many iterations as are left to the step, in mechanisms of one block and of more.
Test(extrapolate, iterations_may_be_left_out_of_sub_steps)
{
    static const int sizes[] = {10, 150};
    mechanism *m = mechanism_new();
    rng g = {5};
    for (int k = 0; k < 4; k++) {
        recipe all = {.shape = TREE,
                      .n_body = sizes[k % 2],
                      .kinds = ALL_KINDS,
                      .speed = 0.5,
                      .gravity = 9.81};
        random_model(m, &g, &all);
        tac_options three = options_with(1e-3, 3), one = options_with(1e-3, 1);
        three.order = one.order = 3 + k / 2;
        prepared a, b, full;
        prepared_start(&a, &m->d, &three);
        prepared_start(&b, &m->d, &one);
        prepared_start(&full, &m->d, &three);
        cr_assert_eq(step_with(&a, 1), TAC_OK);
        cr_assert_eq(step_with(&b, 1), TAC_OK);
        cr_assert_eq(step_with(&full, 3), TAC_OK);
        cr_expect_eq(memcmp(a.s.data, b.s.data, a.s.size), 0, "order %d", one.order);
        cr_expect_neq(memcmp(a.s.data, full.s.data, a.s.size), 0, "order %d", one.order);
        prepared_close(&a);
        prepared_close(&b);
        prepared_close(&full);
    }
    mechanism_free(m);
}
