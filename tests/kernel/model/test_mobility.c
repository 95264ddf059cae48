// How steep laws are together: laws on a body add up, and a row feels each of its bodies by its share.
#include "model/mobility.h"

#include <criterion/criterion.h>
#include <math.h>

#include "model/law.h"
#include "prepared.h"
#include "rng.h"
#include "step/memory.h"

enum { BODIES = 5, LAWS = 12 };

// Balls on a line, whose springs pull along it through their centres.
static void add_balls(mechanism *m, const double *mass)
{
    for (int i = 0; i < BODIES; i++) {
        add_body(m, mass[i], (vec3){1.0, 1.0, 1.0}, (vec3){1.0 + i, 0.0, 0.0}, upright);
    }
}

static spot spot_of(const mechanism *m, int body)
{
    return (spot){body == TAC_GROUND ? origin : m->body[body].r, upright};
}

static void pull(mechanism *m, int a, int b, double k)
{
    int s = add_spring(m, TAC_DISTANCE, a, spot_of(m, a), b, spot_of(m, b), k, 0.0);
    m->spring[s].implicit = 1;
}

// Largest eigenvalue of what springs and masses make, by powers.
static double stiffest_of(const mechanism *m, const double *mass)
{
    double x[BODIES], most = 0.0;
    for (int i = 0; i < BODIES; i++) {
        x[i] = 1.0 + 0.37 * i * i;
    }
    for (int round = 0; round < 2000; round++) {
        double f[BODIES] = {0.0};
        for (int s = 0; s < m->d.n_spring; s++) {
            int a = m->spring[s].a.body, b = m->spring[s].b.body;
            double by = (b == TAC_GROUND ? 0.0 : x[b]) - (a == TAC_GROUND ? 0.0 : x[a]);
            f[a == TAC_GROUND ? b : a] += m->spring[s].k * (a == TAC_GROUND ? by : -by);
            if (a != TAC_GROUND && b != TAC_GROUND) {
                f[b] += m->spring[s].k * by;
            }
        }
        most = 0.0;
        for (int i = 0; i < BODIES; i++) {
            f[i] /= mass[i];
            most = fmax(most, fabs(f[i]));
        }
        for (int i = 0; i < BODIES; i++) {
            x[i] = f[i] / most;
        }
    }
    return most;
}

// A bound that is one for any masses and springs, and below the number of laws on the fuller body.
Test(mobility, laws_of_two_bodies_are_no_steeper_together_than_said)
{
    rng g = {21};
    tac_options o = options_with(1e-3, 3);
    mechanism *m = mechanism_new();
    double tightest = HUGE_VAL;
    for (int round = 0; round < 60; round++) {
        double mass[BODIES];
        mechanism_clear(m);
        for (int i = 0; i < BODIES; i++) {
            mass[i] = pow(10.0, uniform(&g, -1.0, 3.0));
        }
        add_balls(m, mass);
        for (int k = 0; k < LAWS; k++) {
            int a = uniform_int(&g, BODIES), b = (a + 1 + uniform_int(&g, BODIES - 1)) % BODIES;
            pull(m, chance(&g, 0.3) ? TAC_GROUND : a, b, pow(10.0, uniform(&g, 2.0, 5.0)));
        }
        prepared r;
        prepared_open(&r, &m->d, &o);
        double said = 0.0, fuller = 0.0;
        for (int k = 0; k < LAWS; k++) {
            const tac_element *e = &r.m->element[r.m->element_first[TAC_SPRINGS] + k];
            double w = r.m->rows.row_w[e->row];
            double own = tac_weight_with_laws(r.m, e, w);
            double all = w * r.m->rows.laws_on_body[e - r.m->element];
            cr_assert_leq(own, all * (1.0 + 1e-12));
            said = fmax(said, m->spring[k].k * own);
            fuller = fmax(fuller, m->spring[k].k * all);
        }
        double is = stiffest_of(m, mass);
        cr_assert_geq(said, is * (1.0 - 1e-9), "round %d: %g, said %g", round, is, said);
        tightest = fmin(tightest, said / fuller);
        prepared_close(&r);
    }
    cr_assert_lt(tightest, 0.7);
    mechanism_free(m);
}

// One light part with a stop, on a heavy one that has many laws: iterations keep their tangent.
Test(mobility, laws_on_a_heavy_body_are_not_those_of_a_light_one_on_it)
{
    static const double mass[BODIES] = {1.0, 1000.0, 1.0, 1.0, 1.0}, x[] = {-1.0, 0.0, 1.0},
                        y[] = {0.0, 0.0, 3.0e5};
    tac_options o = options_with(1e-3, 3);
    mechanism *m = mechanism_new();
    add_balls(m, mass);
    pull(m, 1, 0, 0.0);
    m->spring[0].spring_table = add_table(m, 3, x, y, 0);
    for (int k = 0; k < LAWS; k++) {
        pull(m, TAC_GROUND, 1, 1e4);
    }
    prepared r;
    prepared_open(&r, &m->d, &o);
    const tac_element *stop = &r.m->element[r.m->element_first[TAC_SPRINGS]];
    double w = r.m->rows.row_w[stop->row];
    cr_assert_float_eq(tac_weight_with_laws(r.m, stop, w), 1.0 + (LAWS + 1) * 1e-3, 1e-12);
    cr_assert_eq(tac_index3_options(r.m, &o).tangent, TAC_TANGENT_FIRST);
    o.dt = 2e-3; // where the stop itself is too stiff
    cr_assert_eq(tac_index3_options(r.m, &o).tangent, TAC_TANGENT_FULL);
    prepared_close(&r);
    mechanism_free(m);
}
