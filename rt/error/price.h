// What a run costs, counted: the same on every machine.
#ifndef TAC_PRICE_H
#define TAC_PRICE_H

#include "simulation/simulation.h"

// Operations of a step, about: those of the tree's factorizations as `tactus tree` says them, and of bodies and
// rows, times what the method makes of them in a step. Neither lanes nor workers have a part in it.
double tac_step_price(const tac_simulation *s);

// Whether a run of so many steps is measured by runs beside it unless it is asked for.
bool tac_error_affordable(const tac_simulation *s, int64_t n_step);

#endif
