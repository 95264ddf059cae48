// Balls between two parts in the modular step, one end at a time, and what is left of their rows when both ends are
// done. The operations on every number are those of elements.c.
#include "joint_ends.h"

#include "modular.h"
#include "step/element_lanes.h"
#include "workspace/layers.h"

enum { BALL_ROWS = 3 };

// Where the point of an end is when its acceleration is in END_VALUE.
enum { END_PLACE = END_BEFORE };

// ---- ends --------------------------------------------------------------------------------------

typedef struct placed_end {
    const tac_cell *c;
    const tac_joint_end *h;
    double *J;
    poses collected;
    elementv e;
} placed_end;

typedef void end_work(tac_workspace *w, placed_end *p);

TAC_INLINE void for_ends(tac_workspace *w, int first, int last, int fields, end_work *one)
{
    for (int i = first; i < last; i++) {
        placed_end p;
        p.h = &w->plan->joint_end[i];
        p.c = &w->plan->cell[p.h->cell];
        p.J = slots_at(w, p.c, p.h->side);
        p.e.like = p.c->like;
        p.e.form = TAC_BALL;
        p.e.k = element_at(w, p.h->cell);
        find_body(w, p.c, p.h->side, B_R, fields, &p.collected, &p.e);
        one(w, &p);
    }
}

// This end's share of Phi_q times the velocities.
TAC_INLINE void put_rates(const tac_workspace *w, const placed_end *p, int to)
{
    const tac_ref *r = &p->c->body[p->h->side];
    partsv x = {fetch3(w->fields.body + B_V * L, r), fetch3(w->fields.body + B_W * L, r)};
    for (int k = 0; k < BALL_ROWS; k++) {
        put(p->J, to + k, side_product(p->c, TAC_BALL, p->h->side, k, p->J, &x));
    }
}

TAC_INLINE void put_slots(const placed_end *p, int to)
{
    point_slots(&p->e, p->h->side, p->J);
    store3(p->J + to * L, point_at(&p->e, p->h->side));
}

TAC_INLINE void accelerate_end(tac_workspace *w, const placed_end *p)
{
    lane y[BALL_ROWS];
    store3(p->J + END_VALUE * L, point_quad(&p->e, p->h->side));
    for (int k = 0; k < BALL_ROWS; k++) {
        y[k] = field(row_at(w, p->c, k), R_LAMBDA);
    }
    react_on(reactions_in(w, p->c->scratch) + p->c->react, p->c, TAC_BALL, p->h->side, y, p->J);
}

// Geometric stiffness of the reactions, for the measure of doubt.
TAC_INLINE void tell_end(tac_workspace *w, placed_end *p)
{
    double *out = reactions_in(w, p->c->scratch) + p->c->react;
    lane y[BALL_ROWS];
    for (int k = 0; k < BALL_ROWS; k++) {
        y[k] = field(p->e.k, E_TAUT) * field(row_at(w, p->c, k), R_LAMBDA);
    }
    p->e.form = TAC_BALL; // as a constant of the code
    stiffen_on(out, &p->e, p->h->side, y, true);
}

TAC_INLINE void stage_end(tac_workspace *w, placed_end *p)
{
    point_slots(&p->e, p->h->side, p->J);
    accelerate_end(w, p);
}

TAC_INLINE void end_end(tac_workspace *w, placed_end *p)
{
    put_rates(w, p, END_RATE);
    accelerate_end(w, p);
    tell_end(w, p);
}

TAC_INLINE void last_end(tac_workspace *w, placed_end *p)
{
    put_slots(p, END_PLACE);
    end_end(w, p);
}

TAC_INLINE void close_end(tac_workspace *w, placed_end *p)
{
    (void)w;
    put_slots(p, END_VALUE);
}

TAC_INLINE void settle_end(tac_workspace *w, placed_end *p)
{
    put_slots(p, END_VALUE);
    put_rates(w, p, END_X);
}

static void ends_stage(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, POSE_FIELDS, stage_end);
}

static void ends_last(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, POSE_FIELDS, last_end);
}

static void ends_end(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, POSE_FIELDS, end_end);
}

static void ends_close(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, PLACE_FIELDS, close_end);
}

static void ends_settle(tac_workspace *w, int first, int last)
{
    for_ends(w, first, last, PLACE_FIELDS, settle_end);
}

// ---- both --------------------------------------------------------------------------------------

// Second end less first one; both together.
TAC_INLINE lane between(const double *a, const double *b, int f)
{
    return field(b, f) - field(a, f);
}

TAC_INLINE lane together(const double *a, const double *b, int f)
{
    return field(a, f) + field(b, f);
}

// What a stage leaves of a row k, a and b being the ends of its cell.
typedef void split_work(double *row, int k, const double *a, const double *b);

TAC_INLINE void for_split(tac_workspace *w, int first, int last, split_work *one)
{
    for (int i = first; i < last; i++) {
        const tac_cell *c = &w->plan->cell[i];
        for (int k = 0; k < BALL_ROWS; k++) {
            one(row_at(w, c, k), k, slots_at(w, c, 0), slots_at(w, c, 1));
        }
    }
}

TAC_INLINE void stage_row(double *row, int k, const double *a, const double *b)
{
    lane gamma = lane_set(0.0) - between(a, b, END_VALUE + k);
    put(row, R_GAMMA, gamma);
    put(row, R_SIGMA, -gamma + together(a, b, END_X + k)); // [004] (65)
}

TAC_INLINE void end_row(double *row, int k, const double *a, const double *b)
{
    put(row, R_RATE, together(a, b, END_RATE + k));
    stage_row(row, k, a, b);
}

TAC_INLINE void last_row(double *row, int k, const double *a, const double *b)
{
    put(row, R_PHI, between(a, b, END_PLACE + k));
    end_row(row, k, a, b);
}

TAC_INLINE void close_row(double *row, int k, const double *a, const double *b)
{
    put(row, R_SIGMA, between(a, b, END_VALUE + k));
}

TAC_INLINE void settle_row(double *row, int k, const double *a, const double *b)
{
    put(row, R_PHI, between(a, b, END_VALUE + k));
    put(row, R_SIGMA, lane_set(0.0) + together(a, b, END_X + k)); // [004] (52)
}

static void split_stage(tac_workspace *w, int first, int last)
{
    for_split(w, first, last, stage_row);
}

static void split_last(tac_workspace *w, int first, int last)
{
    for_split(w, first, last, last_row);
}

static void split_end(tac_workspace *w, int first, int last)
{
    for_split(w, first, last, end_row);
}

static void split_close(tac_workspace *w, int first, int last)
{
    for_split(w, first, last, close_row);
}

static void split_settle(tac_workspace *w, int first, int last)
{
    for_split(w, first, last, settle_row);
}

static void split_push(tac_workspace *w, int first, int last)
{
    if (tac_leaves_positions(w)) {
        tac_call_stage(w, TAC_SPLIT_PUSH_INDEX1, first, last);
    }
}

#if TAC_LANES == 1
#define STAGES tac_modular_ends_1
#elif TAC_LANES == 4
#define STAGES tac_modular_ends_4
#else
#define STAGES tac_modular_ends_8
#endif

tac_stage *const STAGES[TAC_MODULAR_STAGES] = {
    [TAC_MODULAR_ENDS_STAGE] = ends_stage,     [TAC_MODULAR_ENDS_LAST] = ends_last,
    [TAC_MODULAR_ENDS_CLOSE] = ends_close,     [TAC_MODULAR_ENDS_SETTLE] = ends_settle,
    [TAC_MODULAR_ENDS_END] = ends_end,         [TAC_MODULAR_SPLIT_STAGE] = split_stage,
    [TAC_MODULAR_SPLIT_LAST] = split_last,     [TAC_MODULAR_SPLIT_CLOSE] = split_close,
    [TAC_MODULAR_SPLIT_SETTLE] = split_settle, [TAC_MODULAR_SPLIT_END] = split_end,
    [TAC_MODULAR_SPLIT_PUSH] = split_push,
};
