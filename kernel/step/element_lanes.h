// Elements on vector lanes, one side at a time: the bodies of a cell, rows times fields of a body, reactions,
// multipliers. What the stages of elements (elements.c) and of joints' ends (joint_ends.c) share.
//
// Balls, crosses and hinges, the joints chains are made of, have their rows as constants of the code; any
// other element has them looked up. Functions get which it is as an argument (tac_form) that is a
// constant where they are called. Numbers in parentheses are equations of [004].
#ifndef TAC_ELEMENT_LANES_H
#define TAC_ELEMENT_LANES_H

#include "model/row_geometry.h"
#include "report.h"
#include "rotation.h"
#include "workspace/fields_lane.h"

// ---- bodies ------------------------------------------------------------------------------------

enum { PLACE_FIELDS = B_P - B_R, TURN_FIELDS = B_V - B_R, POSE_FIELDS = B_W + 3 - B_R };

typedef struct poses {
    _Alignas(64) double of[2][POSE_FIELDS * L];
} poses;

// A pose of a body, at B_R or B_R0, and the next fields, n in all: where they are if they lie in the same
// lanes, else collected.
TAC_INLINE void find_body(const tac_workspace *w, const tac_cell *c, int side, int pose, int n,
                          poses *collected, elementv *e)
{
    const double *b = w->fields.body + pose * L;
    const tac_ref *r = &c->body[side];
    e->body[side] = b + r->first;
    if (!r->aligned) {
        for (int f = 0; f < n; f++) {
            put(collected->of[side], f, lane_gather(b + f * L, r->at));
        }
        e->body[side] = collected->of[side];
    }
}

// Jacobian of a side at the step's start.
TAC_INLINE double *start_slots_at(const tac_workspace *w, const tac_cell *c, int side)
{
    return w->fields.J0 + (size_t)c->slot[side] * L;
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

// What a cell tells the body on a side.
TAC_INLINE double *told(double *out, int side)
{
    return out + side * TAC_SIDE_FIELDS * L;
}

// Phi_q^T y on one body, its angular part. The sums over them start from zero, so that the sign of a zero is
// free here.
TAC_INLINE vec3v torque_on(const tac_cell *c, tac_form form, const lane *y, const double *J)
{
    lane zero = lane_set(0.0);
    vec3v a = {zero, zero, zero};
    for (int k = 0; k < rows_in(c->like, form); k++) {
        vec3v of_row = field3(J, 3 * k);
        a = k > 0 ? axpy3v(y[k], of_row, a) : scale3v(y[k], of_row);
    }
    return a;
}

// Its linear part.
TAC_INLINE vec3v force_on(const tac_cell *c, tac_form form, int side, const lane *y,
                          const double *J)
{
    int to_linear = TAC_TO_LINEAR(rows_in(c->like, form));
    lane zero = lane_set(0.0);
    vec3v l = {zero, zero, zero};
    if (form != TAC_ANY) {
        l = (vec3v){y[0], y[1], y[2]};
        return side ? l : neg3v(l);
    }
    for (int k = 0; k < c->n_linear; k++) {
        l = axpy3v(y[k], field3(J, 3 * k + to_linear), l);
    }
    return l;
}

TAC_INLINE void react_on(double *out, const tac_cell *c, tac_form form, int side, const lane *y,
                         const double *J)
{
    store3(told(out, side) + SIDE_FORCE * L, force_on(c, form, side, y, J));
    store3(told(out, side) + SIDE_TORQUE * L, torque_on(c, form, y, J));
}

// How much less torque y has where the body is, `now`, than along J0, where it was.
TAC_INLINE void turn_on(double *out, const tac_cell *c, tac_form form, int side, const lane *y,
                        const double *J0, vec3v now)
{
    store3(told(out, side) + SIDE_TURNED * L, sub3v(torque_on(c, form, y, J0), now));
}

// How much of the mean reactions follows the body on a side, for multipliers of both ends of the step together.
TAC_INLINE lane follow_of(const tac_workspace *w, const tac_cell *c, int side)
{
    return 0.5 * fetch(w->fields.body + B_FOLLOW * L, &c->body[side]);
}

// Torque of multipliers in a later iteration, when it is known how much follows the body.
TAC_INLINE void follow_on(double *out, const tac_cell *c, tac_form form, int side, lane follow,
                          const lane *lambda, const lane *y, const double *J0, vec3v now)
{
    lane stays[TAC_MAX_ROWS];
    for (int k = 0; k < rows_in(c->like, form); k++) {
        stays[k] = lane_fnma(follow, y[k], lambda[k]);
    }
    store3(told(out, side) + SIDE_TORQUE * L, axpy3v(follow, now, torque_on(c, form, stays, J0)));
}

// Torque of a force f at a point on its second body, or against it on the first: that of its three rows
// without their Jacobian.
TAC_INLINE vec3v point_torque(const elementv *e, int side, vec3v f)
{
    vec3v l = tmul3v(turn_of(e, side), f);
    return side ? cross3v(origin(e, 1), l) : cross3v(l, origin(e, 0));
}

// All that y0 pushes along J0 more than y along J.
TAC_INLINE void react_between(double *out, const tac_cell *c, tac_form form, int side,
                              const lane *y0, const double *J0, const lane *y, const double *J)
{
    lane zero = lane_set(0.0);
    vec3v l = {zero, zero, zero};
    if (form == TAC_ANY) { // points have the same linear parts all the time
        l = sub3v(force_on(c, form, side, y0, J0), force_on(c, form, side, y, J));
    }
    store3(told(out, side) + SIDE_FORCE * L, l);
    store3(told(out, side) + SIDE_TORQUE * L,
           sub3v(torque_on(c, form, y0, J0), torque_on(c, form, y, J)));
}

// Nothing of n fields on a side.
TAC_INLINE void tell_nothing(double *out, int side, int first, int n)
{
    for (int f = first; f < first + n; f++) {
        put(told(out, side), f, lane_set(0.0));
    }
}

// ---- geometric stiffness -----------------------------------------------------------------------

// Of a point's three rows.
TAC_INLINE symv point_stiffness(const elementv *e, int side, const lane *y)
{
    vec3v l = tmul3v(turn_of(e, side), (vec3v){y[0], y[1], y[2]});
    return stiffness_of_force(origin(e, side), l, side == 0);
}

// Two rows keep axes of the bodies parallel by a moment along two axes of one side. The other side turns under it
// about its own axis, and nothing else of it changes in its own axes: that is the joint's motion and no stiffness of
// the body, which an unbalanced rotor would have of its spin. One on the side that has the two axes, else zero.
TAC_INLINE lane holds_moment(const elementv *e, int side)
{
    lane pair = field(e->k, E_PAIR);
    return side ? pair : 1.0 - pair;
}

// Of the row that keeps two axes normal (a cross), on the side of either; of the two rows that keep two axes parallel
// (a hinge), on the side along whose two axes their moment lies: these under the one of the other.
TAC_INLINE symv axes_stiffness(const elementv *e, int side, const lane *y)
{
    vec3v own = scale3v(y[3], row_axis_in_body(e, side, 3));
    if (e->form == TAC_HINGE) {
        own = scale3v(holds_moment(e, side), axpy3v(y[4], row_axis_in_body(e, side, 4), own));
    }
    vec3v other = row_axis_in_world(e, !side, 3);
    return stiffness_of_force(own, tmul3v(turn_of(e, side), other), false);
}

// The same of a hinge on the side that has one axis: this under two of the other.
TAC_INLINE symv turning_stiffness(const elementv *e, int side, const lane *y)
{
    vec3v other =
        axpy3v(y[4], row_axis_in_world(e, !side, 4), scale3v(y[3], row_axis_in_world(e, !side, 3)));
    return stiffness_of_force(scale3v(holds_moment(e, !side), row_axis_in_body(e, side, 3)),
                              tmul3v(turn_of(e, side), other), false);
}

// Of row k with multiplier y. Rows that measure an angle hold it, and have none.
TAC_INLINE symv row_stiffness(const elementv *e, int side, int k, lane y, bool turned)
{
    const tac_row *row = &e->like->rows[k];
    lane zero = lane_set(0.0);
    vec3v unit = body_axis(e, side, row->i), l = side ? unit : neg3v(unit);
    vec3v s = {zero, zero, zero};
    switch (kind_in(e->like, e->form, k)) {
    case ROW_DOT: // an axis of this body under one of the other
        y = row->parallel && !turned ? holds_moment(e, side) * y : y;
        s = row_axis_in_body(e, side, k);
        l = tmul3v(turn_of(e, side), row_axis_in_world(e, !side, k));
        break;
    case ROW_SLIDE:
    case ROW_SCREW: {
        int i = row->kind == ROW_SLIDE ? row->i : 2;
        s = side ? origin(e, 1) : axis_in_body(e, 0, i);
        l = side ? tmul3v(turn_of(e, 1), axis_in_world(e, 0, i))
                 : add3v(origin(e, 0), tmul3v(turn_of(e, 0), distance(e)));
        break;
    }
    case ROW_ROAD: {
        vec3v n = normal_at(e, distance(e));
        s = side ? origin(e, 1) : n;
        l = side ? tmul3v(turn_of(e, 1), mul3v(turn_of(e, 0), n))
                 : add3v(origin(e, 0), tmul3v(turn_of(e, 0), distance(e)));
        break;
    }
    case ROW_DISTANCE: {
        vec3v d = distance(e);
        s = origin(e, side);
        l = scale3v(inverse_distance(d), tmul3v(turn_of(e, side), d));
        l = side ? l : neg3v(l);
        break;
    }
    case ROW_POINT:
        s = origin(e, side);
        break;
    case ROW_ANGLE:
    case ROW_TURN:
    case ROW_ASIDE:
    case ROW_WHEEL:
    case ROW_SKID:
    case ROW_MIXED:
    case ROW_TERM: // measured with others
        break;
    }
    return stiffness_of_force(s, scale3v(y, l), false);
}

// turned: what turns under a moment of the other body counts as well, as canonical and modular have it.
TAC_INLINE void stiffen_on(double *out, const elementv *e, int side, const lane *y, bool turned)
{
    symv K;
    if (e->form == TAC_ANY) {
        K = row_stiffness(e, side, 0, y[0], turned);
        for (int k = 1; k < e->like->n_row; k++) {
            K = add_sym(K, row_stiffness(e, side, k, y[k], turned));
        }
    } else {
        K = point_stiffness(e, side, y);
    }
    if (e->form == TAC_CROSS || e->form == TAC_HINGE) {
        K = add_sym(K, axes_stiffness(e, side, y));
    }
    if (e->form == TAC_HINGE && turned) {
        K = add_sym(K, turning_stiffness(e, side, y));
    }
    store_sym(told(out, side) + SIDE_STIFFNESS * L, K);
}

// ---- rows --------------------------------------------------------------------------------------

// What a row that resists on a slide, which turns with its bodies, accelerates by beside its Jacobian times their
// accelerations. An angle turns about an axis that stands still in both of them.
TAC_STATIC lane resisting_quad(const tac_workspace *w, int cell)
{
    const tac_cell *c = &w->plan->cell[cell];
    _Alignas(64) double gamma[L];
    poses collected;
    elementv e = {.like = c->like, .form = TAC_ANY, .k = element_at(w, cell)};
    find_body(w, c, 0, B_R, POSE_FIELDS, &collected, &e);
    find_body(w, c, 1, B_R, POSE_FIELDS, &collected, &e);
    rows_gamma(&e, gamma, L);
    return -lane_load(gamma);
}

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

// What is left of terms of couplers, which are measured together (workspace/coupled.h), acc = Phi_q
// qdd.
TAC_INLINE void term_residual(tac_workspace *w, const tac_cell *c, const lane *acc)
{
    double *row = row_at(w, c, 0);
    put(row, R_ADD, acc[0] - field(row, R_GAMMA));
    for (int l = 0; l < c->n; l++) {
        w->shares.element[c->element[l]] = (tac_share){0.0, 0.0, 0.0, 0.0};
    }
}

// What is left of the constraints, acc = Phi_q qdd; a value that is not finite makes the check not a
// number.
TAC_INLINE void joint_residual(tac_workspace *w, const tac_cell *c, tac_form form, const lane *acc)
{
    lane bound = lane_set(1.0 / (w->length * tac_open_joint)), zero = lane_set(0.0);
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
