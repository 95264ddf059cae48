// The keys `doubt_length` and `doubt_angle` of model and rig files.
#ifndef TAC_DOUBT_LIMITS_H
#define TAC_DOUBT_LIMITS_H

#include "reader.h"
#include "solver.h"

// Replaces the limits that the map has; refuses those that are not above zero.
void tac_read_doubt_limits(const tac_place *p, const tac_node *map, tac_options *o);

#endif
