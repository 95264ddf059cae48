// Which method suits a model, for `check`.
#ifndef TAC_ADVICE_H
#define TAC_ADVICE_H

#include <stdio.h>

#include "simulation.h"

// One line: index3, canonical or either, and the reason; and one whether modular suits. What
// docs/methods.md measures is behind it. Read after the start.
void tac_print_advice(FILE *out, const tac_simulation *s);

#endif
