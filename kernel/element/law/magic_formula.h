// The Magic Formula on lanes: forces and moments of a tyre that rolls steadily, as the versions 6.1
// and 5.2 have them, at the contact point in contact axes (docs/equations.md, "Tyres").
//
//   6.1  [tyre] (4.E1) to (4.E78), without turn slip
//   5.2  the same with alpha and gamma themselves, no pressure, and its own trail and residual moment
//
// A cell may have tyres of both: both are computed then, and chosen by lane.
#ifndef TAC_MAGIC_FORMULA_H
#define TAC_MAGIC_FORMULA_H

#include "base/lane.h"
#include "base/lane_elementary.h"
#include "element/tyre.h"

typedef struct tac_tyre_slip {
    lane kappa, tan_alpha;   // slip with relaxation: u / sigma_x, w / sigma_y
    lane gamma, sine;        // inclination, and its sine
    lane load;               // N
    lane pressure;           // of the nominal one
    lane speed;              // m/s, of the wheel's centre along x
    lane direction;          // 1 forwards, -1 backwards, between them at a walk
    lane grip_x, grip_y;     // scale LMUX and LMUY
    int old, recent, simple; // some lanes have 5.2, some 6.1, some TMeasy
} tac_tyre_slip;

// What load, pressure and camber make of the coefficients.
typedef struct tac_tyre_loaded {
    lane df, dp, g; // load and pressure beyond the nominal ones; inclination of the formula
    lane Kx, Ky, mu_x, mu_y; // slip stiffnesses, N; friction
    lane peak_x, peak_y;     // N, above zero
    lane length_x, length_y; // m: of relaxation
} tac_tyre_loaded;

typedef struct tac_tyre_forces {
    lane Fx, Fy, Mx, My, Mz;
    lane by_kappa, by_alpha; // slopes of Fx by kappa, of Fy by tan alpha
} tac_tyre_forces;

TAC_INLINE lane tyre_sign(lane x)
{
    lane zero = lane_set(0.0), one = lane_set(1.0);
    return lane_pick(lane_less(zero, x), one, lane_pick(lane_less(x, zero), -one, zero));
}

TAC_INLINE lane tyre_least(lane a, lane b)
{
    return lane_pick(lane_less(a, b), a, b);
}

TAC_INLINE lane larger_than(lane x, double least)
{
    return lane_pick(lane_less(x, lane_set(least)), lane_set(least), x);
}

// Away from zero by as much, of the same sign.
TAC_INLINE lane tyre_away(lane x, double least)
{
    lane most = lane_set(least);
    lane_mask small = lane_less(lane_abs(x), most);
    return lane_pick(small, lane_pick(lane_less(x, lane_set(0.0)), -most, most), x);
}

// sine and cosine of C atan(B x - E (B x - atan(B x))), and the slope of its argument.
typedef struct tyre_wave {
    lane sine, cosine, slope;
} tyre_wave;

TAC_INLINE tyre_wave tyre_wave_at(lane B, lane C, lane E, lane x)
{
    tyre_wave w;
    lane Bx = B * x, y = Bx - E * (Bx - lane_atan(Bx));
    lane_sincos(C * lane_atan(y), &w.sine, &w.cosine);
    w.slope = C * B * ((1.0 - E) + E / (1.0 + Bx * Bx)) / (1.0 + y * y);
    return w;
}

TAC_INLINE lane tyre_cosine(lane B, lane C, lane E, lane x) // falls off with the other slip
{
    return tyre_wave_at(B, C, E, x).cosine;
}

// ---- longitudinal ------------------------------------------------------------------------------

typedef struct tyre_pure {
    lane F, D, slope; // force, peak, slope by the slip
    lane SH, SV;      // shifts
} tyre_pure;

TAC_INLINE void tyre_stiff_x(const lane *c, const tac_tyre_slip *s, tac_tyre_loaded *o)
{
    lane g = s->gamma * c[LGAX], df = o->df, dp = o->dp;
    o->mu_x = (c[PDX1] + c[PDX2] * df) * (1.0 + c[PPX3] * dp + c[PPX4] * dp * dp) *
              (1.0 - c[PDX3] * g * g) * (c[LMUX] * s->grip_x);
    o->Kx = s->load * (c[PKX1] + c[PKX2] * df) * lane_exp(c[PKX3] * df) *
            (1.0 + c[PPX1] * dp + c[PPX2] * dp * dp) * c[LKX];
}

// (4.E9) to (4.E18)
TAC_INLINE tyre_pure tyre_pure_x(const lane *c, const tac_tyre_slip *s, const tac_tyre_loaded *o)
{
    tyre_pure p;
    lane Fz = s->load, mu = c[LMUX] * s->grip_x, df = o->df;
    p.D = tyre_away(o->mu_x * Fz, 1e-6);
    p.SH = (c[PHX1] + c[PHX2] * df) * c[LHX];
    p.SV = Fz * (c[PVX1] + c[PVX2] * df) * c[LVX] * mu;
    lane x = s->kappa + p.SH, C = c[PCX1] * c[LCX];
    lane E = (c[PEX1] + c[PEX2] * df + c[PEX3] * df * df) * (1.0 - c[PEX4] * tyre_sign(x)) * c[LEX];
    tyre_wave w = tyre_wave_at(o->Kx / (C * p.D), C, tyre_least(E, lane_set(1.0)), x);
    p.F = p.D * w.sine + p.SV;
    p.slope = p.D * w.cosine * w.slope;
    return p;
}

// What side slip leaves of it, (4.E50) to (4.E57); a is the side slip of the formula.
TAC_INLINE lane tyre_share_x(const lane *c, const tac_tyre_slip *s, lane a, lane g, lane df)
{
    lane one = lane_set(1.0), k = c[RBX2] * s->kappa;
    lane B = (c[RBX1] + c[RBX3] * g * g) * c[LXAL] / lane_sqrt(1.0 + k * k);
    lane E = tyre_least(c[REX1] + c[REX2] * df, one), C = c[RCX1];
    return tyre_cosine(B, C, E, a + c[RHX1]) / tyre_cosine(B, C, E, c[RHX1]);
}

// ---- lateral -----------------------------------------------------------------------------------

// Cornering stiffness and friction, leaning by g.
TAC_INLINE void tyre_stiff_y(const lane *c, const tac_tyre_slip *s, lane df, lane dp, lane g,
                             lane *K, lane *mu)
{
    lane nominal = c[LFZO] * c[FNOMIN], sine, cosine;
    lane at = (s->load / nominal) / ((c[PKY2] + c[PKY5] * g * g) * (1.0 + c[PPY2] * dp));
    lane_sincos(c[PKY4] * lane_atan(at), &sine, &cosine);
    *K = tyre_away(c[PKY1] * nominal * (1.0 + c[PPY1] * dp) * (1.0 - c[PKY3] * lane_abs(g)) * sine *
                       c[LKY],
                   1e-6);
    *mu = (c[PDY1] + c[PDY2] * df) * (1.0 + c[PPY3] * dp + c[PPY4] * dp * dp) *
          (1.0 - c[PDY3] * g * g) * (c[LMUY] * s->grip_y);
}

// (4.E19) to (4.E30), leaning by g with its stiffness and friction.
TAC_INLINE tyre_pure tyre_pure_y(const lane *c, const tac_tyre_slip *s, lane a, lane g, lane K,
                                 lane friction, lane df, lane dp)
{
    tyre_pure p;
    lane Fz = s->load, mu = c[LMUY] * s->grip_y;
    p.D = tyre_away(friction * Fz, 1e-6);
    lane camber = Fz * (c[PVY3] + c[PVY4] * df) * g * c[LKYC] * mu;
    lane by_camber = Fz * (c[PKY6] + c[PKY7] * df) * (1.0 + c[PPY5] * dp) * c[LKYC];
    lane recent = 1.0 - c[OLD];
    p.SH =
        (c[PHY1] + c[PHY2] * df) * c[LHY] + c[PHY3] * g + recent * ((by_camber * g - camber) / K);
    p.SV = Fz * (c[PVY1] + c[PVY2] * df) * c[LVY] * mu + camber;
    lane x = a + p.SH, C = c[PCY1] * c[LCY];
    lane E = (c[PEY1] + c[PEY2] * df) *
             (1.0 + c[PEY5] * g * g - (c[PEY3] + c[PEY4] * g) * tyre_sign(x)) * c[LEY];
    tyre_wave w = tyre_wave_at(K / (C * p.D), C, tyre_least(E, lane_set(1.0)), x);
    p.F = p.D * w.sine + p.SV;
    p.slope = p.D * w.cosine * w.slope;
    return p;
}

// What longitudinal slip leaves of it, and what it adds, (4.E58) to (4.E67).
TAC_INLINE lane tyre_share_y(const lane *c, const tac_tyre_slip *s, lane a, lane g, lane df,
                             lane peak, lane *added)
{
    lane one = lane_set(1.0), k = s->kappa, slip = c[RBY2] * (a - c[RBY3]);
    lane B = (c[RBY1] + c[RBY4] * g * g) * c[LYKA] / lane_sqrt(1.0 + slip * slip);
    lane E = tyre_least(c[REY1] + c[REY2] * df, one), C = c[RCY1];
    lane shift = c[RHY1] + c[RHY2] * df, turned = c[RVY4] * a, sine, cosine;
    lane_sincos(c[RVY5] * lane_atan(c[RVY6] * k), &sine, &cosine);
    *added = peak * (c[RVY1] + c[RVY2] * df + c[RVY3] * g) / lane_sqrt(1.0 + turned * turned) *
             sine * c[LVYKA];
    return tyre_cosine(B, C, E, k + shift) / tyre_cosine(B, C, E, shift);
}

// ---- moments -----------------------------------------------------------------------------------

// (4.E69)
TAC_INLINE lane tyre_overturning(const lane *c, const tac_tyre_slip *s, lane Fy, lane dp)
{
    lane fz = s->load / c[FNOMIN], fy = Fy / c[FNOMIN], g = s->gamma;
    lane by_load = lane_atan(c[QSX6] * fz), sine, cosine, other, ignored;
    lane_sincos(c[QSX5] * by_load * by_load, &ignored, &cosine);
    lane_sincos(c[QSX7] * g + c[QSX8] * lane_atan(c[QSX9] * fy), &sine, &other);
    return c[UNLOADED_RADIUS] * s->load * c[LMX] *
           (c[QSX1] * c[LVMX] - c[QSX2] * g * (1.0 + c[PPMX1] * dp) + c[QSX3] * fy +
            c[QSX4] * cosine * sine + c[QSX10] * lane_atan(c[QSX11] * fz) * g);
}

// (A48) of the reference; against the direction of travel.
TAC_INLINE lane tyre_rolling(const lane *c, const tac_tyre_slip *s, lane Fx)
{
    lane fz = s->load / c[FNOMIN], v = s->speed / c[LONGVL], v2 = v * v, g = s->gamma;
    lane sum = c[QSY1] + c[QSY2] * Fx / c[FNOMIN] + c[QSY3] * lane_abs(v) + c[QSY4] * v2 * v2 +
               (c[QSY5] + c[QSY6] * fz) * g * g;
    return -s->direction * c[UNLOADED_RADIUS] * c[FNOMIN] * c[LMY] * sum * lane_power(fz, c[QSY7]) *
           lane_power(s->pressure, c[QSY8]);
}

// Side slip of the trail or of the residual moment with what longitudinal slip adds.
TAC_INLINE lane tyre_turned(const lane *c, const tac_tyre_slip *s, lane x, lane ratio)
{
    lane more = ratio * s->kappa, out = x;
    if (s->recent) {
        out = lane_sqrt(x * x + more * more) * tyre_sign(x);
    }
    if (s->old) {
        lane sine, cosine, half = lane_set(0.5);
        lane_sincos(x, &sine, &cosine);
        lane t = sine / tyre_away(cosine, 1e-9);
        lane angle = lane_atan(lane_sqrt(t * t + more * more)) * tyre_sign(x);
        out = lane_pick(lane_less(half, c[OLD]), angle, out);
    }
    return out;
}

typedef struct tyre_sideways {
    lane a, g, df, dp, c;  // slip, inclination, load, pressure, cos alpha
    lane F, trailing;      // side force; what of it has a trail
    lane Kx, K, D, SH, SV; // stiffnesses, peak, shifts
} tyre_sideways;

// (4.E71) to (4.E78)
TAC_INLINE lane tyre_aligning(const lane *c, const tac_tyre_slip *s, const tyre_sideways *y,
                              lane Fx)
{
    lane old = c[OLD], recent = 1.0 - old, df = y->df, Fz = s->load, R0 = c[UNLOADED_RADIUS];
    lane g = lane_pick(lane_less(lane_set(0.5), old), s->gamma * c[LGAZ], y->g);
    lane tilt = lane_abs(g), mu = c[LMUY] * s->grip_y, own = tyre_away(mu, 1e-9);
    lane nominal = (recent * c[LFZO] + old) * c[FNOMIN], ratio = y->Kx / y->K;
    lane stiff = c[LKY] / own;
    lane at = y->a + c[QHZ1] + c[QHZ2] * df + (c[QHZ3] + c[QHZ4] * df) * g;
    lane ar = y->a + y->SH + y->SV / y->K;
    // trail
    lane B =
        (c[QBZ1] + c[QBZ2] * df + c[QBZ3] * df * df) * (1.0 + c[QBZ4] * g + c[QBZ5] * tilt) * stiff;
    lane D = Fz * (R0 / nominal) * (c[QDZ1] + c[QDZ2] * df) * (1.0 - c[PPZ1] * y->dp) *
             (1.0 + c[QDZ3] * (recent * tilt + old * g) + c[QDZ4] * g * g) * c[LTR];
    lane E = (c[QEZ1] + c[QEZ2] * df + c[QEZ3] * df * df) *
             (1.0 + (c[QEZ4] + c[QEZ5] * g) * (2.0 / TAC_PI) * lane_atan(B * c[QCZ1] * at));
    lane trail =
        D * tyre_cosine(B, c[QCZ1], tyre_least(E, lane_set(1.0)), tyre_turned(c, s, at, ratio)) *
        y->c;
    // residual
    lane Br = c[QBZ9] * stiff + c[QBZ10] * y->K / y->D;
    lane cambered =
        (c[QDZ8] + c[QDZ9] * df) * (1.0 + c[PPZ2] * y->dp) + (c[QDZ10] + c[QDZ11] * df) * tilt;
    lane Dr = Fz * R0 * ((c[QDZ6] + c[QDZ7] * df) * c[LRES] + cambered * g * c[LKZC]) * mu *
              (recent * y->c + old);
    lane turned = Br * tyre_turned(c, s, ar, ratio);
    lane residual = Dr * y->c / lane_sqrt(1.0 + turned * turned);
    // lever of Fx
    lane lever =
        R0 * c[LS] *
        (c[SSZ1] + c[SSZ2] * y->F / nominal +
         (c[SSZ3] + c[SSZ4] * df) * lane_pick(lane_less(lane_set(0.5), old), s->gamma, y->g));
    return s->direction * (residual - trail * y->trailing) + lever * Fx;
}

// ---- all ---------------------------------------------------------------------------------------

// Lengths of relaxation: 6.1 has the stiffnesses of a carcass, 5.2 itself.
TAC_INLINE void tyre_relaxation(const lane *c, const tac_tyre_slip *s, tac_tyre_loaded *o)
{
    lane df = o->df, dp = o->dp, stiff_x = lane_abs(o->Kx), stiff_y = lane_abs(o->Ky);
    lane Cx = c[LONGITUDINAL_STIFFNESS] * (1.0 + c[PCFX1] * df + c[PCFX2] * df * df) *
              (1.0 + c[PCFX3] * dp);
    lane Cy =
        c[LATERAL_STIFFNESS] * (1.0 + c[PCFY1] * df + c[PCFY2] * df * df) * (1.0 + c[PCFY3] * dp);
    o->length_x = stiff_x / tyre_away(Cx, 1.0);
    o->length_y = stiff_y / tyre_away(Cy, 1.0);
    if (s->old) {
        lane R0 = c[UNLOADED_RADIUS], nominal = c[LFZO] * c[FNOMIN], sine, cosine;
        lane x = s->load * (c[PTX1] + c[PTX2] * df) * lane_exp(c[PTX3] * df) * (R0 / c[FNOMIN]) *
                 c[LSGKP];
        lane_sincos(2.0 * lane_atan(s->load / tyre_away(c[PTY2] * nominal, 1e-9)), &sine, &cosine);
        lane y = c[PTY1] * sine * (1.0 - c[PKY3] * lane_abs(o->g)) * R0 * c[LFZO] * c[LSGAL];
        // without a length of its own it has a carcass
        lane_mask is_old = lane_less(lane_set(0.5), c[OLD]);
        lane none = lane_set(1e-9);
        o->length_x = lane_pick(is_old & lane_less(none, lane_abs(c[PTX1])), x, o->length_x);
        o->length_y = lane_pick(is_old & lane_less(none, lane_abs(c[PTY1])), y, o->length_y);
    }
}

// Of the load and camber of a slip, whatever that is.
TAC_INLINE void tac_tyre_load(const lane *c, const tac_tyre_slip *s, tac_tyre_loaded *o)
{
    lane nominal = c[LFZO] * c[FNOMIN];
    o->df = (s->load - nominal) / nominal;
    o->dp = s->pressure - 1.0;
    o->g = s->sine;
    if (s->old) {
        lane_mask is_old = lane_less(lane_set(0.5), c[OLD]);
        o->g = lane_pick(is_old, s->gamma * c[LGAY], o->g);
    }
    tyre_stiff_x(c, s, o);
    tyre_stiff_y(c, s, o->df, o->dp, o->g, &o->Ky, &o->mu_y);
    o->peak_x = larger_than(lane_abs(o->mu_x * s->load), 1e-6);
    o->peak_y = larger_than(lane_abs(o->mu_y * s->load), 1e-6);
    tyre_relaxation(c, s, o);
}

// Side force of an upright wheel: what has a trail, of 6.1.
TAC_INLINE lane tyre_upright(const lane *c, const tac_tyre_slip *s, const tac_tyre_loaded *o,
                             lane a)
{
    lane K, mu, zero = lane_set(0.0);
    tyre_stiff_y(c, s, o->df, o->dp, zero, &K, &mu);
    return tyre_pure_y(c, s, a, zero, K, mu, o->df, o->dp).F;
}

// Forces and moments of a slip that lies within the limits of the file.
TAC_INLINE void tac_magic_formula(const lane *c, const tac_tyre_slip *s, const tac_tyre_loaded *o,
                                  tac_tyre_forces *out)
{
    lane_mask is_old = lane_less(lane_set(0.5), c[OLD]);
    lane a = s->tan_alpha, g = o->g, df = o->df, dp = o->dp, added;
    if (s->old) {
        a = lane_pick(is_old, lane_atan(a), a);
    }
    tyre_pure x = tyre_pure_x(c, s, o), y = tyre_pure_y(c, s, a, g, o->Ky, o->mu_y, df, dp);
    lane share_x = tyre_share_x(c, s, a, g, df);
    lane share_y = tyre_share_y(c, s, a, g, df, o->mu_y * s->load, &added);
    out->Fx = x.F * share_x;
    out->Fy = y.F * share_y + added;
    out->by_kappa = x.slope * share_x;
    out->by_alpha = y.slope * share_y;
    tyre_sideways of = {.a = a,
                        .g = g,
                        .df = df,
                        .dp = dp,
                        .c = 1.0 / lane_sqrt(1.0 + s->tan_alpha * s->tan_alpha),
                        .F = out->Fy,
                        .trailing = y.F * share_y,
                        .Kx = o->Kx,
                        .K = o->Ky,
                        .D = y.D,
                        .SH = y.SH,
                        .SV = y.SV};
    if (s->recent) {
        lane upright = tyre_upright(c, s, o, a) * share_y;
        of.trailing = lane_pick(is_old, of.trailing, upright);
    }
    out->Mx = tyre_overturning(c, s, out->Fy, dp);
    out->My = tyre_rolling(c, s, out->Fx);
    out->Mz = tyre_aligning(c, s, &of, out->Fx);
}

#endif
