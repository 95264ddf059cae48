#include "lane_elementary.h"
#include "pick.h"

#include <math.h>

// Polynomial coefficients and the split of pi/2 are those of fdlibm:
// Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun
// Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is
// freely granted, provided that this notice is preserved.

static double poly_sin(double r, double tail) // sin(r + tail) for |r| <= pi/4
{
    double z = r * r;
    double p = 8.33333333332248946124e-03 +
               z * (-1.98412698298579493134e-04 +
                    z * (2.75573137070700676789e-06 +
                         z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
    double v = z * r;
    return r - ((z * (0.5 * tail - v * p) - tail) - v * -1.66666666666666324348e-01);
}

static double poly_cos(double r, double tail) // cos(r + tail) for |r| <= pi/4
{
    double z = r * r;
    double p =
        z * (4.16666666666666019037e-02 +
             z * (-1.38888888888741095749e-03 +
                  z * (2.48015872894767294178e-05 +
                       z * (-2.75573143513906633035e-07 +
                            z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
    double half = 0.5 * z;
    double w = 1.0 - half;
    return w + (((1.0 - w) - half) + (z * p - r * tail));
}

tac_sincos_pair tac_sincos(double x)
{
    // x = n pi/2 + r + tail; each product n * part is exact for |n| < 2^20
    static const double part1 = 1.57079632673412561417e+00; // leading 33 bits of pi/2
    static const double part2 = 6.07710050630396597660e-11; // next 33 bits
    static const double part3 = 2.02226624871116645580e-21; // next 33 bits
    static const double part3_tail = 8.47842766036889956997e-32;
    if (!(fabs(x) <= 1e9)) { // the reduction below has no digits left
        double nan = x - x;
        nan = nan / nan;
        return (tac_sincos_pair){nan, nan};
    }
    double scaled = x * 6.36619772367581382433e-01; // 2 / pi
    long n = (long)(scaled + pick(scaled < 0.0, -0.5, 0.5));
    double k = (double)n;
    double a = x - k * part1;
    double b = k * part2;
    double r1 = a - b;
    double e1 = (a - r1) - b; // exact rounding error of r1
    double c = k * part3 - e1;
    double r = r1 - c;
    double tail = ((r1 - r) - c) - k * part3_tail;

    double s = poly_sin(r, tail);
    double co = poly_cos(r, tail);
    // (s, co), (co, -s), (-s, -co), (-co, s) in the quarters 0 to 3
    double along = pick(n & 1, co, s), across = pick(n & 1, s, co);
    return (tac_sincos_pair){pick(n & 2, -along, along), pick((n + 1) & 2, -across, across)};
}

double tac_atan2(double y, double x)
{
    return lane_atan2(y, x);
}
