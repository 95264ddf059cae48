// Sub-models with steps of their own, as lines of text.
#ifndef TAC_SUBSTEPS_H
#define TAC_SUBSTEPS_H

#include <stdio.h>

#include "simulation.h"

// One line for each, of a prepared simulation: its sub-steps, bodies and interface bodies; nothing without any.
void tac_print_substeps(FILE *out, const tac_simulation *s);

#endif
