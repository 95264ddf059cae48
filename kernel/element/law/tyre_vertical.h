// What carries a wheel, on lanes: radii, deflection and normal force of a tyre.
#ifndef TAC_TYRE_VERTICAL_H
#define TAC_TYRE_VERTICAL_H

#include "base/lane.h"
#include "base/lane_elementary.h"
#include "element/tyre.h"

// Radius without a load, of a wheel that spins.
TAC_INLINE lane tac_tyre_free_radius(const lane *c, lane spin)
{
    lane R0 = c[UNLOADED_RADIUS], turning = R0 * spin / c[LONGVL];
    return R0 * (c[Q_RE0] + c[Q_V1] * turning * turning);
}

typedef struct tac_tyre_spring {
    lane elastic, by_deflection; // N, N/m: at rest
    lane energy;                 // J
    lane factor;                 // of spin and of forces in the plane
} tac_tyre_spring;

// Fx and Fy are the forces of the iterate before.
TAC_INLINE tac_tyre_spring tac_tyre_carries(const lane *c, lane deflection, lane pressure,
                                            lane spin, lane Fx, lane Fy)
{
    tac_tyre_spring o;
    lane R0 = c[UNLOADED_RADIUS], nominal = c[FNOMIN], rho = deflection / R0;
    lane scale = nominal * (1.0 + c[PFZ1] * (pressure - 1.0));
    lane x = c[Q_FCX] * Fx / nominal, y = c[Q_FCY] * Fy / nominal;
    lane first = c[Q_FZ1], second = c[Q_FZ2];
    o.elastic = scale * (first * rho + second * rho * rho);
    o.by_deflection = scale * (first + 2.0 * second * rho) / R0;
    o.energy = scale * R0 * rho * rho * (0.5 * first + second / 3.0 * rho);
    o.factor = 1.0 + c[Q_V2] * lane_abs(R0 * spin / c[LONGVL]) - x * x - y * y;
    return o;
}

// Radius with which it rolls freely.
TAC_INLINE lane tac_tyre_rolling_radius(const lane *c, lane load, lane pressure, lane spin)
{
    lane fz = load / c[FNOMIN];
    lane stiffness = c[VERTICAL_STIFFNESS] * (1.0 + c[PFZ1] * (pressure - 1.0));
    return tac_tyre_free_radius(c, spin) -
           c[FNOMIN] / stiffness * (c[DREFF] * lane_atan(c[BREFF] * fz) + c[FREFF] * fz);
}

#endif
