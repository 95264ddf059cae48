// Shafts: bodies that have an angle and no more, on bodies that carry them (docs/equations.md, "Shafts").
#ifndef TAC_PLAN_SHAFTS_H
#define TAC_PLAN_SHAFTS_H

#include "model/tables.h"

// Lists joints that are shafts by the bodies that carry them.
//   reads    elements
//   writes   n_shaft, shaft_first, shaft_of
void tac_sort_shafts(tac_model *m);

#endif
