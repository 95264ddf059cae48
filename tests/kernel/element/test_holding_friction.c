// Friction that holds, against exact solutions of a brake and of a clutch
// (tests/reference/v6_brake_hold).
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "methods.h"
#include "prepared.h"

enum { MOST_ROWS = 128 };

typedef struct reference {
    int n;
    double t[MOST_ROWS], q[2][MOST_ROWS], w[2][MOST_ROWS];
} reference;

// Columns t, angles, rates and what else there is; `n` rotors.
static void read_reference(reference *r, const char *file, int n)
{
    char path[512], line[256];
    snprintf(path, sizeof path, "%s/tests/reference/v6_brake_hold/%s", TAC_SOURCE_DIR, file);
    FILE *f = fopen(path, "r");
    cr_assert_not_null(f, "%s", path);
    cr_assert_not_null(fgets(line, sizeof line, f));
    r->n = 0;
    while (fgets(line, sizeof line, f) && r->n < MOST_ROWS) {
        double x[5];
        int got = sscanf(line, "%lf,%lf,%lf,%lf,%lf", &x[0], &x[1], &x[2], &x[3], &x[4]);
        cr_assert(got >= 1 + 2 * n);
        r->t[r->n] = x[0];
        for (int k = 0; k < n; k++) {
            r->q[k][r->n] = x[1 + k];
            r->w[k][r->n] = x[1 + n + k];
        }
        r->n++;
    }
    fclose(f);
}

static const spot here = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};

// A rotor that turns about z, and what drives it.
static int add_rotor(mechanism *m, double inertia, double rate, int torque)
{
    int b = add_body(m, 1.0, (vec3){inertia, inertia, inertia}, origin, upright);
    m->body[b].w = (vec3){0.0, 0.0, rate};
    add_joint(m, TAC_REVOLUTE, TAC_GROUND, b, here);
    m->load[add_load(m, b, origin)].torque[2] = torque;
    return b;
}

static void add_hold(mechanism *m, int a, int b, double limit, double viscous, double hold,
                     double damping)
{
    m->friction[m->d.n_friction++] = (tac_friction_desc){.coordinate = TAC_ANGLE,
                                                         .a = frame_at(m, a, here),
                                                         .b = frame_at(m, b, here),
                                                         .viscous = viscous,
                                                         .v0 = 1.0,
                                                         .coulomb_by = 1 + add_constant(m, limit),
                                                         .hold = hold,
                                                         .hold_damping = damping};
}

static void start(prepared *r, mechanism *m, const tac_method *method, double dt)
{
    tac_options o = options_with(dt, 3);
    prepared_start_with(r, method, &m->d, &o);
}

// Largest differences of angles and rates from the reference between two times.
typedef struct differences {
    double angle, rate;
} differences;

static differences compare(mechanism *m, const tac_method *method, double dt, const reference *of,
                           double from, double to)
{
    prepared r;
    differences d = {0.0, 0.0};
    start(&r, m, method, dt);
    double turned[2] = {0.0, 0.0};
    int step = 0;
    for (int i = 0; i < of->n && of->t[i] < to + 1e-9; i++) {
        for (int last = (int)(of->t[i] / dt + 0.5); step < last; step++) {
            prepared_run(&r, 1);
        }
        for (int k = 0; k < m->d.n_body; k++) {
            turned[k] = r.s.angle[k];
            if (of->t[i] > from - 1e-9) {
                d.angle = fmax(d.angle, fabs(turned[k] - of->q[k][i]));
                d.rate = fmax(d.rate, fabs(r.s.body[k].w.z - of->w[k][i]));
            }
        }
    }
    prepared_close(&r);
    return d;
}

static void brake(mechanism *m)
{
    mechanism_clear(m);
    add_rotor(m, 1.3, 40.0, add_step(m, 0.4, 120.0, 1100.0));
    add_hold(m, TAC_GROUND, 0, 900.0, 2.0, 60e3, 0.0);
}

static void clutch(mechanism *m)
{
    mechanism_clear(m);
    add_rotor(m, 0.2, 200.0, add_constant(m, 80.0));
    add_rotor(m, 1.6, 20.0, add_constant(m, -60.0));
    add_hold(m, 0, 1, 250.0, 4.0, 20e3, 0.0);
}

static const tac_method *const methods[] = {&tac_index3, &tac_canonical};

// It slips, sticks at 64 ms, rings without damping, and breaks away at 0.4 s.
Test(holding_friction, a_brake_rings_as_its_hold_says)
{
    mechanism *m = mechanism_new();
    reference of;
    read_reference(&of, "reference.csv", 1);
    for (int i = 0; i < 2; i++) {
        brake(m);
        differences d = compare(m, methods[i], 1e-3, &of, 0.2, 0.38);
        brake(m);
        differences half = compare(m, methods[i], 0.5e-3, &of, 0.2, 0.38);
        brake(m);
        differences all = compare(m, methods[i], 1e-3, &of, 0.0, 0.8);
        cr_log_info("%s: %.4f rad at 1 ms, %.4f at half, %.4f over all", methods[i]->name, d.angle,
                    half.angle, all.angle);
        cr_expect_lt(d.angle, 0.03, "%s: %.4f rad", methods[i]->name, d.angle);
        cr_expect_lt(half.angle, 0.6 * d.angle + 1e-3);
    }
    mechanism_free(m);
}

Test(holding_friction, a_clutch_meets_its_reference)
{
    mechanism *m = mechanism_new();
    reference of;
    read_reference(&of, "clutch.csv", 2);
    for (int i = 0; i < 2; i++) {
        clutch(m);
        differences d = compare(m, methods[i], 1e-3, &of, 0.0, 1.0);
        cr_log_info("%s: %.4f rad, %.3f rad/s", methods[i]->name, d.angle, d.rate);
        cr_expect_lt(d.angle, 0.03, "%s: %.4f rad", methods[i]->name, d.angle);
        cr_expect_lt(d.rate, 0.6, "%s: %.4f rad/s", methods[i]->name, d.rate);
    }
    mechanism_free(m);
}

// 450 N m drive on against 900 N m, with the damping that a hold has by default.
Test(holding_friction, what_it_holds_stands_still)
{
    mechanism *m = mechanism_new();
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            prepared r;
            mechanism_clear(m);
            add_rotor(m, 1.3, 40.0, add_constant(m, j ? 890.0 : 450.0));
            add_hold(m, TAC_GROUND, 0, 900.0, 0.0, 60e3, -1.0);
            start(&r, m, methods[i], 1e-3);
            prepared_run(&r, j ? 22000 : 18000);
            double least = r.s.angle[0], most = least, rate = 0.0;
            for (int n = 0; n < 2000; n++) {
                prepared_run(&r, 1);
                least = fmin(least, r.s.angle[0]);
                most = fmax(most, r.s.angle[0]);
                rate = fmax(rate, fabs(r.s.body[0].w.z));
            }
            cr_log_info("%s: %.17g rad, moves %.1e, rate %.1e", methods[i]->name, most,
                        most - least, rate);
            cr_expect_lt(most - least, 1e-12, "%s: %.1e rad", methods[i]->name, most - least);
            cr_expect_lt(rate, 1e-10);
            prepared_close(&r);
        }
    }
    mechanism_free(m);
}

// A pedal that is let go lets the rotor go; what it holds then is what is left.
Test(holding_friction, follows_a_limit_that_falls)
{
    mechanism *m = mechanism_new();
    for (int i = 0; i < 2; i++) {
        prepared r;
        mechanism_clear(m);
        add_rotor(m, 1.3, 0.0, add_constant(m, 450.0));
        add_hold(m, TAC_GROUND, 0, 900.0, 0.0, 60e3, -1.0);
        m->friction[0].coulomb_by = 1 + add_ramp(m, 1.0, 2.0, 900.0, 100.0);
        start(&r, m, methods[i], 1e-3);
        prepared_run(&r, 1000);
        cr_expect_lt(fabs(r.s.body[0].w.z), 1e-9);
        prepared_run(&r, 2000);
        // from 1.5625 s on it turns: 400 N m more for every 0.5 s until 2 s, then 350 N m
        double rate = (0.5 * 800.0 * 0.4375 * 0.4375 + 350.0) / 1.3;
        cr_log_info("%s: %.3f rad/s of %.3f", methods[i]->name, r.s.body[0].w.z, rate);
        cr_expect_lt(fabs(r.s.body[0].w.z - rate), 0.02 * rate);
        prepared_close(&r);
    }
    mechanism_free(m);
}

// A source adds to the limit of any friction: a number and a constant source are the same.
Test(holding_friction, a_limit_may_be_a_source)
{
    mechanism *m = mechanism_new();
    for (int hold = 0; hold < 2; hold++) {
        prepared r[2];
        for (int i = 0; i < 2; i++) {
            mechanism_clear(m);
            add_rotor(m, 1.3, 40.0, add_constant(m, 20.0));
            add_hold(m, TAC_GROUND, 0, i ? 90.0 : 0.0, 0.1, hold ? 60e3 : 0.0, 1.0);
            m->friction[0].coulomb = i ? 0.0 : 90.0;
            start(&r[i], m, &tac_index3, 1e-3);
            prepared_run(&r[i], 1000);
        }
        cr_expect_lt(fabs(r[0].s.body[0].w.z), 1.0);
        cr_expect_eq(memcmp(r[0].s.data, r[1].s.data, r[0].s.size), 0, "hold %d", hold);
        prepared_close(&r[0]);
        prepared_close(&r[1]);
    }
    mechanism_free(m);
}
