// Arc tangent, sine, cosine, exponential and logarithm on lanes, without branches on data. elementary.c is the instance with one lane.
#ifndef TAC_LANE_ELEMENTARY_H
#define TAC_LANE_ELEMENTARY_H

#include "elementary.h"
#include "lane.h"

// Polynomial coefficients are those of fdlibm, see the notice in elementary.c.
TAC_INLINE lane lane_atan_unit(lane y, lane x) // atan(y / x), 0 <= y <= x, x > 0
{
    // atan(y/x) = atan(b) + atan((y - b x) / (x + b y)) with b = 0, 1/2 or 1 so that |t| <= 7/16
    lane zero = lane_set(0.0);
    lane_mask half = lane_less(0.4375 * x, y), full = lane_less(0.6875 * x, y);
    lane b = lane_pick(full, lane_set(1.0), lane_pick(half, lane_set(0.5), zero));
    lane high = lane_pick(full, lane_set(7.85398163397448278999e-01),
                          lane_pick(half, lane_set(4.63647609000806093515e-01), zero));
    lane low = lane_pick(full, lane_set(3.06161699786838301793e-17),
                         lane_pick(half, lane_set(2.26987774529616870924e-17), zero));
    lane t = (y - b * x) / (x + b * y);
    lane z = t * t;
    lane w = z * z;
    lane odd =
        z * (3.33333333333329318027e-01 +
             w * (1.42857142725034663711e-01 +
                  w * (9.09088713343650656196e-02 +
                       w * (6.66107313738753120669e-02 +
                            w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))));
    lane even =
        w * (-1.99999999998764832476e-01 +
             w * (-1.11111104054623557880e-01 +
                  w * (-7.69187620504482999495e-02 +
                       w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
    return high - ((t * (odd + even) - low) - t);
}

// Angle of the point (x, y) in (-pi, pi]; 0 at the origin.
TAC_INLINE lane lane_atan2(lane y, lane x)
{
    lane zero = lane_set(0.0), ay = lane_abs(y), ax = lane_abs(x);
    lane_mask steep = lane_less(ax, ay);
    lane large = lane_pick(steep, ay, ax), small = lane_pick(steep, ax, ay);
    large = lane_pick(lane_less(zero, large), large, large + 1.0); // the origin; keeps NaN
    lane angle = lane_atan_unit(small, large);
    angle = lane_pick(steep, 0.5 * TAC_PI - (angle - 6.12323399573676603587e-17), angle);
    angle = lane_pick(lane_less(x, zero), TAC_PI - (angle - 1.22464679914735317720e-16), angle);
    return lane_pick(lane_less(y, zero), -angle, angle);
}

TAC_INLINE lane poly_sin(lane r, lane tail) // sin(r + tail) for |r| <= pi/4
{
    lane z = r * r;
    lane p = 8.33333333332248946124e-03 +
             z * (-1.98412698298579493134e-04 +
                  z * (2.75573137070700676789e-06 +
                       z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
    lane v = z * r;
    return r - ((z * (0.5 * tail - v * p) - tail) - v * -1.66666666666666324348e-01);
}

TAC_INLINE lane poly_cos(lane r, lane tail) // cos(r + tail) for |r| <= pi/4
{
    lane z = r * r;
    lane p =
        z * (4.16666666666666019037e-02 +
             z * (-1.38888888888741095749e-03 +
                  z * (2.48015872894767294178e-05 +
                       z * (-2.75573143513906633035e-07 +
                            z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
    lane half = 0.5 * z;
    lane w = 1.0 - half;
    return w + (((1.0 - w) - half) + (z * p - r * tail));
}

// Of angles up to 1e5 rad, what a body may turn by in a step; not a number beyond.
TAC_INLINE void lane_sincos(lane x, lane *sin, lane *cos)
{
    // x = n pi/2 + r + tail; the first two products with n are exact
    lane zero = lane_set(0.0), far = lane_abs(x) - 1e5;
    x = lane_pick(lane_less(far, zero), x, lane_set((double)NAN));
    lane n = lane_floor(x * 6.36619772367581382433e-01 + 0.5);
    lane a = x - n * 1.57079632673412561417e+00, b = n * 6.07710050630396597660e-11;
    lane r1 = a - b, e1 = (a - r1) - b; // exact rounding error of r1
    lane c = n * 2.02226624879595063154e-21 - e1;
    lane r = r1 - c, tail = (r1 - r) - c;
    lane s = poly_sin(r, tail), co = poly_cos(r, tail);
    // (s, co), (co, -s), (-s, -co), (-co, s) in the quarters 0 to 3
    lane half = 0.5 * n, odd = half - lane_floor(half); // 0 or 1/2
    lane pair = 0.5 * lane_floor(half),
         back = pair - lane_floor(pair); // 0 or 1/2 in the second half
    lane_mask is_odd = lane_less(zero, odd), is_back = lane_less(zero, back);
    lane along = lane_pick(is_odd, co, s), across = lane_pick(is_odd, -s, co);
    *sin = lane_pick(is_back, -along, along);
    *cos = lane_pick(is_back, -across, across);
}

// Arc tangent of any number.
TAC_INLINE lane lane_atan(lane x)
{
    lane one = lane_set(1.0), a = lane_abs(x);
    lane_mask steep = lane_less(one, a);
    lane angle = lane_atan_unit(lane_pick(steep, one, a), lane_pick(steep, a, one));
    angle = lane_pick(steep, 0.5 * TAC_PI - (angle - 6.12323399573676603587e-17), angle);
    return lane_pick(lane_less(x, lane_set(0.0)), -angle, angle);
}

// Of numbers from -700 to 700, and beyond as of those.
TAC_INLINE lane lane_exp(lane x)
{
    // x = n ln 2 + high - low
    lane most = lane_set(700.0);
    x = lane_pick(lane_less(most, x), most, lane_pick(lane_less(x, -most), -most, x));
    lane n = lane_floor(x * 1.44269504088896338700e+00 + 0.5);
    lane high = x - n * 6.93147180369123816490e-01, low = n * 1.90821492927058770002e-10;
    lane r = high - low, t = r * r;
    lane c =
        r - t * (1.66666666666666019037e-01 +
                 t * (-2.77777777770155933842e-03 +
                      t * (6.61375632143793436117e-05 +
                           t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
    return (1.0 - ((low - (r * c) / (2.0 - c)) - high)) * lane_two_to(n);
}

// Natural logarithm of a normal number above zero.
TAC_INLINE lane lane_log(lane x)
{
    lane m, one = lane_set(1.0), e = lane_exponent(x, &m);
    lane_mask large = lane_less(lane_set(1.41421356237309514547), m);
    lane n = lane_pick(large, e + one, e);
    lane f = lane_pick(large, 0.5 * m, m) - 1.0, s = f / (2.0 + f), z = s * s, w = z * z;
    lane odd = w * (3.999999999940941908e-01 +
                    w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
    lane even = z * (6.666666666666735130e-01 +
                     w * (2.857142874366239149e-01 +
                          w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
    lane half = 0.5 * f * f;
    return n * 6.93147180369123816490e-01 -
           ((half - (s * (half + (odd + even)) + n * 1.90821492927058770002e-10)) - f);
}

// x to the power y, x a normal number above zero, off by |y log x| rounding errors.
TAC_INLINE lane lane_power(lane x, lane y)
{
    return lane_exp(y * lane_log(x));
}

#endif
