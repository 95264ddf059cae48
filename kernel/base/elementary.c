#include "lane_elementary.h"
#include "pick.h"

#include <math.h>

// Polynomial coefficients and the split of pi/2 are those of fdlibm:
// Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun
// Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is
// freely granted, provided that this notice is preserved.

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

double tac_exp(double x)
{
    return lane_exp(x);
}

double tac_log(double x)
{
    return lane_log(x);
}
