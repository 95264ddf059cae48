// Force laws: what a type says of its slopes is true, and what a law says does not hang on where
// coordinates begin.
#include <criterion/criterion.h>
#include <math.h>

#include "element/laws.h"
#include "methods.h"
#include "model/law.h"
#include "prepared.h"
#include "rng.h"
#include "stiff.h"

// ---- origins -----------------------------------------------------------------------------------

static const vec3 heavy = {1.0, 1.0, 1.0};

static spot along_x(double x)
{
    return (spot){{x, 0.0, 0.0}, about(1, 0.5 * 3.14159265358979323846)};
}

// A block of 1 kg that slides along x.
static int add_block(mechanism *m, double speed)
{
    int b = add_body(m, 1.0, heavy, origin, upright);
    m->body[b].v = (vec3){speed, 0.0, 0.0};
    add_joint(m, TAC_PRISMATIC, TAC_GROUND, b, along_x(0.0));
    return b;
}

static double end_of(const tac_method *method, mechanism *m, int order, double dt, double time)
{
    prepared r;
    tac_options o = options_with(dt, 3);
    o.order = order;
    prepared_start_with(&r, method, &m->d, &o);
    prepared_run(&r, (int)(time / dt + 0.5));
    double x = r.s.body[0].r.x;
    prepared_close(&r);
    return x;
}

// Where it stands after half a second; its spring has corners, its damper a table, and the spring's
// frame on ground lies `behind` it at the start.
static double stopped(const tac_method *method, double behind)
{
    static const double x[] = {-1.0, 0.0, 1.0}, f[] = {-2000.0, 0.0, 4000.0};
    static const double v[] = {-10.0, -0.02, 0.02, 10.0}, d[] = {-50.0, -40.0, 40.0, 50.0};
    mechanism *m = mechanism_new();
    int b = add_block(m, 1.0);
    int s = add_spring(m, TAC_SLIDE, TAC_GROUND, along_x(-behind), b, along_x(0.0), 0.0, 0.0);
    m->spring[s].x0 = add_constant(m, behind);
    m->spring[s].spring_table = add_table(m, 3, x, f, 0);
    m->spring[s].damper_table = add_table(m, 4, v, d, 0);
    double at = end_of(method, m, 2, 1e-3, 0.5);
    mechanism_free(m);
    return at;
}

// Steps of 10 us have 0.003278 m.
Test(law_types, a_damper_is_taken_at_its_rate_wherever_its_coordinate_begins)
{
    const tac_method *const method[] = {&tac_canonical, &tac_index3};
    for (int i = 0; i < 2; i++) {
        double here = stopped(method[i], 0.0), behind = stopped(method[i], 3.0);
        cr_log_info("%s: %.6f and %.6f m", method[i]->name, here, behind);
        cr_expect_lt(fabs(here - behind), 1e-9, "%s: %.9f and %.9f", method[i]->name, here, behind);
    }
    cr_expect_lt(fabs(stopped(&tac_canonical, 3.0) - 0.003278), 5e-6);
}

// ---- slopes ------------------------------------------------------------------------------------

typedef struct bench { // a spring with two tables and nothing else
    tac_model m;
    tac_spring_desc spring;
    tac_element e;
    tac_curve table[2];
    double x[6], y[2][6], points[2][TAC_CURVE_ARRAYS * 6];
} bench;

static void make(bench *b, rng *g, int n, int cubic)
{
    *b = (bench){.spring = {.k = uniform(g, 0.0, 2.0),
                            .c = uniform(g, 0.0, 2.0),
                            .x0 = TAC_NONE,
                            .actuator = TAC_NONE,
                            .spring_table = 0,
                            .damper_table = 1}};
    for (int i = 0; i < n; i++) {
        b->x[i] = i == 0 ? -1.0 : b->x[i - 1] + uniform(g, 0.05, 1.0);
        b->y[0][i] = uniform(g, -3.0, 3.0);
        b->y[1][i] = uniform(g, -3.0, 3.0);
    }
    for (int k = 0; k < 2; k++) {
        b->table[k] = tac_curve_make(n, b->x, b->y[k], cubic, b->points[k]);
    }
    b->m.laws.spring = &b->spring;
    b->m.signals.table = b->table;
    b->e =
        (tac_element){.what = TAC_SPRINGS, .n_row = 1, .law = tac_law_type_of(TAC_SPRINGS, false)};
}

// Values of the law at random and at points of its tables; how near its largest and least slopes
// come to its bounds.
static double missed(const bench *b, rng *g, int n, const tac_law_bounds *of)
{
    double most = -HUGE_VAL, least = HUGE_VAL, damped = -HUGE_VAL, pushed = HUGE_VAL;
    for (int i = 0; i < 4000; i++) {
        double x = i < n ? b->x[i] : uniform(g, -2.0, 6.0), f, k, c;
        tac_law(&b->m, &b->e, NULL, &x, &x, &f, &k, &c);
        most = fmax(most, k);
        least = fmin(least, k);
        damped = fmax(damped, c);
        pushed = fmin(pushed, c);
    }
    double beyond = fmax(fmax(most - of->stiffest, of->softest - least),
                         fmax(damped - of->most_damping, of->least_damping - pushed));
    cr_expect_lt(beyond, 1e-9, "beyond by %g", beyond);
    return fmax(fmax(of->stiffest - most, least - of->softest),
                fmax(of->most_damping - damped, pushed - of->least_damping));
}

Test(law_types, bounds_hold_every_slope_and_are_reached)
{
    rng g = {7};
    double worst = 0.0;
    for (int trial = 0; trial < 200; trial++) {
        bench b;
        int n = 2 + trial % 5, cubic = trial % 2;
        make(&b, &g, n, cubic);
        tac_law_bounds of = tac_bounds_of_law(&b.m, &b.e, 0);
        worst = fmax(worst, missed(&b, &g, n, &of) / (of.stiffest - of.softest + 1.0));
    }
    cr_log_info("missed by %.1e of their range", worst);
    cr_expect_lt(worst, 1e-2, "%g", worst);
}

// h w K of a spring with a table between a block and ground, which is its mass.
static double stiffness_of(int n, const double *x, const double *y, int cubic)
{
    mechanism *m = mechanism_new();
    tac_options o = options_with(1e-3, 3);
    prepared r;
    int b = add_block(m, 0.0);
    int s = add_spring(m, TAC_SLIDE, TAC_GROUND, along_x(0.0), b, along_x(0.0), 0.0, 0.0);
    m->spring[s].spring_table = add_table(m, n, x, y, cubic);
    prepared_open(&r, &m->d, &o);
    double k = tac_find_stiff_laws(r.m, &o, 0.0).value / (0.25 * o.dt * o.dt);
    double slope = tac_slopes_of_law(r.m, TAC_SPRING, s, 0).stiffness;
    cr_expect_float_eq(k, slope, 1e-9 * slope);
    prepared_close(&r);
    mechanism_free(m);
    return k;
}

// A table that falls is as stiff as one that rises, and a spline is steeper than the chords of its
// points.
Test(law_types, falling_and_cubic_tables_are_as_stiff_as_they_are)
{
    static const double x[] = {0.0, 1.0}, falls[] = {0.0, -500.0};
    static const double u[] = {0.0, 1.0, 1.1, 2.1}, y[] = {0.0, 0.0, 1000.0, 1000.0};
    double falling = stiffness_of(2, x, falls, 0), cubic = stiffness_of(4, u, y, 1);
    cr_log_info("%.6g and %.6g N/m", falling, cubic);
    cr_expect_float_eq(falling, 500.0, 1e-9);
    cr_expect_float_eq(cubic, 10238.0, 1.0);
}

// ---- sources -----------------------------------------------------------------------------------

// A spring of 2000 N/m whose actuator jumps by 100 N at 10.7 ms: as a number, and as a table whose
// corner is not seen.
static double pushed(const tac_method *method, int order, int tabled)
{
    static const double x[] = {-1.0, 0.0, 1.0}, f[] = {-2000.0, 0.0, 2000.0001};
    mechanism *m = mechanism_new();
    int b = add_block(m, 0.0);
    int s = add_spring(m, TAC_SLIDE, TAC_GROUND, along_x(0.0), b, along_x(0.0),
                       tabled ? 0.0 : 2000.0, 0.0);
    m->spring[s].actuator = add_step(m, 0.0107, 0.0, 100.0);
    m->spring[s].spring_table = tabled ? add_table(m, 3, x, f, 0) : TAC_NONE;
    double at = end_of(method, m, order, 1e-3, 0.1);
    mechanism_free(m);
    return at;
}

// Where a force jumps within a step it acts for the rest of the step, whatever law it is part of.
Test(law_types, a_jump_of_an_actuator_counts_from_where_it_is)
{
    const double w = sqrt(2000.0), exact = 0.05 * (1.0 - cos(w * (0.1 - 0.0107)));
    const tac_method *const method[] = {&tac_index3, &tac_canonical};
    for (int i = 0; i < 2; i++) {
        for (int tabled = 0; tabled < 2; tabled++) {
            double x = pushed(method[i], 2, tabled);
            cr_log_info("%s, %d: %.6f m of %.6f", method[i]->name, tabled, x, exact);
            cr_expect_lt(fabs(x - exact), 2e-4, "%s, %d: %.6f m of %.6f", method[i]->name, tabled,
                         x, exact);
        }
    }
}

// A load or an actuator moves a free block by its integral, however fast it is: after whole steps
// its velocity is exact.
Test(law_types, fast_sources_push_by_their_mean)
{
    static const double hertz[] = {20.0, 200.0, 300.0, 450.0, 499.0, 730.0};
    for (int i = 0; i < 6; i++) {
        for (int spring = 0; spring < 2; spring++) {
            mechanism *m = mechanism_new();
            int b = add_block(m, 0.0), push = add_sine(m, 0.0, 100.0, hertz[i]);
            double w = 2.0 * 3.14159265358979323846 * hertz[i], worst = 0.0;
            if (spring) {
                int s =
                    add_spring(m, TAC_SLIDE, TAC_GROUND, along_x(0.0), b, along_x(0.0), 0.0, 0.0);
                m->spring[s].actuator = push;
            } else {
                m->load[add_load(m, b, origin)].force[0] = push;
            }
            prepared r;
            tac_options o = options_with(1e-3, 3);
            prepared_start_with(&r, &tac_index3, &m->d, &o);
            for (int n = 1; n <= 100; n++) {
                prepared_run(&r, 1);
                double exact = 100.0 / w * (1.0 - cos(w * 1e-3 * n));
                worst = fmax(worst, fabs(r.s.body[0].v.x - exact) / (200.0 / w));
            }
            cr_expect_lt(worst, 1e-6, "%g Hz, %d: %.1e", hertz[i], spring, worst);
            prepared_close(&r);
            mechanism_free(m);
        }
    }
}
