// Carriers of a model, as lines of `check` and `tree`.
#ifndef TAC_SIMULATION_CARRIERS_H
#define TAC_SIMULATION_CARRIERS_H

#include <stdio.h>

#include "simulation.h"

// Which bodies carry how many rows; or, where the tree by rows is there instead, why. Nothing of models that have
// none anyway.
void tac_print_carriers(FILE *out, const tac_simulation *s);

#endif
