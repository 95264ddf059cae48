// How a stage is called: through the layers that features have added to it, the outermost first.
#ifndef TAC_LAYERS_H
#define TAC_LAYERS_H

#include "work.h"

// Runs what lies below a layer.
void tac_call_below(tac_workspace *w, tac_stage_call at, int first, int last);

// Puts a layer around a stage and the layers it has.
void tac_add_layer(tac_workspace *w, int stage, tac_layer *layer);

// Runs a stage with all its layers.
static inline void tac_call_stage(tac_workspace *w, int stage, int first, int last)
{
    tac_call_below(w, (tac_stage_call){stage, w->stage[stage].n_layer}, first, last);
}

// Runs a stage with its layers over all cells of bodies, block by block.
void tac_all_bodies(tac_workspace *w, int stage);

#endif
