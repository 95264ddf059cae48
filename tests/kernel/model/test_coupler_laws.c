// Couplers that give: springs, dampers and backlashes on a sum of coordinates, by all methods; V5
// of the references (tests/reference/v5_driveline_backlash.csv). On any lanes and with carriers:
// test_carriers.c.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elementary.h"
#include "methods.h"
#include "observe.h"
#include "prepared.h"
#include "tune.h"

static const spot axis = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};

// A wheel about z on ground, and its joint.
static int add_wheel(mechanism *m, double inertia, double rate)
{
    vec3 at = {0.0, 0.0, (double)m->d.n_body};
    int body = add_body(m, 1.0, (vec3){1.0, 1.0, inertia}, at, upright);
    m->body[body].w.z = rate;
    return add_joint(m, TAC_REVOLUTE, TAC_GROUND, body, axis);
}

static int add_giving(mechanism *m, double k, double c, double backlash)
{
    int i = add_coupler(m);
    m->coupler[i].k = k;
    m->coupler[i].c = c;
    m->coupler[i].backlash = backlash;
    m->coupler[i].gives = 1;
    return i;
}

typedef struct way {
    const tac_method *method;
    int order;
    double tolerance;
} way;

static tac_options options_of(const way *of, double dt)
{
    tac_options o = options_with(dt, 3);
    o.order = of->order;
    o.iterations = of->method == &tac_modular ? of->method->iterations(NULL) : 3;
    return o;
}

// ---- V5 -----------------------------------------------------------------------------------------

enum { ROWS = 301, COLUMNS = 6, T = 0, W1 = 3 };

static void read_v5(double at[ROWS][COLUMNS])
{
    char line[512];
    FILE *f = fopen(TAC_SOURCE_DIR "/tests/reference/v5_driveline_backlash.csv", "r");
    cr_assert(f && fgets(line, sizeof line, f));
    for (int row = 0; row < ROWS; row++) {
        cr_assert(fgets(line, sizeof line, f));
        char *next = line;
        for (int i = 0; i < COLUMNS; i++) {
            at[row][i] = strtod(next, &next);
            next += *next == ',';
        }
    }
    fclose(f);
}

static mechanism *driveline(void)
{
    mechanism *m = mechanism_new();
    int a = add_wheel(m, 0.15, 10.0), b = add_wheel(m, 1.2, 10.0);
    add_giving(m, 8000.0, 6.0, 0.02);
    add_joint_term(m, TAC_ANGLE, a, 1.0);
    add_joint_term(m, TAC_ANGLE, b, -1.0);
    m->load[add_load(m, 0, (vec3){0.0, 0.0, 0.0})].torque[2] = add_step(m, 0.5, 60.0, -60.0);
    m->load[add_load(m, 1, (vec3){0.0, 0.0, 0.0})].torque[2] = add_constant(m, -20.0);
    return m;
}

typedef struct off_by {
    double first, rms; // largest in the first 0.5 s; over all
} off_by;

static off_by motor_off(const way *of)
{
    static double at[ROWS][COLUMNS];
    read_v5(at);
    mechanism *m = driveline();
    tac_options o = options_of(of, 1e-3);
    off_by off = {0.0, 0.0};
    prepared r;
    prepared_start_with(&r, of->method, &m->d, &o);
    for (int row = 0; row < ROWS; row++) {
        double by = r.s.body[0].w.z - at[row][W1];
        off.first = at[row][T] < 0.4999 && fabs(by) > off.first ? fabs(by) : off.first;
        off.rms += by * by / ROWS;
        prepared_run(&r, 5);
    }
    off.rms = sqrt(off.rms);
    cr_log_info("%s, order %d: %g in the first 0.5 s, rms %g", tac_method_word(of->method),
                of->order, off.first, off.rms);
    prepared_close(&r);
    mechanism_free(m);
    return off;
}

Test(coupler_laws, a_backlash_follows_its_reference)
{
    static const way all[] = {{&tac_index3, 2, 0.1},    {&tac_index3, 3, 0.03},
                              {&tac_index3, 4, 0.015},  {&tac_canonical, 2, 0.1},
                              {&tac_canonical, 4, 0.1}, {&tac_canonical, 6, 0.1}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        off_by off = motor_off(&all[k]);
        cr_expect_lt(off.first, all[k].tolerance, "way %zu: %g rad/s", k, off.first);
        cr_expect_lt(off.rms, 0.2, "way %zu: rms %g rad/s", k, off.rms);
    }
}

// ---- linear laws --------------------------------------------------------------------------------

// x = q1 - 2 q2 swings at sqrt(k w) with w = 1 / J1 + 4 / J2.
static const double inertia[2] = {0.1, 0.3}, stiffness = 400.0, fast = 3.0;

static double mobility(void)
{
    return 1.0 / inertia[0] + 4.0 / inertia[1];
}

static mechanism *geared(double k, double c)
{
    mechanism *m = mechanism_new();
    int a = add_wheel(m, inertia[0], fast), b = add_wheel(m, inertia[1], 0.0);
    add_giving(m, k, c, 0.0);
    add_joint_term(m, TAC_ANGLE, a, 1.0);
    add_joint_term(m, TAC_ANGLE, b, -2.0);
    m->d.wants.flags |= TAC_PAIRED;
    return m;
}

// Tolerances: the trapezoidal rule swings slower by (w0 dt)^2 / 12 = 7.8e-4, over 9.7 rad and of 0.43
// of the rate; rules of order 4 are off by (w0 dt)^4 / 120 as far.
static const way linear[] = {
    {&tac_index3, 2, 4e-3},    {&tac_index3, 3, 1e-5},    {&tac_index3, 4, 1e-6},
    {&tac_canonical, 2, 4e-3}, {&tac_canonical, 4, 1e-5}, {&tac_canonical, 6, 1e-8},
    {&tac_modular, 2, 4e-6},   {&tac_hdca, 2, 4e-6},      {&tac_dca, 2, 4e-6}};
enum { LINEAR = sizeof linear / sizeof *linear };

Test(coupler_laws, a_shaft_swings_as_its_closed_form_by_every_method)
{
    double w0 = sqrt(stiffness * mobility());
    for (int k = 0; k < LINEAR; k++) {
        mechanism *m = geared(stiffness, 0.0);
        double worst = 0.0, force = 0.0, energy = 0.0;
        tac_options o = options_of(&linear[k], 1e-3);
        prepared r;
        prepared_start_with(&r, linear[k].method, &m->d, &o);
        for (int step = 0; step <= 100; step++) {
            double t = 1e-3 * step, f = stiffness * fast / w0 * sin(w0 * t);
            double rate = fast - fast / mobility() / inertia[0] * (1.0 - cos(w0 * t));
            tac_report now = prepared_report(&r);
            worst = fmax(worst, fabs(r.s.body[0].w.z - rate) / fast);
            force = fmax(force,
                         fabs(r.s.lambda[r.m->element[r.m->couplers.first_term].row] - f) / 60.0);
            energy = fmax(energy, fabs(now.kinetic + now.potential - 0.45) / 0.45);
            cr_assert_eq(r.s.lambda[r.m->element[r.m->couplers.first_term].row],
                         r.s.lambda[r.m->element[r.m->couplers.first_term + 1].row]);
            prepared_run(&r, 1);
        }
        cr_log_info("%s, order %d: rate %g, force %g, energy %g", tac_method_word(linear[k].method),
                    linear[k].order, worst, force, energy);
        cr_expect_lt(worst, linear[k].tolerance, "way %d: rate %g", k, worst);
        cr_expect_lt(force, 3.0 * linear[k].tolerance, "way %d: force %g", k, force);
        cr_expect_lt(energy, linear[k].tolerance, "way %d: energy %g", k, energy);
        prepared_close(&r);
        mechanism_free(m);
    }
}

// x' of x'' = -w (k x + c x'), from rest in x.
static double damped(double k, double c, double t)
{
    double decay = 0.5 * c * mobility(), w2 = k * mobility() - decay * decay, w = sqrt(fabs(w2));
    double even = w2 > 0.0 ? cos(w * t) : 0.5 * (exp(w * t) + exp(-w * t));
    double odd = w2 > 0.0 ? sin(w * t) : 0.5 * (exp(w * t) - exp(-w * t));
    return fast * exp(-decay * t) * (even - decay / w * odd);
}

Test(coupler_laws, a_damper_brings_the_sum_to_rest_as_its_closed_form)
{
    const double c = 2.0;
    for (int k = 0; k < 2 * LINEAR; k++) { // alone, and beside a spring
        const way *of = &linear[k / 2];
        double spring = k % 2 ? stiffness : 0.0, worst = 0.0;
        mechanism *m = geared(spring, c);
        tac_options o = options_of(of, 1e-3);
        prepared r;
        prepared_start_with(&r, of->method, &m->d, &o);
        for (int step = 0; step <= 100; step++) {
            double off = r.s.body[0].w.z - 2.0 * r.s.body[1].w.z - damped(spring, c, 1e-3 * step);
            worst = fmax(worst, fabs(off) / fast);
            prepared_run(&r, 1);
        }
        cr_log_info("%s, order %d: %g", tac_method_word(of->method), of->order, worst);
        cr_expect_lt(worst, of->tolerance, "way %d: %g", k, worst);
        prepared_close(&r);
        mechanism_free(m);
    }
}

// ---- numbers that are set ------------------------------------------------------------------------

Test(coupler_laws, a_stiffness_set_during_a_run_changes_the_frequency)
{
    mechanism *m = geared(stiffness, 0.0);
    way of = {&tac_index3, 2, 0.0};
    tac_options o = options_of(&of, 1e-4);
    prepared r;
    prepared_start_with(&r, &tac_index3, &m->d, &o);
    cr_assert_eq(tac_parameter_set(r.m, (tac_parameter){TAC_COUPLER, 0, 0}, 4.0 * stiffness).code,
                 TAC_OK);
    int turns = 0;
    double before = 0.0, w0 = sqrt(4.0 * stiffness * mobility());
    for (int step = 0; step < 10000; step++) {
        double f = r.s.lambda[r.m->element[r.m->couplers.first_term].row];
        turns += before < 0.0 && f >= 0.0;
        before = f;
        prepared_run(&r, 1);
    }
    cr_expect_eq(turns, (int)(w0 / (2.0 * TAC_PI)), "%d", turns);
    prepared_close(&r);
    mechanism_free(m);
}
