// Couplers that give, in the canonical step: as laws of cells (law_rows.h), on the sum of their
// terms, where their row is eliminated (step/coupled_law.h).
#ifndef TAC_CANONICAL_COUPLER_LAWS_H
#define TAC_CANONICAL_COUPLER_LAWS_H

#include "workspace/work.h"

void tac_couple_canonical(tac_workspace *w, const tac_element *lead);

#endif
