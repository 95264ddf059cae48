// Layers of the stages of index-3 in a workspace that is an inset, and in one that has insets.
#ifndef TAC_INSET_STAGES_H
#define TAC_INSET_STAGES_H

#include "inset.h"

void tac_add_inset_layers(tac_workspace *w);

// A body of the border after the sub-steps that an inset has latched.
tac_body_state tac_border_now(const tac_workspace *sub, const tac_border *b);

#endif
