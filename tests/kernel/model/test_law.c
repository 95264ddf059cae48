// Force laws: slopes and stored energy against differences, signs and limits.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "element/laws.h"
#include "model/law.h"
#include "rng.h"

// Fourth-order differences: exact up to rounding / h for all laws but friction, whose curve has
// the length v0 = 0.5; truncation h^4 f''''' / 30.
static const double h = 1e-3;
static const double close_enough = 1e-9; // relative to slopes of order 1e2 to 1e3; measured 2e-11

typedef struct bench {
    tac_model m;
    tac_signal signal[3];
    tac_spring_desc spring;
    tac_bushing_desc bushing;
    tac_friction_desc friction;
    tac_contact_desc contact;
    tac_curve table[2];
    double x[4], y[2][4], points[2][TAC_CURVE_ARRAYS * 4];
} bench;

typedef struct answer {
    double f[TAC_MAX_ROWS], dfdx[TAC_MAX_ROWS], dfdxd[TAC_MAX_ROWS], energy;
} answer;

static void make(bench *b)
{
    *b = (bench){.signal = {{0.3, 0.2, 0.0}, {1.5, 0.0, 0.0}, {0.1, -0.4, 0.0}},
                 .x = {-3.0, -0.5, 1.0, 3.0},
                 .y = {{-50.0, -3.0, 9.0, 70.0}, {-9.0, -2.0, 4.0, 6.0}}};
    for (int i = 0; i < 2; i++) {
        b->table[i] = tac_curve_make(4, b->x, b->y[i], 1, b->points[i]);
    }
    b->spring = (tac_spring_desc){.k = 120.0,
                                  .c = 7.0,
                                  .x0 = TAC_NONE,
                                  .actuator = TAC_NONE,
                                  .spring_table = TAC_NONE,
                                  .damper_table = TAC_NONE};
    for (int i = 0; i < 6; i++) {
        b->bushing.k[i] = 100.0 + 10.0 * i;
        b->bushing.c[i] = 1.0 + i;
    }
    b->friction = (tac_friction_desc){.coulomb = 4.0, .viscous = 0.7, .v0 = 0.5};
    b->contact = (tac_contact_desc){.radius = 0.5, .k = 300.0, .damping = 0.4, .offset = 2};
    b->m.laws.spring = &b->spring;
    b->m.laws.bushing = &b->bushing;
    b->m.laws.friction = &b->friction;
    b->m.laws.contact = &b->contact;
    b->m.signals.table = b->table;
}

static answer law(const bench *b, tac_element_class what, const double *x, const double *xd)
{
    tac_element e = {
        .what = what, .n_row = what == TAC_BUSHINGS ? 6 : 1, .law = tac_law_type_of(what, false)};
    answer a = {0};
    a.energy = tac_law(&b->m, &e, b->signal, x, xd, a.f, a.dfdx, a.dfdxd);
    return a;
}

typedef enum quantity { FORCE_BY_X, FORCE_BY_XD, ENERGY_BY_X } quantity;

static double difference(const bench *b, tac_element_class what, const double *x, const double *xd,
                         int row, quantity q)
{
    double at[5];
    for (int i = 0; i < 5; i++) {
        double u[6], ud[6];
        memcpy(u, x, sizeof u);
        memcpy(ud, xd, sizeof ud);
        (q == FORCE_BY_XD ? ud : u)[row] += (i - 2) * h;
        answer a = law(b, what, u, ud);
        at[i] = q == ENERGY_BY_X ? a.energy : a.f[row];
    }
    return (8.0 * (at[3] - at[1]) - (at[4] - at[0])) / (12.0 * h);
}

// Random coordinates, kept away from what has a kink there; low to high bounds the first one.
static void expect_slopes(const bench *b, tac_element_class what, double low, double high)
{
    rng g = {1};
    double worst = 0.0;
    for (int trial = 0; trial < 500; trial++) {
        double x[6], xd[6];
        for (int k = 0; k < 6; k++) {
            x[k] = uniform(&g, low, high);
            xd[k] = uniform(&g, -1.5, 1.5);
        }
        answer a = law(b, what, x, xd);
        for (int k = 0; k < (what == TAC_BUSHINGS ? 6 : 1); k++) {
            double scale = 1.0 + fabs(a.dfdx[k]) + fabs(a.dfdxd[k]) + fabs(a.f[k]);
            double by_x = difference(b, what, x, xd, k, FORCE_BY_X) - a.dfdx[k];
            double by_xd = difference(b, what, x, xd, k, FORCE_BY_XD) - a.dfdxd[k];
            worst = fmax(worst, fmax(fabs(by_x), fabs(by_xd)) / scale);
        }
    }
    cr_log_info("slopes: %.1e", worst);
    cr_expect_lt(worst, close_enough);
}

// The part of the force that a resting coordinate shows is the gradient of the stored energy.
static void expect_gradient(const bench *b, tac_element_class what, double low, double high)
{
    static const double rest[6] = {0.0};
    rng g = {2};
    double worst = 0.0;
    for (int trial = 0; trial < 500; trial++) {
        double x[6];
        for (int k = 0; k < 6; k++) {
            x[k] = uniform(&g, low, high);
        }
        answer a = law(b, what, x, rest);
        for (int k = 0; k < (what == TAC_BUSHINGS ? 6 : 1); k++) {
            double slope = difference(b, what, x, rest, k, ENERGY_BY_X);
            worst = fmax(worst, fabs(slope - a.f[k]) / (1.0 + fabs(a.f[k]) + fabs(a.energy)));
        }
    }
    cr_log_info("gradient: %.1e", worst);
    cr_expect_lt(worst, close_enough);
}

Test(law, spring_slopes)
{
    bench b;
    make(&b);
    expect_slopes(&b, TAC_SPRINGS, -2.0, 2.0);
    b.spring.x0 = 0;
    b.spring.actuator = 1;
    expect_slopes(&b, TAC_SPRINGS, -2.0, 2.0);
}

Test(law, spring_with_tables_slopes)
{
    bench b;
    make(&b);
    b.spring.spring_table = 0;
    b.spring.damper_table = 1;
    // inside single segments, whose ends have a jump in the third derivative, and outside the table
    expect_slopes(&b, TAC_SPRINGS, -0.49, 0.99);
    expect_slopes(&b, TAC_SPRINGS, 3.01, 5.0);
}

Test(law, spring_energy_gradient)
{
    bench b;
    make(&b);
    b.spring.x0 = 0;
    expect_gradient(&b, TAC_SPRINGS, -2.0, 2.0);
    b.spring.spring_table = 0;
    expect_gradient(&b, TAC_SPRINGS, -2.0, 2.0);
    expect_gradient(&b, TAC_SPRINGS, 3.4, 6.0);
}

Test(law, spring_force_has_the_documented_sign)
{
    bench b;
    make(&b);
    const double x[6] = {1.0}, xd[6] = {2.0};
    cr_expect_eq(law(&b, TAC_SPRINGS, x, xd).f[0], 120.0 + 14.0);
    b.spring.x0 = 0;
    b.spring.actuator = 1;
    cr_expect_lt(fabs(law(&b, TAC_SPRINGS, x, xd).f[0] - (120.0 * 0.7 + 14.0 - 1.5)), 1e-12);
    cr_expect_lt(fabs(law(&b, TAC_SPRINGS, x, xd).energy - 60.0 * 0.49), 1e-12);
}

Test(law, relaxed_spring_with_a_table_stores_nothing)
{
    bench b;
    make(&b);
    b.spring.spring_table = 0;
    const double zero[6] = {0.0};
    cr_expect_eq(law(&b, TAC_SPRINGS, zero, zero).energy, 0.0);
}

Test(law, bushing_slopes_and_energy)
{
    bench b;
    make(&b);
    expect_slopes(&b, TAC_BUSHINGS, -1.0, 1.0);
    expect_gradient(&b, TAC_BUSHINGS, -1.0, 1.0);
}

Test(law, friction_slopes)
{
    bench b;
    make(&b);
    expect_slopes(&b, TAC_FRICTIONS, -1.0, 1.0);
}

// Odd, bounded by coulomb without the viscous part, and 0.707 coulomb at v0.
Test(law, friction_is_regularised_coulomb)
{
    bench b;
    make(&b);
    b.friction.viscous = 0.0;
    for (double v = 1e-6; v < 1e6; v *= 3.0) {
        const double x[6] = {0.0}, forward[6] = {v}, backward[6] = {-v};
        double f = law(&b, TAC_FRICTIONS, x, forward).f[0];
        cr_expect(f > 0.0 && f <= 4.0);
        cr_expect_eq(f, -law(&b, TAC_FRICTIONS, x, backward).f[0]);
    }
    const double x[6] = {0.0}, v0[6] = {0.5};
    cr_expect_lt(fabs(law(&b, TAC_FRICTIONS, x, v0).f[0] - 4.0 / sqrt(2.0)), 1e-14);
    cr_expect_eq(law(&b, TAC_FRICTIONS, x, v0).energy, 0.0);
}

// ---- over a step -------------------------------------------------------------------------------

// From x0 to x, at this rate at the end, behind a compliance h w of 1e-3 m/N.
static tac_law_mean pressed(const bench *b, double x0, double x, double xd)
{
    const double number[] = {b->contact.radius, b->contact.k, b->contact.damping};
    const double z0[] = {0.5 + 0.1 - x0, 0.1, 0.0};
    const tac_signal *plane = &b->signal[b->contact.offset];
    const tac_sig end = {plane->x, plane->xd, plane->xdd};
    const tac_law_self self = {.n = 1, .copies = 1, .number = number};
    const tac_law_step step = {.dt = 0.1, .h = 1e-2, .x1 = &x, .v1 = &xd, .end = &end, .z0 = z0};
    const tac_law_lanes *on = tac_law_type_of(TAC_CONTACTS, false)->on[0];
    tac_law_mean law;
    on->over(&self, &step, &law);
    return law;
}

// Differences of second order: 300 N/m over 1e-5 m, rounding 1e-13 / 1e-5.
Test(law, contact_slopes_over_a_step)
{
    bench b;
    make(&b);
    rng g = {4};
    double worst = 0.0;
    for (int i = 0; i < 2000; i++) {
        double d = 1e-5, x0 = uniform(&g, -1.0, 2.0), x = uniform(&g, -1.0, 2.0);
        bool kink = fabs(x - 0.6) < 1e-3 || fabs(1.0 - 0.4 * (x - x0) / 0.1) < 1e-3;
        double by = (pressed(&b, x0, x + d, 0.0).mean - pressed(&b, x0, x - d, 0.0).mean) / 2.0;
        double off = fabs(by / d - pressed(&b, x0, x, 0.0).by_x);
        worst = kink ? worst : fmax(worst, off / (1.0 + fabs(by / d)));
    }
    cr_log_info("slopes: %.1e", worst);
    cr_expect_lt(worst, 1e-4);
}

// What a contact without damping gives over a step is what its potential loses.
Test(law, contact_works_as_its_potential)
{
    bench b;
    make(&b);
    b.contact.damping = 0.0;
    rng g = {5};
    for (int i = 0; i < 2000; i++) {
        double x0 = uniform(&g, -1.0, 2.0), x = uniform(&g, -1.0, 2.0);
        double before = pressed(&b, x, x0, 0.0).energy, after = pressed(&b, x0, x, 0.0).energy;
        double work = pressed(&b, x0, x, 0.0).mean * (x - x0);
        cr_assert_lt(fabs(work - (after - before)), 1e-12 * (1.0 + before + after));
    }
}

Test(law, contact_never_pulls)
{
    bench b;
    make(&b);
    rng g = {3};
    for (int i = 0; i < 2000; i++) {
        double x0 = uniform(&g, -1.0, 2.0), x = uniform(&g, -1.0, 2.0);
        tac_law_mean law = pressed(&b, x0, x, uniform(&g, -20.0, 20.0));
        cr_assert(law.mean <= 0.0 && law.end <= 0.0);
        cr_assert(x < 0.6 || (law.end == 0.0 && law.energy == 0.0));
        cr_assert(x < 0.6 || x0 < 0.6 || law.mean == 0.0);
    }
}
