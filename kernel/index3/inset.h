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
#include "phases.h"

// A body of the border: its path, and what elements of the inset push on it, force (world) and torque (body axes).
typedef struct tac_border {
    tac_body_state from; // at the start of the step; a and wd are those of the path
    double start[6];     // force at the start of the whole step,
    double before[6];    // of the sub-step,
    double after[6];     // and at its end as its velocities feel it
    double impulse[6];   // so far
    double mean[6];      // force at the end that, with the one at the start, makes this impulse
    double change;       // of it in the last pass, N at the farthest frame
    double felt;         // what iterations left of sub-steps moves it by, m
} tac_border;

// A body of the inset itself.
typedef struct tac_own_body {
    tac_body_state before;   // in the whole, before it iterates once more
    double last[2], most[2]; // B_LAST and B_TRAVEL, largest of all sub-steps
} tac_own_body;

struct tac_inset {
    const tac_inset_model *of;
    tac_workspace *space; // sub-steps; nothing of the border moves in it but as told
    tac_border *border;   // (of->m->n_body - of->n_own)
    tac_own_body *own;    // (of->n_own)
};

// Memory of the insets of a whole, and of their workspaces.
void tac_layout_insets(tac_workspace *w, tac_workspace *memory, tac_arena *a);
// After tac_fill_work of the whole.
void tac_fill_insets(tac_workspace *w);

static inline int tac_border_count(const tac_inset *inset)
{
    return inset->of->m->n_body - inset->of->n_own;
}

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
