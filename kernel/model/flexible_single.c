#include "flexible_single.h"

static const chunk *chunks(const double *modes)
{
    return (const chunk *)modes;
}

// ---- interfaces --------------------------------------------------------------------------------

interface_mapv tac_map_single(const tac_modes *k, int interface, const double *q)
{
    return map_interface(k, interface, chunks(q));
}

tac_pose tac_pose_single(const tac_modes *k, const interface_mapv *at, const tac_pose *body,
                         const double *qd)
{
    posev from = {body->r, body->A, body->p, body->v, body->w};
    posev to = pose_there(at, chunks_of(k), &from, chunks(qd));
    return (tac_pose){to.r, to.A, to.p, to.v, to.w};
}

void tac_accelerate_single(const tac_modes *k, const interface_mapv *at, const tac_pose *body,
                           vec3 a, vec3 wd, const double *qd, const double *qdd, vec3 *to_a,
                           vec3 *to_wd)
{
    vec3 l, t, move, turn;
    interface_quad(at, chunks_of(k), &body->A, body->w, chunks(qd), &l, &t);
    interface_rates(at, chunks_of(k), chunks(qdd), &move, &turn);
    *to_a = add3(l, add3(a, mul3(body->A, add3(cross3(wd, at->s), move))));
    *to_wd = add3(t, tmul3(at->R, add3(wd, turn)));
}

void tac_push_single(const tac_modes *k, const interface_mapv *at, vec3 force, vec3 torque,
                     double *to)
{
    double push[6];
    interface_push(at, force, torque, push);
    mix_rows(6, 6, at->shape, chunks_of(k), push, (chunk *)to);
}

// ---- inertia -----------------------------------------------------------------------------------

void tac_inertia_single(const tac_modes *k, const mat3 *J0, const double *q, inertiav *to)
{
    inertia_at(k, *J0, chunks(q), to);
}

void tac_momentum_single(const tac_modes *k, const inertiav *at, vec3 w, const double *qd,
                         flexv *to, vec3 *moving)
{
    modal_momentum(k, at, NULL, w, chunks(qd), to, moving);
}

void tac_inertial_single(const tac_modes *k, const inertiav *at, double mass, const flexv *a,
                         vec3 w, const double *qd, flexv *to)
{
    chunk y[3 * TAC_MOST_CHUNKS];
    flexv gyro;
    times_inertia(k, at, mass, NULL, a, to);
    modal_turns(k, chunks(qd), y);
    gyroscopic(k, at, w, chunks(qd), y, &gyro);
    add_six(to->six, firstv(gyro.six), secondv(gyro.six));
    for (int i = 0; i < chunks_of(k); i++) {
        to->mode[i] += gyro.mode[i];
    }
}
