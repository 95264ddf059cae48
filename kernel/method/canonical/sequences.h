// Orders 4 and 6 of the canonical step: sequences of sub-steps with weights for even powers.
#ifndef TAC_CANONICAL_SEQUENCES_H
#define TAC_CANONICAL_SEQUENCES_H

#include "step/phases.h"

bool tac_canonical_order(int order);    // one that the method has
int tac_canonical_sequences(int order); // 0 of a plain step
void tac_init_canonical_sequences(tac_workspace *w);
void tac_add_canonical_sequences(tac_phase_list *list, tac_workspace *w);
void tac_list_canonical_sequence(tac_phase_list *list, tac_workspace *sub);

// Signals in the middle of a step that ends `ahead` before the latched time, and of the one before it.
void tac_latch_before(tac_workspace *w, const tac_workspace *whole, double ahead);

#endif
