// Parts of a model before there are steps: which of those with bodies of their own are a batch, their memory, how
// sharp their laws are, and what is wrong with them.
#ifndef TAC_BATCHES_H
#define TAC_BATCHES_H

#include "workspace/work.h"

void tac_layout_parts(tac_workspace *w, const tac_plan *p, tac_arena *a);
void tac_fill_parts(tac_workspace *w);

// Whether laws in sub-models have sides; and how sharp these are at most, and frictions: slope times mobility times laws
// on a body, 1/s^2 and 1/s.
bool tac_parts_have_sides(const tac_model *m);
void tac_sharpest_in_parts(const tac_model *m, double sharp[2]);

//   fails    TAC_PART with the bushing
tac_status tac_check_parts(const tac_model *m, const tac_options *o);
// After their memory was filled.
tac_status tac_check_built_parts(const tac_workspace *w);

#endif
