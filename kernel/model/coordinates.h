// Coordinates of which more is asked: from the description to tables of a model.
#ifndef TAC_COORDINATES_H
#define TAC_COORDINATES_H

#include "tables.h"

// Those that joints start with (step/held.h).
void tac_fill_held(tac_model *m, const tac_desc *d);

// ---- actuators that stand for drives (step/effort.h) -------------------------------------------

int tac_count_efforts(const tac_desc *d);
tac_status tac_check_effort_lists(const tac_desc *d);

// Once rows have their numbers.
void tac_fill_efforts(tac_model *m, const tac_desc *d);

// Whether the rest of a model lets efforts be found.
tac_status tac_check_efforts(const tac_model *m);

#endif
