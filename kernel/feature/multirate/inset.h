// Insets: sub-models with steps of their own within the step of the whole. docs/equations.md, "Steps of their own".
//
// The whole steps with everything in it. An inset then makes its n sub-steps beside it, from the same state, while the
// bodies of its border go the way that the whole gave them: from where they were, with their velocity, to where they are
// now, at constant acceleration. What its elements pushed on them over the whole step takes the place of what they
// pushed in the whole, which iterates once more, and so on, twice in all. In the end an inset has its own state, moved by
// what the last iteration moved it in the whole; velocities and accelerations are then put onto the constraints of
// all bodies together. Insets are independent of each other.
#ifndef TAC_INSET_H
#define TAC_INSET_H

#include "base/pick.h"
#include "step/phases.h"
#include "workspace/inset_data.h"

// Memory of the insets of a whole, and of their workspaces.
void tac_layout_insets(tac_workspace *w, tac_workspace *memory, tac_arena *a);
// Constants of their workspaces by `fill`; after that of the whole.
void tac_fill_insets(tac_workspace *w, void fill(tac_workspace *w));

static inline void tac_set_zero(double *x, int n)
{
    for (int k = 0; k < n; k++) {
        x[k] = 0.0;
    }
}

static inline void tac_keep_larger(double value, double *most)
{
    *most = pick(value > *most, value, *most);
}

// Which body of the border an element of the inset is on, on a side, or TAC_NONE.
static inline int tac_border_of(const tac_inset *inset, const tac_element *e, int side)
{
    int body = e->body[side];
    return body >= inset->of->n_own && body < inset->of->m->n_body ? body - inset->of->n_own
                                                                   : TAC_NONE;
}

// Between the Newton iterations of the whole and its velocities.
void tac_add_insets(tac_phase_list *list, tac_workspace *w);

#endif
