// The functions that the stages of index-3 are, and the constants of their workspace.
#ifndef TAC_INDEX3_STAGES_H
#define TAC_INDEX3_STAGES_H

#include "step/memory.h"
#include "workspace/stage_numbers.h"

// Gives a workspace the stages for the lanes of its plan.
void tac_set_stages(tac_workspace *w);

// Constants of the cells, in zeroed memory, and the stages; methods put theirs over these.
void tac_fill_work(tac_workspace *w);

#endif
