// Before and after the stages: signals in, states in and out.
#ifndef TAC_STATE_IO_H
#define TAC_STATE_IO_H

#include "stages/work.h"

// Inputs and signals at the end of the step that leads to the given index; the step starts from s.
void tac_latch(tac_workspace *w, const tac_state *s, const double *input, int64_t step);
void tac_load_state(tac_workspace *w,
                    const tac_state *s); // poses, zero accelerations: for the start
void tac_commit_inputs(const tac_workspace *w);
void tac_commit(tac_workspace *w, tac_state *s); // everything, beside the stages

#endif
