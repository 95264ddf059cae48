// Rotations of a step of single bodies, as stages/rotation.h has them on vector lanes, where their accuracy is said.
#ifndef TAC_TURN_H
#define TAC_TURN_H

#include "vec.h"

// Rotation vector of p0^-1 p, rad, in the axes that both have in common.
static inline vec3 tac_turned_by(quat p0, quat p)
{
    quat dp = axpyq(-1.0, p0, p);
    double u = 0.5 * dotq(dp, dp);
    double top = (274.0 * u - 2310.0) * u + 3780.0, below = (120.0 * u - 1680.0) * u + 3780.0;
    return scale3(4.0 * top / ((2.0 - u) * below), g_mul(p0, dp));
}

// p0 turned by a rotation vector, rad.
static inline quat tac_turned(quat p0, vec3 psi)
{
    double x = 0.0625 * dot3(psi, psi), below = 15.0 - 6.0 * x;
    vec3 top = scale3(0.25 * (15.0 - x), psi);
    double e0 = below * below - dot3(top, top);
    return unitq(axpyq(e0, p0, gt_mul(p0, scale3(2.0 * below, top))));
}

#endif
