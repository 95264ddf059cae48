#include "rank.h"

#include <string.h>

#include "pivots.h"
#include "step/memory.h"
#include "step/state_io.h"
#include "workspace/single_access.h"

// Of a shaft one, and one that its joint takes.
static int freedoms_of_bodies(const tac_model *m)
{
    int n = 0;
    for (int i = 0; i < m->n_body; i++) {
        n += m->bodies.shaft[i] ? 2 : 6;
    }
    return n;
}

tac_rank tac_count_rank(tac_work *work, const tac_state *s, int *redundant)
{
    tac_workspace *w = work->space;
    const tac_model *m = w->m;
    tac_pivots found = {.cancelled = tac_cancelled};
    tac_set_compliances(w, TAC_OF_RANK);
    tac_latch(w, s, NULL, *s->step);
    tac_load_state(w, s);
    tac_find_pivots(w, &found);
    tac_set_compliances(w, TAC_OF_STEPS);
    memset(redundant, 0, (size_t)m->n_element * sizeof *redundant);
    for (int row = 0; row < m->n_tree_row; row++) {
        redundant[m->rows.row_element[row]] += *tac_row_field(w, row, R_SIGMA) > 0.0;
    }
    int rows = tac_model_constraint_rows(m);
    return (tac_rank){rows, rows - found.n,
                      freedoms_of_bodies(m) + m->flex.n_mode - rows + found.n};
}
