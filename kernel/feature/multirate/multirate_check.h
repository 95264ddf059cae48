// What of a model cannot have steps of its own; what of a description is in model/substepped.h.
#ifndef TAC_MULTIRATE_CHECK_H
#define TAC_MULTIRATE_CHECK_H

#include "model/plan/grouping.h"
#include "solver.h"

// Whether the multirate sub-models of a model can be with these options; of laws on their interface bodies those that are too stiff for
// the step of the whole.
//   fails    TAC_SUBSTEPS, TAC_STIFF_BORDER
tac_status tac_check_multirate(const tac_model *m, const tac_grouping *g, const tac_options *o);

#endif
