// Flexible bodies in a workspace: the leaf of six coordinates and n modes, and where its interfaces are.
//
// Elements see an interface as a body: its pose, rates, accelerations and unknowns are fields as a body's
// (plan->interface_at). Only the leaf knows the modes. All numbers of a flexible body are computed one body after
// another, whatever the lanes, its modes four by four (base/four.h): bits do not depend on lanes. Arrays (6 + n) are
// translation and rotation in axes of the body where the factors were made, then whole fours of modes.
// docs/equations.md, "Flexible bodies".
#ifndef TAC_STAGES_FLEXIBLE_H
#define TAC_STAGES_FLEXIBLE_H

#include "model/flexible.h"
#include "work.h"

enum { TAC_FLEX_SIZE = 6 + TAC_MOST_MODES };

// What the factors of a body are made of.
typedef enum tac_flex_metric {
    TAC_FLEX_STEP,   // M + dt/2 D + dt^2/4 K
    TAC_FLEX_MASS,   // M
    TAC_FLEX_HELD,   // M of the rigid coordinates, modes stay
    TAC_FLEX_STATIC, // the same, modes move by K, stiffer than it is (start.stiffer)
} tac_flex_metric;

// Where a row on the body is among Jacobians: its angular part, and how much further the linear one.
typedef struct tac_flex_row {
    size_t at;
    int to_linear, interface;
} tac_flex_row;

struct tac_flex_body {
    const tac_flexible *of;
    double *q, *qd, *qdd;    // now, whole fours as all arrays over modes        (n)
    double *q0, *qd0, *qdd0; // at the step's start
    double *dq;              // what the step has made of q0
    double *left;            // what modes lack of their equation at the step's end
    double *inertial0; // M (a - g) and gyroscopic terms there, translation in world axes  (6 + n)
    double *momentum0; // there, but for what the frame's velocity has, as above         (6 + n)
    double *y0;        // S^T q' there                                    (n_four, 3, 4)
    vec3 moving0;      // Ct q' there
    double *x;         // unknown of the linear problem                   (6 + n)
    double *d;         // inverse diagonal of the modes in the factors, zero: they stay (n)
    double *row;       // rows of elements on it and solved ones: what the six
        // coordinates have without modes in eight numbers, then modes  (2, rows, 8 + n)
    tac_flex_row *place;        // of these rows
    double B[6 * 8];            // inverse of what remains of six coordinates, rows of eight numbers
    double h;                   // dt^2/4 of the factors
    mat3 A0, A;                 // body to world at the start, and where the factors were made
    double travel[2];           // largest squares of rotation and displacement in a step
    double bent[2];             // TAC_BENT and TAC_TWISTED of the step
    double work;                // of the last Newton increment, J
    double unsettled;           // TAC_UNSETTLED since it was reported
    tac_flex_inertia *at0, *at; // at the step's start, and where the factors were made
    tac_interface_map *start, *now,
        *map; // at the start, at q, and where the factors were made (n_interface)
};

void tac_layout_flex_bodies(tac_workspace *w, tac_arena *a);
void tac_fill_flex_bodies(tac_workspace *w);

// Makes inertia, interfaces and factors of the metric where a body is.
void tac_flex_factor(tac_workspace *w, tac_flex_body *b, tac_flex_metric metric);
// to = metric^-1 g, both (6 + n); may be the same.
void tac_flex_solve(const tac_flex_body *b, const double *g, double *to);
// Adds what a force (world) and a torque (interface axes) at an interface are in the body's coordinates.
// A0: body to world where `at` was taken.
void tac_flex_add(const tac_flex_body *b, const tac_interface_map *at, const mat3 *A0, vec3 force,
                  vec3 torque, double *to);
// x (6 + n) at an interface: world, interface axes.
void tac_flex_at(const tac_flex_body *b, const tac_interface_map *at, const double *x, vec3 *l,
                 vec3 *a);
// Puts the leaf matrix of a flexible body in lane l of a unit in place of the rigid one.
void tac_flex_leaf(tac_workspace *w, const tac_node_cell *u, int l);

static inline void tac_set_interface(const tac_workspace *w, int i, int field, const double *value,
                                     int n)
{
    double *p = w->fields.body + w->plan->interface_at[i] + field * w->plan->g->lanes;
    for (int k = 0; k < n; k++, p += w->plan->g->lanes) {
        *p = value[k];
    }
}

static inline void tac_set_interface_vec3(const tac_workspace *w, int i, int field, vec3 a)
{
    const double value[3] = {a.x, a.y, a.z};
    tac_set_interface(w, i, field, value, 3);
}

#endif
