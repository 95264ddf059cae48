// Laws whose slopes change within a step, and the factors that follow them from iteration to iteration.
#ifndef TAC_CANONICAL_CURVED_LAWS_H
#define TAC_CANONICAL_CURVED_LAWS_H

#include "workspace/work.h"

// Whether a law's slope changes too much within a step for one factorization. A law with two slopes that differ by
// K leaves (dt^2/4 w K)^n of its force after n iterations with the factors of the first one. What K may come to is
// the model's, at its start, so that all steps take the same time.
bool tac_is_curved(const tac_workspace *w, int element);
bool tac_any_is_curved(const tac_workspace *w);

// Marks, behind those of the blocks in momenta.elsewhere: units whose factors depend on compliances of curved laws
// (n_unit), and these laws (n_element + n_carrier; the last, unknowns of carriers, are none).
static inline int *tac_fresh_units(const tac_workspace *w)
{
    return w->momenta.elsewhere + w->plan->g->n_block;
}

static inline int *tac_curved_laws(const tac_workspace *w)
{
    return tac_fresh_units(w) + w->plan->g->n_unit;
}

// Sets both, once.
void tac_mark_curved_laws(tac_workspace *w);

// Factors of marked units anew, right-hand sides of all: the same bits as with all factors anew.
void tac_refresh_units(tac_workspace *w, int first, int last);

#endif
