// Impulses of unilateral laws in the canonical step: along the mean of their row over the step, the same at both ends
// of it. docs/equations.md, "The canonical step".
//
// Between two kicks of the same force and, in body axes, the same torque a, a body gains what the force works along
// its way and a . psi_m, psi_m = dt/2 (w1 + w1') with the rates after the first kick and before the second, whatever
// its inertia. With a . psi_m what the row changes by as the body turns, the law gives what its potential loses.
#ifndef TAC_MEAN_PUSH_H
#define TAC_MEAN_PUSH_H

#include "step/law_cells.h"
#include "step/mean_slots.h"

// Of a body in its axes, where index-3 has accelerations of the start: psi_m over its square, and by what the
// rotation vector of the step is more.
enum { B_PER_TURN = B_A0, B_MORE_TURN = B_WD0 };

// Whether a cell pushes along the mean of its row.
TAC_INLINE int pushes_along_mean(const tac_cell *c, tac_form form)
{
    return form == TAC_ANY && has_sides(c) && c->like->implicit;
}

// Cosine of half the angle beyond which there is no mean of two orientations: 2 rad.
static const double cosine_of_far = 0.54;

TAC_INLINE vec3v pick3v(lane_mask yes, vec3v a, vec3v b)
{
    return (vec3v){lane_pick(yes, a.x, b.x), lane_pick(yes, a.y, b.y), lane_pick(yes, a.z, b.z)};
}

// Mean of the row from the step's start to where its bodies are; Ja and Jb are the Jacobians there.
TAC_INLINE slotsv mean_of_step(const tac_workspace *w, const tac_cell *c, const elementv *to,
                               const double *Ja, const double *Jb)
{
    poses was;
    elementv from = {.like = c->like, .form = TAC_ANY, .k = to->k};
    find_body(w, c, 0, B_R0, TURN_FIELDS, &was, &from);
    find_body(w, c, 1, B_R0, TURN_FIELDS, &was, &from);
    slotsv start = slots_of(c, slots_at(w, c, 0), slots_at(w, c, 1)), end = slots_of(c, Ja, Jb);
    slotsv mean = mean_slots(&from, to, &start, &end);
    for (int side = 0; side < 2; side++) {
        vec3v per = fetch3(w->fields.body + B_PER_TURN * L, &c->body[side]);
        vec3v more = fetch3(w->fields.body + B_MORE_TURN * L, &c->body[side]);
        vec3v along = axpy3v(dot3v(mean.of[side].a, more), per, mean.of[side].a);
        lane half = dotqv(load4(body_field(&from, side, B_P)), load4(body_field(to, side, B_P)));
        lane_mask near = lane_less(lane_set(cosine_of_far), half);
        mean.of[side].a = pick3v(near, along, middle(start.of[side].a, end.of[side].a));
    }
    return mean;
}

// Before any iteration the law pushes along its row at the start.
TAC_INLINE void push_along_start(tac_workspace *w, const tac_cell *c)
{
    slotsv start = slots_of(c, slots_at(w, c, 0), slots_at(w, c, 1));
    store_slot(c, &start.of[0], start_slots_at(w, c, 0));
    store_slot(c, &start.of[1], start_slots_at(w, c, 1));
}

// The same for lanes that the step lets go.
TAC_INLINE void push_snapped_along_start(tac_workspace *w, const tac_cell *c, lane_mask yes)
{
    slotsv start = slots_of(c, slots_at(w, c, 0), slots_at(w, c, 1));
    slotsv mean = slots_of(c, start_slots_at(w, c, 0), start_slots_at(w, c, 1));
    for (int side = 0; side < 2; side++) {
        partsv at = {pick3v(yes, start.of[side].l, mean.of[side].l),
                     pick3v(yes, start.of[side].a, mean.of[side].a)};
        store_slot(c, &at, start_slots_at(w, c, side));
    }
}

// The impulse of an iteration: that of the law along its mean now, less what has been given along the last one.
// `before` and `more` are the multiplier so far and sigma.
TAC_INLINE void push_along_mean(tac_workspace *w, const tac_cell *c, const slotsv *mean,
                                lane before, lane more)
{
    double *out = reactions_in(w, c->scratch) + c->react;
    slotsv last = slots_of(c, start_slots_at(w, c, 0), start_slots_at(w, c, 1));
    lane less = -2.0 * before, all = lane_fma(lane_set(2.0), before, more);
    for (int side = 0; side < 2; side++) {
        partsv m = mean->of[side], s = last.of[side];
        store3(told(out, side) + SIDE_FORCE * L, axpy3v(less, s.l, scale3v(all, m.l)));
        store3(told(out, side) + SIDE_TORQUE * L, axpy3v(less, s.a, scale3v(all, m.a)));
        store_slot(c, &m, start_slots_at(w, c, side));
    }
}

#endif
