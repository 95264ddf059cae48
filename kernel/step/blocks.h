// Blocks: sources that make their value once per step, from other sources and sensors and what they carry.
//
// Where a step begins they run in the order of the description, on the state that it starts from and on sources and inputs
// at its end. Their values go where inputs are: the state has the last three, sub-steps and stages see what they see of
// an input, and pushes are by the value that holds over the step. What blocks carry is part of the state, written with it.
#ifndef TAC_STEP_BLOCKS_H
#define TAC_STEP_BLOCKS_H

#include "workspace/work.h"

// Once inputs are latched.
//   reads    s, w->step.input of inputs
//   writes   w->step.input of blocks, w->step.block; w->step.signal as scratch
void tac_run_blocks(tac_workspace *w, const tac_state *s, int64_t step);

#endif
