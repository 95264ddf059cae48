// What a friction feels: how much a force along its row changes the rate of it (docs/decisions/0035).
//
// One that is too small, where the row moves harder than that, makes iterations go too far; one that is too large
// makes more of them necessary.
#ifndef TAC_FRICTION_WEIGHT_H
#define TAC_FRICTION_WEIGHT_H

#include "tables.h"

// Replaces row_w of frictions between a rigid body and ground by what the joint they are on leaves of it: the inverse of
// the mass or inertia that they feel, wherever the body is. Rows between two bodies keep that of the row alone, which
// is more than what joints leave.
//   cost  a few operations per friction and slot of its body; at setup
void tac_weigh_frictions(tac_model *m);

// Of a friction in steps of dt, 1/kg or 1/(kg m^2): row_w; of one on flexible bodies the same with their modes, as far
// as such a step lets them move, where they are at the start.
//   cost  the modes of its bodies, times 100 or so; at setup
double tac_friction_weight(const tac_model *m, const tac_element *e, double dt);

#endif
