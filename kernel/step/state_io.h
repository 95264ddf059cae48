// Before and after the stages: signals in, states in and out.
#ifndef TAC_STATE_IO_H
#define TAC_STATE_IO_H

#include "workspace/work.h"

// Inputs and signals at the end of the step that leads to the given index; the step starts from s.
void tac_latch(tac_workspace *w, const tac_state *s, const double *input, int64_t step);

// Sources over a step or sub-step of the whole, once those at its end are there. Projected accelerations go on from what
// the iterations pushed with: there that is what the end has.
void tac_latch_span(const tac_workspace *whole, const tac_signal_span *of, tac_workspace *to,
                    int copy);
void tac_load_state(tac_workspace *w,
                    const tac_state *s); // poses, zero accelerations: for the start
void tac_commit_inputs(const tac_workspace *w);
void tac_commit(tac_workspace *w, tac_state *s); // everything, beside the stages

// ---- couplers ----------------------------------------------------------------------------------

// Factors and sums of a state as the model has them.
void tac_begin_couplers(const tac_model *m, const tac_state *s);

// Factors of a step that starts from a state, in the workspace and those of its sub-steps. Where
// one is not that of the step before, the sum moves with it, so that nothing turns because of it.
//   writes   w->coupled
void tac_latch_couplers(tac_workspace *w, const tac_state *s);

#endif
