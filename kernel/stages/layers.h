// How a stage is called: through the layers that features have added to it, the outermost first.
#ifndef TAC_LAYERS_H
#define TAC_LAYERS_H

#include "work.h"

// Runs what lies below a layer.
static inline void tac_call_below(tac_workspace *w, tac_stage_call at, int first, int last)
{
    const tac_stage_entry *e = &w->stage[at.stage];
    if (at.below == 0) {
        e->run(w, first, last);
    } else {
        e->layer[at.below - 1](w, (tac_stage_call){at.stage, at.below - 1}, first, last);
    }
}

// Runs a stage with all its layers.
static inline void tac_call_stage(tac_workspace *w, int stage, int first, int last)
{
    tac_call_below(w, (tac_stage_call){stage, w->stage[stage].n_layer}, first, last);
}

// Puts a layer around a stage and the layers it has.
static inline void tac_add_layer(tac_workspace *w, int stage, tac_layer *layer)
{
    tac_stage_entry *e = &w->stage[stage];
    e->layer[e->n_layer++] = layer;
}

#endif
