// What acts on bodies besides constraints: gravity, loads, laws. All laws act as they are where the mechanism is
// (explicitly): the formulations are right-hand sides of ordinary differential equations.
#ifndef TAC_FORCES_H
#define TAC_FORCES_H

#include "linear.h"

//   reads    pose with velocities, rows as placed
//   writes   load (n_body): force and torque about the centre of mass, world axes, of gravity, loads and laws;
//            lambda of laws (n_row). Returns the potential energy of laws, J
double tac_sum_forces(const tac_linear *p, const tac_pose *pose, const tac_signal *signal,
                      tac_slot *load, double *lambda);

#endif
