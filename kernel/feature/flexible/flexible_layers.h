// The stages of index-3 on flexible bodies, beside those of rigid ones.
#ifndef TAC_INDEX3_FLEXIBLE_H
#define TAC_INDEX3_FLEXIBLE_H

#include "flexible.h"
#include "workspace/stage_numbers.h"

// What is done with flexible bodies side by side: stages by their numbers, and besides
enum {
    TAC_FLEX_INTERFACES = TAC_INDEX3_STAGES, // where interfaces are, for other q
    TAC_FLEX_SETTLE, // of a static start: x is what modes lack of K q = loads, bodies stay; c->settled
    TAC_FLEX_WORKS
};

// By lanes. flexible_solves.c: what each solve starts from; flexible_motion.c: prediction, and what a solution changes.
extern tac_flex_work *const tac_flex_solves_1[TAC_FLEX_WORKS],
    *const tac_flex_solves_4[TAC_FLEX_WORKS], *const tac_flex_solves_8[TAC_FLEX_WORKS];
extern tac_flex_work *const tac_flex_motion_1[TAC_FLEX_WORKS],
    *const tac_flex_motion_4[TAC_FLEX_WORKS], *const tac_flex_motion_8[TAC_FLEX_WORKS];

// Layers of the stages of bodies, which still run over all bodies of a cell.
void tac_add_flexible_layers(tac_workspace *w);
// Modes of a state, at rest but for their rates.
void tac_load_flexible(tac_workspace *w, const tac_state *s);
// The largest part of its body's length that an iteration of a static start moves an interface by; x is set.
double tac_settle_flexible(tac_workspace *w);

// Modes of combined sequences of sub-steps, drawn towards what does not grow as rows of laws are
// (extrapolate.c); the bodies themselves are combined already. Cells first .. last - 1.
void tac_combine_flexible(tac_workspace *w, int first, int last);

#endif
