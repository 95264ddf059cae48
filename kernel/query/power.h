// Power of what works on a mechanism from outside: loads, and actuators of springs.
#ifndef TAC_QUERY_POWER_H
#define TAC_QUERY_POWER_H

#include "model/tables.h"

// W, at a state.
//   cost     of the order of loads and springs; no allocation
double tac_power_of(const tac_model *m, const tac_state *s);

#endif
