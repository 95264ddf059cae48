// Work of constant loads and actuators, by how far what they act on has gone.
#ifndef TAC_QUERY_WORK_H
#define TAC_QUERY_WORK_H

#include "balance.h"

// J that loads put in since the state that `last` is of, which is of s afterwards; only that where it begins.  (n_load)
//   cost     of the order of loads; no allocation
double tac_work_of_loads(const tac_model *m, const tac_state *s, bool begins, tac_pushed *last);

// J that actuators give when the mechanism comes to where they have nothing to give.
//   cost     of the order of springs; no allocation
double tac_stored_by_actuators(const tac_model *m, const tac_state *s);

#endif
