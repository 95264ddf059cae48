// What a flexible body carries at an interface: the sensor internal_force.
//
// It is a balance: what joints, laws and loads do to the body at some of its interfaces, less what the part of the body
// beyond the section takes to be moved and held against gravity. It is right in motion and at rest, however few modes
// there are, as the multipliers and accelerations are.
#ifndef TAC_INTERNAL_H
#define TAC_INTERNAL_H

#include "model/tables.h"

// Force and torque at frame a's origin, world.
//   cost     of the order of the body's elements and loads and of n^2; no allocation
void tac_sense_internal(const tac_model *m, const tac_state *s, const tac_sensor_desc *d,
                        vec3 *force, vec3 *torque);

// The value of one source at a state; 0 of TAC_NONE.
double tac_source_in(const tac_model *m, const tac_state *s, int i);

#endif
