// TMeasy on lanes: forces of a tyre of which few numbers are known (G. Rill, Road Vehicle Dynamics). In either
// direction the curve of the force over the slip has its slope at zero, its peak and where it slides, for the
// nominal load and twice that; slips of both directions are combined by their sizes. Polynomials and roots.
#ifndef TAC_TMEASY_H
#define TAC_TMEASY_H

#include "base/lane.h"
#include "magic_formula.h"

typedef struct tmeasy_curve {
    lane slope, peak_at, peak, slides_at, slides; // N, -, N, -, N
} tmeasy_curve;

// Through zero and two loads, f in parts of the first.
TAC_INLINE lane tmeasy_force(const lane *c, int first, int k, lane f)
{
    lane one = c[first + k], two = c[first + 5 + k];
    return f * (2.0 * one - 0.5 * two - (one - 0.5 * two) * f);
}

TAC_INLINE lane tmeasy_slip(const lane *c, int first, int k, lane f)
{
    return larger_than(c[first + k] + (c[first + 5 + k] - c[first + k]) * (f - 1.0), 1e-3);
}

// Friction scales forces and slips: the slope stays.
TAC_INLINE tmeasy_curve tmeasy_curve_of(const lane *c, int first, lane f, lane grip)
{
    lane mu = larger_than(grip, 1e-6);
    return (tmeasy_curve){.slope = tmeasy_force(c, first, 0, f),
                          .peak_at = mu * tmeasy_slip(c, first, 1, f),
                          .peak = mu * tmeasy_force(c, first, 2, f),
                          .slides_at = mu * tmeasy_slip(c, first, 3, f),
                          .slides = mu * tmeasy_force(c, first, 4, f)};
}

// In what slips of a direction count.
TAC_INLINE lane tmeasy_size(const tmeasy_curve *of, const tmeasy_curve *other)
{
    lane own = of->peak / of->slope, all = own + other->peak / other->slope;
    return of->peak_at / (of->peak_at + other->peak_at) + own / all;
}

TAC_INLINE lane tmeasy_both(lane x, lane cosine, lane y, lane sine)
{
    lane a = x * cosine, b = y * sine;
    return lane_sqrt(a * a + b * b);
}

// Force per slip.
TAC_INLINE lane tmeasy_along(const tmeasy_curve *of, lane s)
{
    lane zero = lane_set(0.0), one = lane_set(1.0), r = s / of->peak_at;
    lane rising = of->slope / (1.0 + r * (of->slope * of->peak_at / of->peak + r - 2.0));
    lane part = tyre_least((s - of->peak_at) / (of->slides_at - of->peak_at), one);
    lane falling = of->peak - (of->peak - of->slides) * part * part * (3.0 - 2.0 * part);
    lane_mask beyond = lane_less(of->peak_at, s) & lane_less(zero, s);
    return lane_pick(beyond, falling / larger_than(s, 1e-12), rising);
}

// Lever of the side force behind the point of contact, m.
TAC_INLINE lane tmeasy_trail(const lane *c, lane f, lane slip)
{
    lane zero = lane_set(0.0), lever[3];
    for (int k = 0; k < 3; k++) {
        lever[k] =
            c[TMEASY_TRAIL + k] + (c[TMEASY_TRAIL + 3 + k] - c[TMEASY_TRAIL + k]) * (f - 1.0);
    }
    lane n0 = lever[0], s0 = lever[1], sE = lever[2], s = lane_abs(slip), w = s0 / sE, r = s / s0;
    lane near = n0 * ((1.0 - w) * (1.0 - r) + w * (1.0 - (3.0 - 2.0 * r) * r * r));
    lane rest = (sE - s) / (sE - s0), far = -n0 * (1.0 - w) * (r - 1.0) * rest * rest;
    return lane_pick(lane_less(s, s0), near, lane_pick(lane_less(s, sE), far, zero));
}

TAC_INLINE void tac_tmeasy_load(const lane *c, const tac_tyre_slip *s, tac_tyre_loaded *o)
{
    lane f = s->load / c[FNOMIN];
    tmeasy_curve x = tmeasy_curve_of(c, TMEASY_X, f, c[LMUX] * s->grip_x);
    tmeasy_curve y = tmeasy_curve_of(c, TMEASY_Y, f, c[LMUY] * s->grip_y);
    o->Kx = x.slope;
    o->Ky = -y.slope;
    o->peak_x = x.peak;
    o->peak_y = y.peak;
    o->length_x = x.slope / c[LONGITUDINAL_STIFFNESS];
    o->length_y = y.slope / c[LATERAL_STIFFNESS];
}

TAC_INLINE void tac_tmeasy(const lane *c, const tac_tyre_slip *s, tac_tyre_forces *out)
{
    lane f = s->load / c[FNOMIN];
    tmeasy_curve x = tmeasy_curve_of(c, TMEASY_X, f, c[LMUX] * s->grip_x);
    tmeasy_curve y = tmeasy_curve_of(c, TMEASY_Y, f, c[LMUY] * s->grip_y);
    lane size_x = tmeasy_size(&x, &y), size_y = tmeasy_size(&y, &x);
    lane sx = s->kappa / size_x, sy = -s->tan_alpha / size_y,
         ahead = sx + 1e-12; // a direction at rest
    lane slip = lane_sqrt(ahead * ahead + sy * sy), cosine = ahead / slip, sine = sy / slip;
    tmeasy_curve of = {.slope = tmeasy_both(x.slope * size_x, cosine, y.slope * size_y, sine),
                       .peak_at = tmeasy_both(x.peak_at / size_x, cosine, y.peak_at / size_y, sine),
                       .peak = tmeasy_both(x.peak, cosine, y.peak, sine),
                       .slides_at =
                           tmeasy_both(x.slides_at / size_x, cosine, y.slides_at / size_y, sine),
                       .slides = tmeasy_both(x.slides, cosine, y.slides, sine)};
    lane along = tmeasy_along(&of, slip), zero = lane_set(0.0);
    out->Fx = along * sx;
    out->Fy = along * sy;
    out->by_kappa = along / size_x;
    out->by_alpha = -along / size_y;
    out->Mx = zero;
    out->My = tyre_rolling(c, s, out->Fx);
    out->Mz = -s->direction * tmeasy_trail(c, f, s->tan_alpha) * out->Fy;
}

#endif
