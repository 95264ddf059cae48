// Sine, cosine, arc tangent, exponential and logarithm against extended precision libm.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "elementary.h"
#include "rng.h"

typedef long double real;

#define POINTS 1000000

// Error in units of the last place of the exact value as a double.
static double ulps(double got, real exact)
{
    int e;
    (void)frexpl(exact, &e);
    real ulp = ldexpl(1.0L, (e < -1021 ? -1021 : e) - 53);
    return (double)(fabsl((real)got - exact) / ulp);
}

static double worse(double x, double worst)
{
    return x > worst ? x : worst;
}

static double sincos_ulps(double x)
{
    tac_sincos_pair p = tac_sincos(x);
    double s = ulps(p.sin, sinl((real)x)), c = ulps(p.cos, cosl((real)x));
    cr_assert(isfinite(s) && isfinite(c));
    return worse(s, c);
}

Test(elementary, sine_and_cosine_below_one_ulp_to_a_million)
{
    rng g = {1};
    double worst = 0.0;
    for (int i = 0; i < POINTS; i++) {
        worst = worse(sincos_ulps(uniform(&g, -1e6, 1e6)), worst);
        worst = worse(sincos_ulps(uniform(&g, -7.0, 7.0)), worst);
    }
    cr_log_info("sine and cosine: %.3f ulp", worst);
    cr_expect_lt(worst, 1.0);
}

// Where range reduction cancels most: the doubles around multiples of pi/2 and of pi/4.
Test(elementary, sine_and_cosine_below_one_ulp_at_multiples)
{
    rng g = {2};
    double worst = 0.0;
    for (int i = 0; i < POINTS / 4; i++) {
        double n = i < 1000 ? i : floor(uniform(&g, 0.0, 1e6 / (0.25 * TAC_PI)));
        double x = (double)((real)n * 0.785398163397448309615660845819875721L);
        double far = uniform(&g, 0.0, 1e-6);
        worst = worse(sincos_ulps(x), worst);
        worst = worse(sincos_ulps(nextafter(x, 1e300)), worst);
        worst = worse(sincos_ulps(-nextafter(x, -1e300)), worst);
        worst = worse(sincos_ulps(x + far), worst);
    }
    cr_log_info("at multiples of pi/4: %.3f ulp", worst);
    cr_expect_lt(worst, 1.0);
}

Test(elementary, sine_and_cosine_of_large_arguments)
{
    rng g = {3};
    double worst = 0.0;
    for (int i = 0; i < POINTS; i++) {
        double x = uniform(&g, 1e6, 1e9);
        x = uniform_int(&g, 2) ? x : -x;
        tac_sincos_pair p = tac_sincos(x);
        double s = (double)fabsl((real)p.sin - sinl((real)x));
        double c = (double)fabsl((real)p.cos - cosl((real)x));
        cr_assert(isfinite(s) && isfinite(c));
        worst = worse(worse(s, c) / fabs(x), worst);
    }
    cr_log_info("1e6 to 1e9: %.1e |x|", worst);
    cr_expect_lt(worst, 1.2e-16); // measured 1.1e-16: half a unit in the last place of x
}

Test(elementary, tiny_arguments_are_exact)
{
    for (double x = 1.0; x > 0.0; x *= 0.37) {
        cr_expect_lt(sincos_ulps(x), 1.0);
        cr_expect_lt(sincos_ulps(-x), 1.0);
    }
    cr_expect_eq(tac_sincos(0.0).sin, 0.0);
    cr_expect_eq(tac_sincos(0.0).cos, 1.0);
    cr_expect_eq(tac_sincos(DBL_MIN).sin, DBL_MIN);
}

Test(elementary, sine_is_odd_and_cosine_even)
{
    rng g = {4};
    for (int i = 0; i < POINTS; i++) {
        double x = uniform(&g, 0.0, i % 2 ? 10.0 : 1e7);
        tac_sincos_pair p = tac_sincos(x), n = tac_sincos(-x);
        cr_assert(p.sin == -n.sin && p.cos == n.cos, "at %a", x);
    }
}

Test(elementary, nothing_finite_comes_from_nothing_finite)
{
    const double bad[] = {HUGE_VAL, -HUGE_VAL, (double)NAN, 1.1e9, -1e300};
    for (int i = 0; i < 5; i++) {
        tac_sincos_pair p = tac_sincos(bad[i]);
        cr_expect(!isfinite(p.sin) && !isfinite(p.cos));
    }
    cr_expect(isnan(tac_atan2((double)NAN, 1.0)));
    cr_expect(isnan(tac_atan2(1.0, (double)NAN)));
}

Test(elementary, arc_tangent_below_two_ulp)
{
    rng g = {5};
    double worst = 0.0;
    for (int i = 0; i < POINTS; i++) {
        double x = uniform(&g, -1.0, 1.0), y = uniform(&g, -1.0, 1.0);
        double skew = ldexp(1.0, uniform_int(&g, 80) - 40);
        worst = worse(ulps(tac_atan2(y, x), atan2l((real)y, (real)x)), worst);
        worst = worse(ulps(tac_atan2(y * skew, x), atan2l((real)y * (real)skew, (real)x)), worst);
    }
    cr_log_info("arc tangent: %.3f ulp", worst);
    cr_expect_lt(worst, 2.0);
}

Test(elementary, arc_tangent_on_the_axes_and_diagonals)
{
    cr_expect_eq(tac_atan2(0.0, 0.0), 0.0);
    cr_expect_eq(tac_atan2(0.0, 3.0), 0.0);
    cr_expect_eq(tac_atan2(0.0, -3.0), TAC_PI);
    cr_expect_eq(tac_atan2(2.0, 0.0), 0.5 * TAC_PI);
    cr_expect_eq(tac_atan2(-2.0, 0.0), -0.5 * TAC_PI);
    cr_expect_eq(tac_atan2(2.0, 2.0), 0.25 * TAC_PI);
    cr_expect_eq(tac_atan2(-2.0, 2.0), -0.25 * TAC_PI);
    cr_expect_lt(ulps(tac_atan2(2.0, -2.0), 0.75L * 3.14159265358979323846L), 1.0);
}

Test(elementary, arc_tangent_is_odd_in_y)
{
    rng g = {6};
    for (int i = 0; i < POINTS; i++) {
        double x = uniform(&g, -1.0, 1.0), y = uniform(&g, 1e-9, 1.0);
        cr_assert_eq(tac_atan2(y, x), -tac_atan2(-y, x));
    }
}

// The pair lies on the unit circle and the arc tangent finds the angle again.
Test(elementary, functions_invert_each_other)
{
    rng g = {7};
    double worst_norm = 0.0, worst_angle = 0.0;
    for (int i = 0; i < POINTS; i++) {
        double x = uniform(&g, -TAC_PI, TAC_PI);
        tac_sincos_pair p = tac_sincos(x);
        worst_norm = worse(fabs(p.sin * p.sin + p.cos * p.cos - 1.0), worst_norm);
        worst_angle = worse(fabs(tac_atan2(p.sin, p.cos) - x), worst_angle);
    }
    cr_log_info("norm %.1e, angle %.1e", worst_norm, worst_angle);
    cr_expect_lt(worst_norm, 5e-16);
    cr_expect_lt(worst_angle, 1e-15);
}

Test(elementary, exponential_and_logarithm_below_one_ulp)
{
    rng g = {6};
    double exponential = 0.0, logarithm = 0.0;
    for (int i = 0; i < POINTS; i++) {
        double x = uniform(&g, -700.0, 700.0), y = uniform(&g, -1.0, 1.0);
        double z = ldexp(uniform(&g, 1.0, 2.0), uniform_int(&g, 2000) - 1000);
        double near = 1.0 + ldexp(uniform(&g, -1.0, 1.0), -uniform_int(&g, 40));
        exponential = worse(ulps(tac_exp(x), expl((real)x)), exponential);
        exponential = worse(ulps(tac_exp(y), expl((real)y)), exponential);
        logarithm = worse(ulps(tac_log(z), logl((real)z)), logarithm);
        logarithm =
            near == 1.0 ? logarithm : worse(ulps(tac_log(near), logl((real)near)), logarithm);
    }
    cr_log_info("exponential %.3f, logarithm %.3f ulp", exponential, logarithm);
    cr_expect_lt(exponential, 1.0);
    cr_expect_lt(logarithm, 1.0);
    cr_expect_eq(tac_exp(0.0), 1.0);
    cr_expect_eq(tac_log(1.0), 0.0);
}
