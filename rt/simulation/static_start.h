// A static start of flexible bodies that finds no rest: which force law keeps it from that.
#ifndef TAC_STATIC_START_H
#define TAC_STATIC_START_H

#include <stdbool.h>

#include "simulation.h"

// Whether a start failed for its search for rest alone; says why into s->diag then. Laws act in it by their forces at the
// last place (docs/flexible-bodies.md), which leads away from rest where they are stiffer than the bodies they act on.
bool tac_static_start_refused(tac_simulation *s, tac_status status);

#endif
