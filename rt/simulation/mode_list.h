// The modes of flexible bodies, for `check`.
#ifndef TAC_MODE_LIST_H
#define TAC_MODE_LIST_H

#include <stdio.h>

#include "simulation.h"

// Frequency, damping and omega dt of every mode, free ones where shapes move the body as a whole, which of them the step
// resolves, and what else a user should know:
// too few modes, and spin that would stiffen the body. Prints nothing without flexible bodies.
void tac_print_modes(FILE *out, const tac_simulation *s);

#endif
