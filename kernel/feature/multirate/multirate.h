// Multirate sub-models: sub-models with steps of their own within the step of the whole. docs/equations.md, "Steps of their own".
//
// The whole steps with everything in it. A multirate sub-model then makes its n sub-steps beside it, from the same state, while the
// interface bodies go the way that the whole gave them: from where they were, with their velocity, to where they are
// now, at constant acceleration. What its elements pushed on them over the whole step takes the place of what they
// pushed in the whole, which iterates once more, and so on, twice in all. In the end a multirate sub-model has its own state, moved by
// what the last iteration moved it in the whole; velocities and accelerations are then put onto the constraints of
// all bodies together. Multirate sub-models are independent of each other.
#ifndef TAC_MULTIRATE_H
#define TAC_MULTIRATE_H

#include "base/pick.h"
#include "step/phases.h"
#include "workspace/multirate_data.h"

// Memory of the multirate sub-models of a whole, and of their workspaces.
void tac_layout_multirate(tac_workspace *w, tac_workspace *memory, tac_arena *a);
// Constants of their workspaces by `fill`; after that of the whole.
void tac_fill_multirate(tac_workspace *w, void fill(tac_workspace *w));

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

// Which interface body an element of the multirate sub-model is on, on a side, or TAC_NONE.
static inline int tac_interface_of(const tac_multirate *multirate, const tac_element *e, int side)
{
    int body = e->body[side];
    return body >= multirate->of->n_own && body < multirate->of->m->n_body
               ? body - multirate->of->n_own
               : TAC_NONE;
}

// Between the Newton iterations of the whole and its velocities.
void tac_add_multirate(tac_phase_list *list, tac_workspace *w);

#endif
