// What lanes do with flexible bodies (flexible_inertia_lane.h, interface_map_lane.h), of one body and outside of a step.
//
// Modal coordinates q, rates and accelerations are whole fours (tac_whole_fours). Forces, torques and moments are in the axes
// that are named there.
#ifndef TAC_FLEXIBLE_SINGLE_H
#define TAC_FLEXIBLE_SINGLE_H

#include "flexible_inertia_lane.h"
#include "interface_map_lane.h"

// Where an interface is.
interface_mapv tac_map_single(const tac_modes *k, int interface, const double *q);
// Its pose, of a body with this pose.
tac_pose tac_pose_single(const tac_modes *k, const interface_mapv *at, const tac_pose *body,
                         const double *qd);
// Its accelerations, world and interface axes, of a body with this pose and accelerations (world, body axes).
void tac_accelerate_single(const tac_modes *k, const interface_mapv *at, const tac_pose *body,
                           vec3 a, vec3 wd, const double *qd, const double *qdd, vec3 *to_a,
                           vec3 *to_wd);
// What a force and a torque there, body axes, are for modes, whole fours.
void tac_push_single(const tac_modes *k, const interface_mapv *at, vec3 force, vec3 torque,
                     double *to);

void tac_inertia_single(const tac_modes *k, const mat3 *J0, const double *q, inertiav *to);
// As modal_momentum.
void tac_momentum_single(const tac_modes *k, const inertiav *at, vec3 w, const double *qd,
                         flexv *to, vec3 *moving);
// What moves it: M times accelerations and gyroscopic terms.
void tac_inertial_single(const tac_modes *k, const inertiav *at, double mass, const flexv *a,
                         vec3 w, const double *qd, flexv *to);

#endif
