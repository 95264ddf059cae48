// The solves of the canonical step, as data, and the list of phases that they make.
#ifndef TAC_CANONICAL_SOLVES_H
#define TAC_CANONICAL_SOLVES_H

#include "step/phases.h"

// One step from a state whose rows and factors are at hand.
void tac_add_canonical_step(tac_phase_list *list, tac_workspace *w);
// Rows and factors of a state that is somewhere else, then one step.
void tac_add_canonical_first(tac_phase_list *list, tac_workspace *w);
// Combined sequences onto the constraints, with accelerations and multipliers.
void tac_add_canonical_end(tac_phase_list *list, tac_workspace *w);

// The same rows and factors by one worker, all at once.
void tac_place_canonical(tac_workspace *w);

#endif
