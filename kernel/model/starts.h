// Coordinates that joints start with (step/held.h): from the description to the table of a model.
#ifndef TAC_STARTS_H
#define TAC_STARTS_H

#include "tables.h"

void tac_fill_held(tac_model *m, const tac_desc *d);

#endif
