// Stages of a workspace that is an inset, and of one that has insets, in place of the plain ones of index-3.
#ifndef TAC_INSET_STAGES_H
#define TAC_INSET_STAGES_H

#include "inset.h"

void tac_set_inset_stages(tac_workspace *w);

// A body of the border after the sub-steps that an inset has latched.
tac_body_state tac_border_now(const tac_workspace *sub, const tac_border *b);

#endif
