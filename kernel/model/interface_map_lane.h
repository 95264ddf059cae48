// Where an interface of flexible bodies is on them, and what modes do there, on vector lanes.
#ifndef TAC_INTERFACE_MAP_LANE_H
#define TAC_INTERFACE_MAP_LANE_H

#include "base/modes_lane.h"
#include "flexible.h"

// Turns by modal rates are T Psi q', T = (1 + u~) / (1 + u . u), in body axes.
typedef struct tac_interface_map {
    modal_rows shape; // of displacements Phi, then of rotations Psi, six
    vec3v s;          // from the body's origin, body axes
    vec3v shift;      // Phi q, of that
    quatv p;          // interface axes to body axes
    mat3v R;          // the same
    vec3v u;          // Psi q / 2
    lane share;       // 1 / (1 + u . u)
} interface_mapv;

typedef struct posev {
    vec3v r;
    mat3v A;
    quatv p;
    vec3v v, w;
} posev;

// At modal coordinates q.
TAC_INLINE interface_mapv map_interface(const tac_modes *k, int interface, const chunk *q)
{
    lane sum[6];
    size_t apart = (size_t)(6 * 4 * k->n_four * lanes_of(k->same));
    interface_mapv to = {.shape = {k->shape + apart * (size_t)interface, k->same}};
    sum_rows(6, 6, to.shape, chunks_in(k->n), q, sum);
    const double *s = (const double *)(k->s + interface * lanes_of(k->same));
    vec3v s0 = k->same ? (vec3v){lane_set(s[0]), lane_set(s[1]), lane_set(s[2])} : load3(s);
    to.shift = (vec3v){sum[0], sum[1], sum[2]};
    to.s = add3v(s0, to.shift);
    to.u = scale3v(lane_set(0.5), (vec3v){sum[3], sum[4], sum[5]});
    to.share = 1.0 / (1.0 + dot3v(to.u, to.u));
    to.p = unitqv((quatv){lane_set(1.0), to.u.x, to.u.y, to.u.z});
    to.R = rotationv(to.p);
    return to;
}

// What modal rates x move and turn there, body axes.
TAC_INLINE void interface_rates(const interface_mapv *i, int chunks, const chunk *x, vec3v *move,
                                vec3v *turn)
{
    lane sum[6];
    sum_rows(6, 6, i->shape, chunks, x, sum);
    vec3v t = {sum[3], sum[4], sum[5]};
    *move = (vec3v){sum[0], sum[1], sum[2]};
    *turn = scale3v(i->share, add3v(t, cross3v(i->u, t)));
}

// The opposite: what a force and a torque there, body axes, are for modes: factors of the six rows of its shapes.
TAC_INLINE void interface_push(const interface_mapv *i, vec3v force, vec3v torque, lane *to)
{
    vec3v t = scale3v(i->share, add3v(torque, cross3v(torque, i->u)));
    to[0] = force.x;
    to[1] = force.y;
    to[2] = force.z;
    to[3] = t.x;
    to[4] = t.y;
    to[5] = t.z;
}

// Pose of the interface of a body with this pose and modal rates.
TAC_INLINE posev pose_there(const interface_mapv *i, int chunks, const posev *body, const chunk *qd)
{
    vec3v move, turn;
    interface_rates(i, chunks, qd, &move, &turn);
    vec3v v = add3v(cross3v(body->w, i->s), move);
    quatv p = mulqv(body->p, i->p);
    return (posev){add3v(body->r, mul3v(body->A, i->s)), rotationv(p), p,
                   add3v(body->v, mul3v(body->A, v)), tmul3v(i->R, add3v(body->w, turn))};
}

// The part of its accelerations, world and interface axes, that is there without accelerations of the body.
TAC_INLINE void interface_quad(const interface_mapv *i, int chunks, const mat3v *A, vec3v w,
                               const chunk *qd, vec3v *l, vec3v *a)
{
    vec3v moving, turning;
    interface_rates(i, chunks, qd, &moving, &turning);
    // u' is (I + u~)^-1 (1 + u.u) turning / 2: along u both have the same part, turning . u = Psi q' . u / (1 + u.u)
    vec3v slower = scale3v(-dot3v(i->u, turning), turning);
    *l = mul3v(*A, axpy3v(lane_set(2.0), cross3v(w, moving), cross3v(w, cross3v(w, i->s))));
    *a = tmul3v(i->R, add3v(slower, cross3v(w, turning)));
}

#endif
