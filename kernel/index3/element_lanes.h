// Elements on vector lanes, one side at a time: the bodies of a cell, rows times fields of a body, reactions,
// multipliers. What the stages of elements (elements.c) and of joints' ends (joint_ends.c) share.
//
// Balls and hinges, the joints chains are made of, have their rows as constants of the code; any
// other element has them looked up. Functions get which it is as an argument (tac_form) that is a
// constant where they are called. Numbers in parentheses are equations of [004].
#ifndef TAC_ELEMENT_LANES_H
#define TAC_ELEMENT_LANES_H

#include "model/row_geometry.h"
#include "report.h"
#include "stages/fields_lane.h"

// ---- bodies ------------------------------------------------------------------------------------

enum { PLACE_FIELDS = B_P - B_R, TURN_FIELDS = B_V - B_R, POSE_FIELDS = B_W + 3 - B_R };

typedef struct poses {
    _Alignas(64) double of[2][POSE_FIELDS * L];
} poses;

// Fields B_R and the next n of a body: where they are if they lie in the same lanes, else collected.
TAC_INLINE void find_body(const tac_workspace *w, const tac_cell *c, int side, int n,
                          poses *collected, elementv *e)
{
    const double *b = w->fields.body + B_R * L;
    const tac_ref *r = &c->body[side];
    e->body[side] = b + r->first;
    if (!r->aligned) {
        for (int f = 0; f < n; f++) {
            put(collected->of[side], f, lane_gather(b + f * L, r->at));
        }
        e->body[side] = collected->of[side];
    }
}

// ---- products ----------------------------------------------------------------------------------

// Rows with a linear part, and which of them are a point's.
TAC_INLINE int linear_in(const tac_cell *c, tac_form form, int k)
{
    return form == TAC_ANY ? k < c->n_linear : k < 3;
}

TAC_INLINE lane component(vec3v a, int i)
{
    return i == 0 ? a.x : i == 1 ? a.y : a.z;
}

// A field of a body: linear part, then angular part.
typedef struct partsv {
    vec3v l, a;
} partsv;

// Row k of Phi_q on one side times a field of that body. A point's rows have unit vectors as linear
// parts.
TAC_INLINE lane side_product(const tac_cell *c, tac_form form, int side, int k, const double *J,
                             const partsv *x)
{
    int at = 3 * k, linear = at + TAC_TO_LINEAR(rows_in(c->like, form));
    lane sum = dot3v(field3(J, at), x->a);
    if (form == TAC_ANY && linear_in(c, form, k)) {
        sum = plus_dot3v(sum, field3(J, linear), x->l);
    } else if (linear_in(c, form, k)) {
        sum = side ? sum + component(x->l, k) : sum - component(x->l, k);
    }
    return sum;
}

// Phi_q^T y on one body. The sums over them start from zero, so that the sign of a zero is free here.
TAC_INLINE void react_on(double *out, const tac_cell *c, tac_form form, int side, const lane *y,
                         const double *J)
{
    lane zero = lane_set(0.0);
    int to_linear = TAC_TO_LINEAR(rows_in(c->like, form));
    vec3v l = {zero, zero, zero}, a = l;
    for (int k = 0; k < rows_in(c->like, form); k++) {
        if (form == TAC_ANY && linear_in(c, form, k)) {
            l = axpy3v(y[k], field3(J, 3 * k + to_linear), l);
        }
        vec3v of_row = field3(J, 3 * k);
        a = k > 0 ? axpy3v(y[k], of_row, a) : scale3v(y[k], of_row);
    }
    if (form != TAC_ANY) {
        l = (vec3v){y[0], y[1], y[2]};
        l = side ? l : neg3v(l);
    }
    store3(out + 6 * side * L, l);
    store3(out + (6 * side + 3) * L, a);
}

// ---- rows --------------------------------------------------------------------------------------

// The index-1 solve starts from the multipliers of the step's start, not from those of the Newton
// iteration: along dependent rows these have grown by alpha times what rounding leaves of Phi, in
// every iteration by the same, and would carry it from step to step without bound.
TAC_INLINE void take_multipliers(tac_workspace *w, const tac_cell *c, tac_form form)
{
    double *row = row_at(w, c, 0);
    int index1 = w->o.acceleration == TAC_INDEX1 && !w->start.is_on;
    for (int k = 0; k < rows_in(c->like, form) && index1; k++, row += ROW) {
        put(row, R_LAMBDA, field(row, R_BEFORE));
    }
}

// What is left of the constraints, acc = Phi_q qdd; a value that is not finite makes the check not a
// number.
TAC_INLINE void joint_residual(tac_workspace *w, const tac_cell *c, tac_form form, const lane *acc)
{
    lane bound = lane_set(1.0 / (w->m->length * tac_open_joint)), zero = lane_set(0.0);
    lane check = zero, position = zero, velocity = zero, acceleration = zero;
    const double *row = row_at(w, c, 0);
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        lane phi = field(row, R_PHI), rate = field(row, R_RATE);
        lane rest = acc[k] - field(row, R_GAMMA);
        check = larger(check, lane_abs(phi) * bound + 0.0 * field(row, R_LAMBDA));
        position = lane_fma(phi, phi, position);
        velocity = lane_fma(rate, rate, velocity);
        acceleration = lane_fma(rest, rest, acceleration);
    }
    check = bad_unless_small(check);
    for (int l = 0; l < c->n; l++) {
        w->shares.element[c->element[l]] =
            (tac_share){lane_get(position, l), lane_get(velocity, l), lane_get(acceleration, l),
                        lane_get(check, l)};
    }
}

#endif
