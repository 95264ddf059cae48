// How the wrenches of rows turn with the bodies: d(Phi_v^T)/dt, row by row, in world axes.
//
// A row's Jacobian on a body is the wrench that one unit of its multiplier exerts: a force l and a torque a about
// the centre of mass. HDCA needs its rate times sigma in place of gyroscopic terms and of gamma; gamma
// itself follows from it, since Phi_v dv/dt = -(d(Phi_v)/dt) v - d(phi_t)/dt.
#ifndef TAC_ROW_RATES_H
#define TAC_ROW_RATES_H

#include "model/rows.h"

//   reads    poses and velocities of both bodies, the multi-turn angle of a term with a table
//   writes   rates of the slots on the first and second body, force and torque in world axes (n_row each)
//   cost     of a row some hundred operations; cannot fail. Rows of bushings' rotations have none: they are laws
void tac_row_rates(const tac_element *e, const tac_pose *pa, const tac_pose *pb, double angle,
                   tac_slot *on_a, tac_slot *on_b);

#endif
