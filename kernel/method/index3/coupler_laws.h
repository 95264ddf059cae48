// Couplers that give, in the solves of index-3 and modular: as laws of cells (law_rows.h), on the
// sum of their terms, where their row is eliminated (step/coupled_law.h).
#ifndef TAC_COUPLER_LAWS_H
#define TAC_COUPLER_LAWS_H

#include "workspace/work.h"

void tac_couple_index3(tac_workspace *w, const tac_element *lead);

#endif
