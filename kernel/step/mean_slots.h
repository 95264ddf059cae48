// The Jacobian of a unilateral row over a step: times what a step moves and turns its bodies it is what the row's
// coordinate changes, to the last digit, so that the mean of a law (element/sided.h) works as its potential
// says. docs/equations.md, "Unilateral laws".
#ifndef TAC_MEAN_SLOTS_H
#define TAC_MEAN_SLOTS_H

#include "element_lanes.h"

// The row's parts on either body.
typedef struct slotsv {
    partsv of[2];
} slotsv;

TAC_INLINE vec3v middle(vec3v a, vec3v b)
{
    return scale3v(lane_set(0.5), add3v(a, b));
}

// One of the world's vectors in the axes of a body, mean of start and end.
TAC_INLINE vec3v mean_in_body(const elementv *from, const elementv *to, int side, vec3v u)
{
    return middle(tmul3v(turn_of(from, side), u), tmul3v(turn_of(to, side), u));
}

TAC_INLINE lane chord_on(const elementv *from, const elementv *to, int side)
{
    return chord_of(load4(body_field(from, side, B_P)), load4(body_field(to, side, B_P)));
}

// Of a row u . d as `along` has it. `axis` of the first body carries u, or is zero.
TAC_INLINE slotsv along_mean(const elementv *from, const elementv *to, vec3v u, vec3v axis)
{
    vec3v d = middle(distance(from), distance(to));
    vec3v carried = cross3v(axis, mean_in_body(from, to, 0, d));
    vec3v a = sub3v(carried, cross3v(origin(to, 0), mean_in_body(from, to, 0, u)));
    vec3v b = cross3v(origin(to, 1), mean_in_body(from, to, 1, u));
    return (slotsv){
        {{neg3v(u), scale3v(chord_on(from, to, 0), a)}, {u, scale3v(chord_on(from, to, 1), b)}}};
}

// Of the one row of a cell of laws, from and to where Jacobians are.
TAC_INLINE slotsv slots_of(const tac_cell *c, const double *Ja, const double *Jb)
{
    lane zero = lane_set(0.0);
    vec3v none = {zero, zero, zero};
    int has_linear = c->n_linear > 0, linear = TAC_TO_LINEAR(1);
    return (slotsv){{{has_linear ? field3(Ja, linear) : none, field3(Ja, 0)},
                     {has_linear ? field3(Jb, linear) : none, field3(Jb, 0)}}};
}

TAC_INLINE void store_slot(const tac_cell *c, const partsv *slot, double *J)
{
    store3(J, slot->a);
    if (c->n_linear > 0) {
        store3(J + TAC_TO_LINEAR(1) * L, slot->l);
    }
}

// Of the one row of a law, from the poses at the start and at hand.
TAC_INLINE slotsv mean_slots(const elementv *from, const elementv *to, const slotsv *at_start,
                             const slotsv *at_end)
{
    const tac_row *row = &to->like->rows[0];
    slotsv mean;
    lane zero = lane_set(0.0);
    if (row->kind == ROW_SLIDE) {
        vec3v u = middle(axis_in_world(from, 0, row->i), axis_in_world(to, 0, row->i));
        return along_mean(from, to, u, axis_in_body(to, 0, row->i));
    }
    if (row->kind == ROW_DISTANCE) {
        vec3v d0 = distance(from), d = distance(to), fixed = {zero, zero, zero};
        lane lengths = lane_sqrt(dot3v(d0, d0)) + lane_sqrt(dot3v(d, d)) + 1e-30;
        return along_mean(from, to, scale3v(1.0 / lengths, add3v(d0, d)), fixed);
    }
    for (int side = 0; side < 2; side++) { // angles: exact where their axis stays
        mean.of[side].l = middle(at_start->of[side].l, at_end->of[side].l);
        mean.of[side].a = middle(at_start->of[side].a, at_end->of[side].a);
    }
    return mean;
}

#endif
