// Tables: linear and natural cubic interpolation against a dense solve and quadrature.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/curve.h"
#include "dense.h"
#include "desc.h"
#include "rng.h"

#define MOST 40

static const double rounding = 1e-12; // values, slopes and areas are of order one to ten

typedef struct sample {
    double x[MOST], y[MOST], points[TAC_CURVE_ARRAYS * MOST];
    tac_curve t;
} sample;

static void prepare(sample *s, int n, int cubic)
{
    s->t = tac_curve_make(n, s->x, s->y, cubic, s->points);
}

static void random_sample(sample *s, rng *g, int n, int cubic)
{
    s->x[0] = uniform(g, -2.0, 2.0);
    for (int i = 0; i < n; i++) {
        s->x[i] = i == 0 ? s->x[0] : s->x[i - 1] + uniform(g, 0.2, 1.0);
        s->y[i] = uniform(g, -1.0, 1.0);
    }
    prepare(s, n, cubic);
}

// Plain interpolation in the segment of x with second derivatives m, linear outside.
static real reference(const sample *s, const real *m, double x, real *slope)
{
    int n = s->t.n, k = 0;
    while (k < n - 2 && x >= s->x[k + 1]) {
        k++;
    }
    real inside = fminl(fmaxl((real)x, (real)s->x[0]), (real)s->x[n - 1]);
    real h = (real)s->x[k + 1] - (real)s->x[k];
    real a = ((real)s->x[k + 1] - inside) / h, b = 1.0L - a;
    real y = a * (real)s->y[k] + b * (real)s->y[k + 1] +
             h * h / 6.0L * ((a * a * a - a) * m[k] + (b * b * b - b) * m[k + 1]);
    *slope = ((real)s->y[k + 1] - (real)s->y[k]) / h +
             h / 6.0L * ((3.0L * b * b - 1.0L) * m[k + 1] - (3.0L * a * a - 1.0L) * m[k]);
    return y + *slope * ((real)x - inside);
}

// Second derivatives of the natural spline from the dense normal equations of its conditions.
static void natural_spline(const sample *s, real *m)
{
    int n = s->t.n;
    real *A = dense_new(n, n);
    for (int i = 0; i < n; i++) {
        m[i] = 0.0L;
        A[i * n + i] = 1.0L;
        if (i > 0 && i < n - 1) {
            real ha = (real)s->x[i] - (real)s->x[i - 1], hb = (real)s->x[i + 1] - (real)s->x[i];
            A[i * n + i] = (ha + hb) / 3.0L;
            A[i * n + i - 1] = i > 1 ? ha / 6.0L : 0.0L; // the ends are zero: keep it symmetric
            A[i * n + i + 1] = i < n - 2 ? hb / 6.0L : 0.0L;
            m[i] =
                ((real)s->y[i + 1] - (real)s->y[i]) / hb - ((real)s->y[i] - (real)s->y[i - 1]) / ha;
        }
    }
    cr_assert(dense_cholesky(A, n));
    dense_solve(A, n, m);
    free(A);
}

static void expect_reference(int cubic)
{
    rng g = {1};
    double worst = 0.0;
    for (int n = 2; n <= MOST; n++) {
        sample s;
        real m[MOST] = {0.0L}, slope;
        random_sample(&s, &g, n, cubic);
        if (cubic) {
            natural_spline(&s, m);
        }
        for (int k = 0; k < 200; k++) {
            double x = uniform(&g, s.x[0] - 1.0, s.x[n - 1] + 1.0);
            tac_curve_value v = tac_curve_eval(&s.t, x);
            worst = fmax(worst, (double)fabsl((real)v.y - reference(&s, m, x, &slope)));
            worst = fmax(worst, (double)fabsl((real)v.dy - slope));
        }
    }
    cr_log_info("largest difference %.1e", worst);
    cr_expect_lt(worst, rounding);
}

Test(table, linear_equals_plain_interpolation)
{
    expect_reference(0);
}

Test(table, cubic_equals_the_dense_natural_spline)
{
    expect_reference(1);
}

// From the left of a point, and from there.
static void expect_smooth(const sample *s, int i, int derivatives)
{
    double beside = s->x[i] - 1e-10;
    tac_curve_value from = tac_curve_eval(&s->t, beside), to = tac_curve_eval(&s->t, s->x[i]);
    cr_expect_lt(fabs(from.y - to.y), 1e-8);
    cr_expect_lt(fabs(from.dy - to.dy), 1e-7);
    cr_expect(derivatives < 2 || fabs(from.ddy - to.ddy) < 1e-6, "%g and %g", from.ddy, to.ddy);
}

Test(table, splines_have_two_continuous_derivatives_and_monotone_curves_one)
{
    rng g = {21};
    for (int n = 3; n <= MOST; n++) {
        for (int how = TAC_CUBIC; how <= TAC_MONOTONE; how++) {
            sample s;
            random_sample(&s, &g, n, how);
            for (int i = 1; i < n - 1; i++) {
                expect_smooth(&s, i, how == TAC_MONOTONE ? 1 : 2);
            }
        }
    }
}

Test(table, clamped_curves_are_level_at_their_ends)
{
    rng g = {22};
    for (int n = 2; n <= MOST; n++) {
        sample s;
        random_sample(&s, &g, n, TAC_CLAMPED);
        cr_expect_lt(fabs(tac_curve_eval(&s.t, s.x[0]).dy), rounding);
        cr_expect_lt(fabs(tac_curve_eval(&s.t, s.x[n - 1]).dy), rounding);
    }
}

Test(table, not_a_knot_goes_on_as_a_cubic_does)
{
    rng g = {23};
    for (int n = 3; n <= MOST; n++) {
        sample s;
        random_sample(&s, &g, n, TAC_NOT_A_KNOT);
        double c = n > 3 ? 0.3 : 0.0; // three points have a parabola
        for (int i = 0; i < n; i++) {
            double u = s.x[i] - s.x[n / 2];
            s.y[i] = 1.0 + u * (0.5 + u * (-0.2 + u * c / (double)n));
        }
        prepare(&s, n, TAC_NOT_A_KNOT);
        for (int k = 0; k < 50; k++) {
            double u = uniform(&g, s.x[0], s.x[n - 1]) - s.x[n / 2];
            double y = 1.0 + u * (0.5 + u * (-0.2 + u * c / (double)n));
            cr_expect_float_eq(tac_curve_eval(&s.t, u + s.x[n / 2]).y, y, 1e-9 * (1.0 + fabs(y)));
        }
    }
}

Test(table, monotone_curves_stay_between_their_points_and_others_tell_how_far_they_do_not)
{
    rng g = {24};
    for (int n = 2; n <= MOST; n++) {
        for (int how = TAC_LINEAR; how <= TAC_MONOTONE; how++) {
            sample s;
            double most = 0.0;
            random_sample(&s, &g, n, how);
            for (int i = 0; i < n - 1; i++) {
                for (int k = 0; k <= 100; k++) {
                    double x = s.x[i] + 0.01 * k * (s.x[i + 1] - s.x[i]);
                    double y = tac_curve_eval(&s.t, x).y;
                    double high = fmax(s.y[i], s.y[i + 1]), low = fmin(s.y[i], s.y[i + 1]);
                    most = fmax(most, fmax(y - high, low - y));
                }
            }
            double told = tac_curve_overshoot(&s.t).by;
            cr_expect(told >= most - rounding && told <= 1.01 * most + 1e-3, "%g of %g", told,
                      most);
            cr_expect((how != TAC_MONOTONE && how != TAC_LINEAR) || told < rounding);
        }
    }
}

Test(table, passes_through_its_points)
{
    rng g = {2};
    for (int n = 2; n <= MOST; n++) {
        sample s;
        random_sample(&s, &g, n, n % (TAC_MONOTONE + 1));
        for (int i = 0; i < n; i++) {
            cr_expect_lt(fabs(tac_curve_eval(&s.t, s.x[i]).y - s.y[i]), rounding);
        }
    }
}

Test(table, straight_lines_stay_straight)
{
    rng g = {3};
    sample s;
    random_sample(&s, &g, 9, 1);
    for (int i = 0; i < 9; i++) {
        s.y[i] = 3.0 - 2.0 * s.x[i];
    }
    prepare(&s, 9, 1);
    for (int k = 0; k < 100; k++) {
        double x = uniform(&g, s.x[0] - 3.0, s.x[8] + 3.0);
        tac_curve_value v = tac_curve_eval(&s.t, x);
        cr_expect_lt(fabs(v.y - 3.0 + 2.0 * x), rounding);
        cr_expect_lt(fabs(v.dy + 2.0), rounding);
        cr_expect_lt(fabs(v.ddy), rounding);
    }
}

// Slope, curvature and area against differences inside segments, where the table is a polynomial
// and central differences of four points are exact.
Test(table, derivatives_equal_differences)
{
    rng g = {4};
    const double h = 1e-2;
    double worst = 0.0;
    for (int trial = 0; trial < 200; trial++) {
        sample s;
        int n = 2 + uniform_int(&g, 8), cubic = uniform_int(&g, 2);
        random_sample(&s, &g, n, cubic);
        int k = uniform_int(&g, n - 1);
        double x = uniform(&g, s.x[k] + 2.0 * h, s.x[k + 1] - 2.0 * h);
        tac_curve_value v = tac_curve_eval(&s.t, x), d[5];
        for (int i = 0; i < 5; i++) {
            d[i] = tac_curve_eval(&s.t, x + (i - 2) * h);
        }
        double dy = (8.0 * (d[3].y - d[1].y) - (d[4].y - d[0].y)) / (12.0 * h);
        double ddy = (8.0 * (d[3].dy - d[1].dy) - (d[4].dy - d[0].dy)) / (12.0 * h);
        double y = (8.0 * (d[3].Y - d[1].Y) - (d[4].Y - d[0].Y)) / (12.0 * h);
        worst = fmax(worst, fmax(fabs(dy - v.dy), fmax(fabs(ddy - v.ddy), fabs(y - v.y))));
    }
    cr_log_info("largest difference %.1e", worst);
    cr_expect_lt(worst, 1e-11); // rounding over h; measured 6e-13
}

// Two-point Gauss quadrature is exact for cubics.
Test(table, integral_equals_quadrature)
{
    rng g = {5};
    double worst = 0.0;
    for (int n = 2; n <= MOST; n++) {
        sample s;
        random_sample(&s, &g, n, n % 3 > 0);
        double area = 0.0, shift = 0.5 / sqrt(3.0);
        cr_expect_eq(tac_curve_eval(&s.t, s.x[0]).Y, 0.0);
        for (int i = 0; i + 1 < n; i++) {
            double h = s.x[i + 1] - s.x[i], middle = s.x[i] + 0.5 * h;
            area += 0.5 * h *
                    (tac_curve_eval(&s.t, middle - shift * h).y +
                     tac_curve_eval(&s.t, middle + shift * h).y);
            worst = fmax(worst, fabs(tac_curve_eval(&s.t, s.x[i + 1]).Y - area));
        }
    }
    cr_log_info("largest difference %.1e", worst);
    cr_expect_lt(worst, rounding);
}

Test(table, goes_on_straight_beyond_its_ends)
{
    rng g = {6};
    for (int cubic = 0; cubic < 2; cubic++) {
        sample s;
        random_sample(&s, &g, 6, cubic);
        tac_curve_value first = tac_curve_eval(&s.t, s.x[0]);
        tac_curve_value last = tac_curve_eval(&s.t, s.x[5]);
        tac_curve_value before = tac_curve_eval(&s.t, s.x[0] - 2.0);
        tac_curve_value after = tac_curve_eval(&s.t, s.x[5] + 2.0);
        cr_expect_lt(fabs(before.y - (first.y - 2.0 * first.dy)), rounding);
        cr_expect_lt(fabs(after.y - (last.y + 2.0 * last.dy)), rounding);
        cr_expect_lt(fabs(before.Y - (-2.0 * first.y + 2.0 * first.dy)), rounding);
        cr_expect_lt(fabs(after.Y - (last.Y + 2.0 * last.y + 2.0 * last.dy)), rounding);
        cr_expect(before.dy == first.dy && after.dy == last.dy);
        cr_expect(before.ddy == 0.0 && after.ddy == 0.0);
    }
}
