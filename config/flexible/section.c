#include "section.h"

#include "elementary.h"

#define TERMS 15 // of the series; the last is below 1e-7 of the first
#define SQUARINGS 10

// exp(-x), x >= 0: a Taylor series of a small part of it, squared.
static double decay(double x)
{
    double y = x > 700.0 ? 700.0 : x;
    for (int i = 0; i < SQUARINGS; i++) {
        y *= 0.5;
    }
    double sum = 1.0;
    for (int k = 12; k > 0; k--) {
        sum = 1.0 - sum * y / (double)k;
    }
    for (int i = 0; i < SQUARINGS; i++) {
        sum *= sum;
    }
    return sum;
}

static double hyperbolic_tangent(double x)
{
    double e = decay(2.0 * x);
    return (1.0 - e) / (1.0 + e);
}

// a b^3 (1/3 - 64/pi^5 b/a sum over odd n of tanh(n pi a / (2 b)) / n^5), b the shorter side.
static double box_torsion(double w, double h)
{
    double a = w > h ? w : h, b = w > h ? h : w, sum = 0.0;
    for (int k = TERMS - 1; k >= 0; k--) {
        double n = 2.0 * (double)k + 1.0;
        sum += hyperbolic_tangent(n * TAC_PI * a / (2.0 * b)) / (n * n * n * n * n);
    }
    double pi5 = TAC_PI * TAC_PI * TAC_PI * TAC_PI * TAC_PI;
    return a * b * b * b * (1.0 / 3.0 - 64.0 / pi5 * b / a * sum);
}

tac_beam_section tac_section_box(double w, double h, double nu)
{
    double shear = 10.0 * (1.0 + nu) / (12.0 + 11.0 * nu);
    return (tac_beam_section){.area = w * h,
                              .Iy = w * h * h * h / 12.0,
                              .Iz = h * w * w * w / 12.0,
                              .torsion = box_torsion(w, h),
                              .shear_y = shear,
                              .shear_z = shear};
}

tac_beam_section tac_section_hollow_box(double w, double h, double t)
{
    double v = w - 2.0 * t, g = h - 2.0 * t, area = w * h - v * g;
    return (tac_beam_section){.area = area,
                              .Iy = (w * h * h * h - v * g * g * g) / 12.0,
                              .Iz = (h * w * w * w - g * v * v * v) / 12.0,
                              .torsion = 2.0 * t * (w - t) * (w - t) * (h - t) * (h - t) /
                                         (w + h - 2.0 * t),
                              .shear_y = 2.0 * t * w / area,
                              .shear_z = 2.0 * t * h / area};
}

tac_beam_section tac_section_round(double outer, double inner, double nu)
{
    double o2 = outer * outer, i2 = inner * inner, m2 = i2 / o2, both = (1.0 + m2) * (1.0 + m2);
    double I = TAC_PI / 64.0 * (o2 - i2) * (o2 + i2);
    double shear = 6.0 * (1.0 + nu) * both / ((7.0 + 6.0 * nu) * both + (20.0 + 12.0 * nu) * m2);
    return (tac_beam_section){.area = 0.25 * TAC_PI * (o2 - i2),
                              .Iy = I,
                              .Iz = I,
                              .torsion = 2.0 * I,
                              .shear_y = shear,
                              .shear_z = shear};
}
