// The motion of a free body over a step, on vector lanes.
//
// H = |L|^2 / (2 Ja) + (1/Jb - 1/Ja) Lb^2 / 2 + (1/Jc - 1/Ja) Lc^2 / 2 in principal axes. The first term turns the
// body about L and commutes with the rest; each other one turns it about its axis. Each is done exactly, the
// second one in two halves around the third. World angular momentum is kept, the step is its own inverse, and
// of a body with Ja = Jb it is the motion itself, however far it turns.
//
// Turns by nothing are left out: of a body with Ja = Jb those about axis 1, of one with three equal moments all but the
// first. They would change no bit, whatever else has its place on the same lanes, as no L has a zero with a sign.
#ifndef TAC_FREE_ROTATION_H
#define TAC_FREE_ROTATION_H

#include "base/lane_elementary.h"
#include "workspace/work.h"

typedef struct turnv {
    quatv q; // increment, principal axes
    vec3v L; // in the axes as turned
} turnv;

// About principal axis 1 or 2 with rate times L about it, for a time.
TAC_INLINE turnv turn_about(turnv t, int axis, lane rate, lane time)
{
    lane s, c, zero = lane_set(0.0);
    lane_sincos(0.5 * time * rate * (axis == 1 ? t.L.y : t.L.z), &s, &c);
    lane cos = c * c - s * s, sin = 2.0 * s * c;
    if (axis == 1) {
        t.q = mulqv(t.q, (quatv){c, zero, s, zero});
        t.L = (vec3v){cos * t.L.x - sin * t.L.z, t.L.y, cos * t.L.z + sin * t.L.x};
    } else {
        t.q = mulqv(t.q, (quatv){c, zero, zero, s});
        t.L = (vec3v){cos * t.L.x + sin * t.L.y, cos * t.L.y - sin * t.L.x, t.L.z};
    }
    return t;
}

// About L itself.
TAC_INLINE turnv turn_about_momentum(turnv t, lane rate, lane time)
{
    lane s, c, zero = lane_set(0.0), size = norm3v(t.L);
    lane_sincos(0.5 * time * rate * size, &s, &c);
    lane along = s / lane_pick(lane_less(zero, size), size, lane_set(1.0));
    t.q = mulqv(t.q, (quatv){c, along * t.L.x, along * t.L.y, along * t.L.z});
    return t;
}

// Rates are 1/Ja, 1/Jb - 1/Ja, 1/Jc - 1/Ja.
TAC_INLINE turnv free_rotation(vec3v L, vec3v rate, lane dt, tac_moments moments)
{
    lane zero = lane_set(0.0);
    turnv t = {{lane_set(1.0), zero, zero, zero}, {L.x + zero, L.y + zero, L.z + zero}};
    if (moments == TAC_NONE_EQUAL) {
        t = turn_about(t, 1, rate.y, 0.5 * dt);
    }
    if (moments != TAC_ALL_EQUAL) {
        t = turn_about(t, 2, rate.z, dt);
    }
    if (moments == TAC_NONE_EQUAL) {
        t = turn_about(t, 1, rate.y, 0.5 * dt);
    }
    return turn_about_momentum(t, rate.x, dt);
}

#endif
