// Property files of the tyres of a model, as lines for a reader.
#ifndef TAC_TYRES_H
#define TAC_TYRES_H

#include <stdio.h>

#include "simulation.h"

// Which formula every file has, for which loads, slips, angles and pressures, and whether its tyres start within them.
// Nothing without tyres.
void tac_print_tyres(FILE *out, const tac_simulation *s);

#endif
