// Layers of the stages of index-3 in a workspace that is a multirate sub-model, and in one that has multirate sub-models.
#ifndef TAC_MULTIRATE_STAGES_H
#define TAC_MULTIRATE_STAGES_H

#include "multirate.h"

void tac_add_multirate_layers(tac_workspace *w);

// An interface body after the sub-steps that a multirate sub-model has latched.
tac_body_state tac_interface_now(const tac_workspace *sub, const tac_interface_body *b);

#endif
