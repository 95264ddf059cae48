// Where an interface of a flexible body is on it, and what modes do there.
#ifndef TAC_INTERFACE_MAP_H
#define TAC_INTERFACE_MAP_H

#include "base/four.h"
#include "rows.h"
#include "tables.h"

// Turns by modal rates are T Psi q', T = (1 + u~) / (1 + u . u), in body axes.
typedef struct tac_interface_map {
    const double *shape; // of displacements Phi, then of rotations Psi            (n_four, 6, 4)
    vec3 s;              // from the body's origin, body axes
    vec3 shift;          // Phi q, of that
    quat p;              // interface axes to body axes
    mat3 R;              // the same
    vec3 u;              // Psi q / 2
    double share;        // 1 / (1 + u . u)
} tac_interface_map;

// At modal coordinates q, whole fours.
void tac_map_interface(const tac_modes *k, int interface, const double *q, tac_interface_map *to);

// What modal rates x, whole fours, move and turn there, body axes.
TAC_INLINE void tac_interface_rates(const tac_interface_map *i, int n_four, const double *x,
                                    vec3 *move, vec3 *turn)
{
    double sum[8];
    sum_rows(6, 6, i->shape, n_four, x, sum);
    vec3 t = {sum[3], sum[4], sum[5]};
    *move = (vec3){sum[0], sum[1], sum[2]};
    *turn = scale3(i->share, add3(t, cross3(i->u, t)));
}

// The opposite: what a force and a torque there, body axes, are for modes: factors of the six rows of its shapes.
TAC_INLINE void tac_interface_push(const tac_interface_map *i, vec3 force, vec3 torque, double *to)
{
    vec3 t = scale3(i->share, add3(torque, cross3(torque, i->u)));
    to[0] = force.x;
    to[1] = force.y;
    to[2] = force.z;
    to[3] = t.x;
    to[4] = t.y;
    to[5] = t.z;
}

// Pose of the interface of a body with this pose and modal rates, whole fours.
tac_pose tac_mapped_pose(const tac_interface_map *i, int n_four, const tac_pose *body,
                         const double *qd);
// The part of its accelerations, world and interface axes, that is there without accelerations of the body.
void tac_interface_quad(const tac_interface_map *i, int n_four, const mat3 *A, vec3 w,
                        const double *qd, vec3 *l, vec3 *a);

#endif
