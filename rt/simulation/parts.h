// Lines of `tactus check` about parts.
#ifndef TAC_PRINT_PARTS_H
#define TAC_PRINT_PARTS_H

#include <stdio.h>

#include "simulation.h"

// Which objects they are, and what these have; nothing of a model without parts.
void tac_print_parts(FILE *out, const tac_simulation *s);

#endif
