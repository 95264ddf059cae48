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

void tac_all_bodies(tac_workspace *w, int stage)
{
    const int *first = w->plan->g->block_body;
    for (int k = 0; k < w->plan->g->n_block; k++) {
        tac_call_stage(w, stage, first[k], first[k + 1]);
    }
}
