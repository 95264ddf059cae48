#include "layers.h"

void tac_call_below(tac_workspace *w, tac_stage_call at, int first, int last)
{
    const tac_stage_entry *e = &w->stage[at.stage];
    if (at.below == 0) {
        e->run(w, first, last);
    } else {
        e->layer[at.below - 1](w, (tac_stage_call){at.stage, at.below - 1}, first, last);
    }
}

void tac_add_layer(tac_workspace *w, int stage, tac_layer *layer)
{
    tac_stage_entry *e = &w->stage[stage];
    e->layer[e->n_layer++] = layer;
    w->layered = true;
}
