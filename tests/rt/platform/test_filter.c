// The two filters against their transfer functions: gain and phase.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "platform/filter.h"
#include "response.h"

#define DT 2e-3

// What is left of the start after so many time constants is below rounding.
#define TIME_CONSTANTS 40.0

// Sums of some thousand terms of rounding, relative to the gain.
#define ROUNDING 1e-9

static const int periods[] = {40, 100, 250, 1000, 4000, 20000}; // 12.5 Hz to 0.025 Hz

static int settle(double frequency, double damping)
{
    // the slower of the two poles decides
    double w = 2.0 * M_PI * frequency;
    double slow = damping > 1.0 ? w * (damping - sqrt(damping * damping - 1.0)) : w * damping;
    return (int)(TIME_CONSTANTS / slow / DT);
}

static void expect_close(double complex found, double complex expected, double part,
                         const char *what, double frequency, int period)
{
    cr_expect_lt(cabs(found - expected), part * cabs(expected),
                 "%s, %g Hz, one period in %d steps: %g%+gi, not %g%+gi", what, frequency, period,
                 creal(found), cimag(found), creal(expected), cimag(expected));
}

static double low(void *f, double u)
{
    tac_second_order_step(f, u, DT);
    return tac_second_order_low(f);
}

static double twice(void *f, double u)
{
    tac_second_order_step(f, u, DT);
    return ((tac_second_order *)f)->y;
}

static double once(void *f, double u)
{
    tac_second_order_step(f, u, DT);
    return ((tac_second_order *)f)->v;
}

static double passed(void *f, double u)
{
    return tac_first_order_step(f, u, DT);
}

// All three outputs of the second order, and with the true s in place of the bilinear one: the
// difference grows with the square of the frequency, (w dt)^2 / 12 of s.
Test(filter, second_order_is_its_transfer_function)
{
    static const double frequency[] = {0.05, 0.4, 2.0}, damping[] = {0.3, 1.0, 2.5};
    for (int i = 0; i < 9; i++) {
        double f = frequency[i / 3], d = damping[i % 3], w = 2.0 * M_PI * f;
        for (size_t k = 0; k < sizeof periods / sizeof *periods; k++) {
            int n = periods[k];
            tac_second_order filter;
            double complex s = bilinear(n, DT), H = second_order(s, f, d);
            tac_second_order_init(&filter, f, d);
            expect_close(gain_at(twice, &filter, n, settle(f, d)), H, ROUNDING, "y", f, n);
            tac_second_order_reset(&filter);
            expect_close(gain_at(once, &filter, n, settle(f, d)), s * H, ROUNDING, "v", f, n);
            tac_second_order_reset(&filter);
            double complex low_pass = gain_at(low, &filter, n, settle(f, d));
            expect_close(low_pass, w * w * H, ROUNDING, "low", f, n);
            double complex true_s = 2.0 * M_PI * I / (n * DT);
            double warp = 2.0 * M_PI / n;
            expect_close(low_pass, w * w * second_order(true_s, f, d), warp * warp,
                         "low of the continuous filter", f, n);
        }
    }
}

Test(filter, first_order_is_its_transfer_function)
{
    static const double frequency[] = {0.02, 0.1, 1.0};
    for (int i = 0; i < 3; i++) {
        for (size_t k = 0; k < sizeof periods / sizeof *periods; k++) {
            tac_first_order filter;
            double f = frequency[i];
            int n = periods[k];
            tac_first_order_init(&filter, f);
            expect_close(gain_at(passed, &filter, n, settle(f, 1.0)), high_pass(bilinear(n, DT), f),
                         ROUNDING, "first order", f, n);
        }
    }
}

Test(filter, first_order_of_no_frequency_lets_everything_pass)
{
    tac_first_order f;
    tac_first_order_init(&f, 0.0);
    for (int k = 0; k < 1000; k++) {
        double u = sin(0.1 * k) + 3.0;
        cr_assert_eq(tac_first_order_step(&f, u, DT), u);
    }
}

// A step of u against the closed form for damping 1. The trapezoidal rule sees a step as a ramp over
// its first interval: half a step later.
Test(filter, step_response)
{
    tac_second_order f;
    double w = 2.0 * M_PI * 0.5;
    tac_second_order_init(&f, 0.5, 1.0);
    for (int k = 1; k < 5000; k++) {
        tac_second_order_step(&f, 1.0, DT);
        double t = (k - 0.5) * DT;
        cr_assert_float_eq(tac_second_order_low(&f), 1.0 - (1.0 + w * t) * exp(-w * t),
                           w * w * DT * DT);
        cr_assert_float_eq(f.v, t * exp(-w * t), w * DT * DT);
    }
}

// Stable for every step, also far beyond where it is accurate.
Test(filter, no_step_is_too_long)
{
    for (double dt = 1e-4; dt < 1e3; dt *= 3.0) {
        tac_second_order f;
        tac_second_order_init(&f, 0.5, 0.7);
        double most = 0.0;
        for (int k = 0; k < 10000; k++) {
            tac_second_order_step(&f, k % 7 < 3 ? 1.0 : -1.0, dt);
            most = fmax(most, fabs(tac_second_order_low(&f)));
        }
        cr_expect_lt(most, 2.0, "dt %g s: %g", dt, most);
    }
}
