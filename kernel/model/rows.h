// Rows of joints and force elements: which ones an element has, and their geometry for one element.
#ifndef TAC_ROWS_H
#define TAC_ROWS_H

#include "fields.h"
#include "source.h"
#include "tables.h"

// Positions and velocities of one body as the elements see them.
typedef struct tac_pose {
    vec3 r;
    mat3 A;
    quat p;
    vec3 v, w;
} tac_pose;

// The part of a row's Jacobian on one body, see tables.h.
typedef struct tac_slot {
    vec3 l, a;
} tac_slot;

static inline double tac_slot_dot(const tac_slot *s, vec3 l, vec3 a)
{
    return dot3(s->l, l) + dot3(s->a, a);
}

// Fills kind, rows and lengths of an element for a joint or a coordinate. What keeps two axes parallel is a moment
// along two axes of a side.
void tac_rows_of_joint(tac_element *e, const tac_joint_desc *j, int side);
void tac_rows_of_coordinate(tac_element *e, tac_coordinate c);
void tac_rows_of_term(tac_element *e, const tac_term_desc *t);
void tac_rows_of_road(tac_element *e, const tac_road *road);
int tac_joint_row_count(const tac_joint_desc *j);

// Whether a joint of the model is driven.
bool tac_has_drive(const tac_model *m);

// What the compiler may know of the rows of an element.
tac_form tac_form_of(const tac_element *e);

//   reads    poses of both bodies, signals, the element's multi-turn angle if a row turns
//   writes   slot on first and second body (n_row each), phi, phi_t (n_row)
void tac_rows_position(const tac_element *e, const tac_pose *pa, const tac_pose *pb,
                       const tac_signal *signal, double angle, tac_slot *sa, tac_slot *sb,
                       double *phi, double *phi_t);

// A coordinate of the frames of an element, a slide along an axis of the first, and its slots; whatever rows the
// element has.
void tac_coordinate_position(const tac_element *e, tac_coordinate c, int axis, const tac_pose *pa,
                             const tac_pose *pb, double angle_before, tac_slot *sa, tac_slot *sb,
                             double *x);

// Angle between -pi and pi of a universal joint, rad: about a's z from a's x to b's z, or the second one, about b's z
// likewise; and the slots of its rate, w_b - w_a = qd0 za + qd1 zb with both axes normal to each other up to n = za x zb.
double tac_cross_angle(const tac_element *e, int second, const tac_pose pose[2], tac_slot slot[2]);

// Multi-turn angle of an element that has one, continuous with the angle before; else 0.
double tac_element_angle(const tac_element *e, const tac_pose *pa, const tac_pose *pb,
                         double angle_before);

// Frames, length, lead and axes of an element as fields (E_S to E_AXES), stride doubles apart.
void tac_element_constants(const tac_element *e, double *k, int stride);

// Linear part of a point's row on a side.
vec3 tac_point_axis(const tac_row *row, int side);

// ---- couplers ----------------------------------------------------------------------------------
//
// The terms of a coupler are elements that share the row of the first of them. Every term has
// slots, values and a multiplier of its own, in the row that bears its number. What counts of them
// is in the first: its penalty and what the tree solves for are those of the sum of all, and the
// solution is written into each.

// Which terms follow which, and what drives the sum, when elements are filled.
void tac_fill_couplers(tac_model *m, const tac_desc *d);

// What the terms of every coupler that no source drives sum up to at the given start, when
// elements, curves and flexible bodies are filled.
void tac_sum_couplers(tac_model *m);

// Multi-turn angle of an element at the given start, of a shaft as given, else between -pi and pi; 0 without one.
double tac_given_angle(const tac_model *m, const tac_element *e);

#endif
