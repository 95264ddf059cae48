// Frames of an element and the bodies that they are on, for one element per lane (row_geometry.h has the rows).
//
// x y z of a frame are its axes 0 1 2 in world coordinates; d runs from a's to b's origin.
#ifndef TAC_FRAMES_LANE_H
#define TAC_FRAMES_LANE_H

#include "base/lane.h"
#include "base/lane_elementary.h"
#include "fields.h"
#include "tables.h"

typedef struct signalv {
    lane x, xd, xdd;
} signalv;

// An element per lane: rows of the first, constants (TAC_ELEMENT_FIELDS) of all.
typedef struct elementv {
    const tac_element *like;
    tac_form form;
    const double *k;
    const double *body[2]; // fields B_R to B_W of both
    lane angle;
    signalv drive[TAC_MAX_ROWS];
} elementv;

// What the form of a cell tells the compiler.
TAC_INLINE int rows_in(const tac_element *like, tac_form form)
{
    static const int known[] = {[TAC_BALL] = 3, [TAC_CROSS] = 4, [TAC_HINGE] = 5};
    return form == TAC_ANY ? like->n_row : known[form];
}

TAC_INLINE tac_row_kind kind_in(const tac_element *like, tac_form form, int k)
{
    return form == TAC_ANY ? like->rows[k].kind : k < 3 ? ROW_POINT : ROW_DOT;
}

TAC_INLINE int driven_in(const tac_element *like, tac_form form, int k)
{
    return form == TAC_ANY && like->rows[k].drive != TAC_NONE;
}

// Where a body is and how it moves. Read where it is used: more than registers can hold.
TAC_INLINE const double *body_field(const elementv *e, int side, int f)
{
    return e->body[side] + (f - B_R) * TAC_LANES;
}

TAC_INLINE vec3v body_vector(const elementv *e, int side, int f)
{
    return load3(body_field(e, side, f));
}

TAC_INLINE vec3v body_axis(const elementv *e, int side, int i) // row i of A
{
    return body_vector(e, side, B_A + 3 * i);
}

TAC_INLINE mat3v turn_of(const elementv *e, int side)
{
    return (mat3v){body_axis(e, side, 0), body_axis(e, side, 1), body_axis(e, side, 2)};
}

TAC_INLINE vec3v origin(const elementv *e, int side)
{
    return load3(e->k + (E_S + 3 * side) * TAC_LANES);
}

// Axis i of the frame on either body, in that body's axes and in the world's.
TAC_INLINE vec3v axis_in_body(const elementv *e, int side, int i)
{
    const double *p = e->k + (E_R + 9 * side + i) * TAC_LANES;
    return (vec3v){lane_load(p), lane_load(p + 3 * TAC_LANES), lane_load(p + 6 * TAC_LANES)};
}

TAC_INLINE vec3v axis_in_world(const elementv *e, int side, int i)
{
    return mul3v(turn_of(e, side), axis_in_body(e, side, i));
}

// Axis of either body in a row between axes, in that body's axes and in the world's.
TAC_INLINE vec3v row_axis_in_body(const elementv *e, int side, int k)
{
    int dot = e->form == TAC_ANY ? e->like->rows[k].dot : k - 3;
    return load3(e->k + (E_AXES + 6 * dot + 3 * side) * TAC_LANES);
}

TAC_INLINE vec3v row_axis_in_world(const elementv *e, int side, int k)
{
    return mul3v(turn_of(e, side), row_axis_in_body(e, side, k));
}

// A vector of the frame in axes of its body.
TAC_INLINE vec3v frame_to_body(const elementv *e, int side, vec3v u)
{
    const double *p = e->k + (E_R + 9 * side) * TAC_LANES;
    mat3v R = {load3(p), load3(p + 3 * TAC_LANES), load3(p + 6 * TAC_LANES)};
    return mul3v(R, u);
}

TAC_INLINE vec3v body_to_frame(const elementv *e, int side, vec3v u)
{
    const double *p = e->k + (E_R + 9 * side) * TAC_LANES;
    mat3v R = {load3(p), load3(p + 3 * TAC_LANES), load3(p + 6 * TAC_LANES)};
    return tmul3v(R, u);
}

TAC_INLINE vec3v point_at(const elementv *e, int side) // origin of the frame on a body
{
    return add3v(body_vector(e, side, B_R), mul3v(turn_of(e, side), origin(e, side)));
}

TAC_INLINE vec3v distance(const elementv *e)
{
    return sub3v(point_at(e, 1), point_at(e, 0));
}

TAC_INLINE quatv relative(const elementv *e) // frame b to frame a
{
    quatv qa = load4(e->k + E_Q * TAC_LANES), qb = load4(e->k + (E_Q + 4) * TAC_LANES);
    return mulqv(conjqv(mulqv(load4(body_field(e, 0, B_P)), qa)),
                 mulqv(load4(body_field(e, 1, B_P)), qb));
}

// Twist of q about z, made continuous with the one before.
TAC_INLINE lane twist(quatv q, lane before)
{
    lane raw = 2.0 * lane_atan2(q.e3, q.e0);
    lane turns = lane_floor((raw - before) / lane_set(2.0 * TAC_PI) + 0.5);
    return raw - turns * (2.0 * TAC_PI);
}

// Rates of the twist per angular velocity of a and of b, in the axes of the respective frame: with
// q = (w, x, y, z), twist = 2 atan2(z, w),
//   of b   ((x z - w y), (y z + w x), w^2 + z^2) / (w^2 + z^2)
//   of a  -((x z + w y), (y z - w x), w^2 + z^2) / (w^2 + z^2)
TAC_INLINE void twist_rates(quatv q, vec3v *of_a, vec3v *of_b)
{
    lane inv = 1.0 / (q.e0 * q.e0 + q.e3 * q.e3), one = lane_set(1.0);
    lane xz = q.e1 * q.e3 * inv, wy = q.e0 * q.e2 * inv;
    lane yz = q.e2 * q.e3 * inv, wx = q.e0 * q.e1 * inv;
    *of_b = (vec3v){xz - wy, yz + wx, one};
    *of_a = (vec3v){-(xz + wy), -(yz - wx), -one};
}

// Time derivatives of the above for the relative rate qd of the Euler parameters.
TAC_INLINE void twist_rates_dot(quatv q, quatv qd, vec3v *of_a, vec3v *of_b)
{
    lane inv = 1.0 / (q.e0 * q.e0 + q.e3 * q.e3), zero = lane_set(0.0);
    lane grow = 2.0 * (q.e0 * qd.e0 + q.e3 * qd.e3) * inv;
    lane xz = (qd.e1 * q.e3 + q.e1 * qd.e3) * inv - grow * q.e1 * q.e3 * inv;
    lane wy = (qd.e0 * q.e2 + q.e0 * qd.e2) * inv - grow * q.e0 * q.e2 * inv;
    lane yz = (qd.e2 * q.e3 + q.e2 * qd.e3) * inv - grow * q.e2 * q.e3 * inv;
    lane wx = (qd.e0 * q.e1 + q.e0 * qd.e1) * inv - grow * q.e0 * q.e1 * inv;
    *of_b = (vec3v){xz - wy, yz + wx, zero};
    *of_a = (vec3v){-(xz + wy), -(yz - wx), zero};
}

#endif
