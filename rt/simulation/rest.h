// The place at which a rigid mechanism is at rest.
#ifndef TAC_REST_H
#define TAC_REST_H

#include "simulation.h"

// Moves the bodies of a prepared simulation, before its start, to where gravity, laws and what pushes at time zero hold each
// other: a copy without dampers, with sources as they are then, falls from the given places and loses its velocities
// whenever its kinetic energy begins to fall. Takes up to some hundred thousand steps.
//   fails    0 with the line in diag: it finds none, and which body goes on moving
int tac_find_rest(tac_simulation *s);

// After the start: nothing may move, as a drive may that has a rate at time zero.
int tac_begins_at_rest(tac_simulation *s);

#endif
