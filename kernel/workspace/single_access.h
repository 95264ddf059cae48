// Single bodies, elements and rows of the cells, for everything that is not a stage of its own.
#ifndef TAC_SINGLE_ACCESS_H
#define TAC_SINGLE_ACCESS_H

#include "model/rows.h"
#include "work.h"

static inline double *tac_body_field(const tac_workspace *w, int body, int field)
{
    return w->fields.body + w->plan->body_at[body] + field * w->plan->g->lanes;
}

static inline double *tac_row_field(const tac_workspace *w, int row, int field)
{
    return w->fields.row + w->plan->row_at[row] + field * w->plan->g->lanes;
}

static inline double *tac_element_field(const tac_workspace *w, int element, int field)
{
    return w->fields.element + tac_element_at(w->plan->g, element) + field * w->plan->g->lanes;
}

static inline vec3 tac_body_vec3(const tac_workspace *w, int body, int field)
{
    const double *p = tac_body_field(w, body, field);
    int lanes = w->plan->g->lanes;
    return (vec3){p[0], p[lanes], p[2 * lanes]};
}

static inline quat tac_body_quat(const tac_workspace *w, int body, int field)
{
    const double *p = tac_body_field(w, body, field);
    int lanes = w->plan->g->lanes;
    return (quat){p[0], p[lanes], p[2 * lanes], p[3 * lanes]};
}

// What the step has turned a body by.
static inline arc tac_body_arc(const tac_workspace *w, int body)
{
    return (arc){tac_body_vec3(w, body, B_TURNED), *tac_body_field(w, body, B_TURNED + 3)};
}

// n fields of a body; lanes of its cell that repeat the body get the same.
void tac_set_body(const tac_workspace *w, int body, int field, const double *value, int n);

// All reactions on a body follow it: their tension does not count, and its rates are those of its displacement.
static inline void tac_let_follow(const tac_workspace *w, int body)
{
    static const double one = 1.0, zero = 0.0;
    tac_set_body(w, body, B_ALL_FOLLOWS, &one, 1);
    tac_set_body(w, body, B_SWINGS, &zero, 1);
    tac_set_body(w, body, B_FURTHER, &zero, 1);
}

static inline void tac_set_body_vec3(const tac_workspace *w, int body, int field, vec3 a)
{
    const double value[3] = {a.x, a.y, a.z};
    tac_set_body(w, body, field, value, 3);
}

// Signals for body or element i.
static inline const tac_signal *tac_signals_for(const tac_workspace *w, int i)
{
    return w->step.signal + tac_copy_of(w->m, i) * w->m->signals.n_source;
}

mat3 tac_body_rotation(const tac_workspace *w, int body);
tac_pose tac_body_pose(const tac_workspace *w, int body);
tac_slot tac_row_slot(const tac_workspace *w, int row, int side);
// Where the angular part of it begins among Jacobians, and how much further the linear one; the next row of its element
// is three numbers of a lane on.
size_t tac_slots_at(const tac_workspace *w, int row, int side, int *to_linear);
// What an element tells the body on a side, from SIDE_FORCE on.
static inline double *tac_told_by(const tac_workspace *w, int element, int side)
{
    const tac_grouping *g = w->plan->g;
    const tac_cell *c = &w->plan->cell[g->element_cell[element]];
    return w->sweep.scratch[c->scratch] + c->react + side * TAC_SIDE_FIELDS * g->lanes +
           g->element_lane[element];
}

// Pose of what a side of an element sees as its body.
tac_pose tac_side_pose(const tac_workspace *w, const tac_element *e, int side);
void tac_place_body(tac_workspace *w, int body, vec3 r, quat p); // ground as well

#endif
