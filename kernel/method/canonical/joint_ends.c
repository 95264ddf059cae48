// Balls between two parts in the canonical step, one end at a time, and what is left of their rows when both
// ends are done. The operations on every number are those of elements.c.
#include "joint_ends.h"

#include "canonical.h"
#include "snap_lanes.h"
#include "step/element_lanes.h"
#include "workspace/layers.h"

enum { BALL_ROWS = 3 };

// ---- ends --------------------------------------------------------------------------------------

TAC_INLINE const tac_cell *cell_of(const tac_workspace *w, const tac_joint_end *h)
{
    return &w->plan->cell[h->cell];
}

typedef struct placed_end {
    poses collected;
    elementv e;
} placed_end;

// Where the point of an end is; with its Jacobian if that is asked for.
TAC_INLINE void place_end(tac_workspace *w, const tac_joint_end *h, int fresh, placed_end *p)
{
    const tac_cell *c = cell_of(w, h);
    double *J = slots_at(w, c, h->side);
    p->e.like = c->like;
    p->e.form = TAC_BALL;
    p->e.k = element_at(w, h->cell);
    find_body(w, c, h->side, B_R, PLACE_FIELDS, &p->collected, &p->e);
    if (fresh) {
        point_slots(&p->e, h->side, J);
    }
    store3(J + END_VALUE * L, point_at(&p->e, h->side));
}

static void ends_place(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        placed_end p;
        place_end(w, &w->plan->joint_end[i], 1, &p);
    }
}

static void ends_close(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        placed_end p;
        place_end(w, &w->plan->joint_end[i], 0, &p);
    }
}

static void ends_velocity(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_joint_end *h = &w->plan->joint_end[i];
        const tac_cell *c = cell_of(w, h);
        double *out = reactions_in(w, c->scratch) + c->react;
        placed_end p;
        place_end(w, h, 1, &p);
        lane y[BALL_ROWS], taut[BALL_ROWS];
        for (int k = 0; k < BALL_ROWS; k++) {
            y[k] = field(row_at(w, c, k), R_LAMBDA);
            taut[k] = field(p.e.k, E_TAUT) * y[k];
        }
        react_on(out, c, TAC_BALL, h->side, y, slots_at(w, c, h->side));
        p.e.form = TAC_BALL; // as a constant of the code
        stiffen_on(out, &p.e, h->side, taut, true);
    }
}

// With what stiffens bodies in a projection (snaps.h).
static void ends_project(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_joint_end *h = &w->plan->joint_end[i];
        const tac_cell *c = cell_of(w, h);
        placed_end p;
        place_end(w, h, 1, &p);
        lane taut[BALL_ROWS];
        for (int k = 0; k < BALL_ROWS; k++) {
            taut[k] = field(p.e.k, E_TAUT) *
                      (field(row_at(w, c, k), R_TAUT) + field(row_at(w, c, k), R_SIGMA));
        }
        p.e.form = TAC_BALL; // as a constant of the code
        stiffen_on(reactions_in(w, c->scratch) + c->react, &p.e, h->side, taut, true);
    }
}

// ---- both --------------------------------------------------------------------------------------

TAC_INLINE void between(const tac_workspace *w, int cell, int f)
{
    const tac_cell *c = &w->plan->cell[cell];
    const double *a = slots_at(w, c, 0), *b = slots_at(w, c, 1);
    for (int k = 0; k < BALL_ROWS; k++) {
        put(row_at(w, c, k), f, field(b, END_VALUE + k) - field(a, END_VALUE + k));
    }
}

static void split_project(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        for (int k = 0; k < BALL_ROWS; k++) {
            double *row = row_at(w, &w->plan->cell[i], k);
            put(row, R_TAUT, field(row, R_TAUT) + field(row, R_SIGMA));
        }
    }
    tac_call_stage(w, TAC_SPLIT_POSITION, first, last);
}

static void split_place(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        between(w, i, R_PHI);
        for (int k = 0; k < BALL_ROWS; k++) { // factors are made with a right-hand side
            put(row_at(w, &w->plan->cell[i], k), R_SIGMA, lane_set(0.0));
        }
    }
}

static void split_close(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_cell *c = &w->plan->cell[i];
        lane phi[BALL_ROWS];
        between(w, i, R_SIGMA);
        for (int k = 0; k < BALL_ROWS; k++) {
            phi[k] = field(row_at(w, c, k), R_SIGMA);
        }
        note_gap(w, i, phi, BALL_ROWS);
    }
}

static void split_push(tac_workspace *w, int first, int last)
{
    lane half = lane_set(0.5);
    for (int i = first; i < last; i++) {
        for (int k = 0; k < BALL_ROWS; k++) {
            double *row = row_at(w, &w->plan->cell[i], k);
            put(row, R_LAMBDA, lane_fma(half, field(row, R_SIGMA), field(row, R_LAMBDA)));
        }
    }
}

#if TAC_LANES == 1
#define STAGES tac_canonical_ends_1
#elif TAC_LANES == 4
#define STAGES tac_canonical_ends_4
#else
#define STAGES tac_canonical_ends_8
#endif

tac_stage *const STAGES[TAC_CANONICAL_STAGES] = {
    [TAC_MOMENTA_ENDS_PLACE] = ends_place,       [TAC_MOMENTA_ENDS_CLOSE] = ends_close,
    [TAC_MOMENTA_ENDS_VELOCITY] = ends_velocity, [TAC_MOMENTA_SPLIT_PLACE] = split_place,
    [TAC_MOMENTA_ENDS_PROJECT] = ends_project,   [TAC_MOMENTA_SPLIT_PROJECT] = split_project,
    [TAC_MOMENTA_SPLIT_CLOSE] = split_close,     [TAC_MOMENTA_SPLIT_PUSH] = split_push,
};
