// The stages of the index-3 method on vector lanes; compiled once for every number of lanes.
//
// Euler parameters stay on the unit sphere: the normalization constraint (4) and its multiplier are
// eliminated exactly (the limit of an infinite penalty), so that every body has six unknowns per
// solve, a displacement and a rotation d_theta' in body axes with dp = G^T d_theta' / 2, and the
// leaves have the closed inverse of [solver] section 2. All quantities of one solve belong to one
// configuration ([solver] section 4): positions, Jacobians and factors are evaluated again after
// the last iteration, before velocities and accelerations are put onto the constraints.
// Numbers in parentheses are equations of [004].
#include "stages/units.inc"

// ---- access ------------------------------------------------------------------------------------

enum { BODY = TAC_BODY_FIELDS * L }; // from a body to the next of its block

TAC_INLINE double *body_at(const tac_work *w, int cell)
{
    return w->body + w->plan->body[cell].at;
}

TAC_INLINE double *element_at(const tac_work *w, int cell)
{
    return w->element + (size_t)(cell * TAC_ELEMENT_FIELDS) * L;
}

TAC_INLINE double *reactions_in(const tac_work *w, int scratch)
{
    return scratch ? w->scratch[scratch] : w->element;
}

TAC_INLINE double *row_at(const tac_work *w, const tac_cell *c, int k)
{
    return w->row + (size_t)((c->row + k) * TAC_ROW_FIELDS) * L;
}

enum { ROW = TAC_ROW_FIELDS * L }; // from a row to the next of its element

TAC_INLINE double *slots_at(const tac_work *w, const tac_cell *c, int side)
{
    return w->J + (size_t)c->slot[side] * L;
}

TAC_INLINE lane field(const double *p, int f)
{
    return lane_load(p + f * L);
}

TAC_INLINE void put(double *p, int f, lane x)
{
    lane_store(p + f * L, x);
}

TAC_INLINE vec3v field3(const double *p, int f)
{
    return load3(p + f * L);
}

TAC_INLINE mat3v inertia(const double *p, int f)
{
    return symmetric(field(p, f), field(p, f + 1), field(p, f + 2), field(p, f + 3),
                     field(p, f + 4), field(p, f + 5));
}

// The larger one; not a number if one of them is not.
TAC_INLINE lane larger(lane a, lane b)
{
    return lane_pick(lane_less(b, a), a, b) + 0.0 * a;
}

// Zero where a check is below one, one where it is not or is not a number.
TAC_INLINE lane bad_unless_small(lane check)
{
    return lane_pick(lane_less(check, lane_set(1.0)), lane_set(0.0), lane_set(1.0));
}

#include "laws.inc"

#include "elements.inc"

#include "joint_ends.inc"

#include "bodies.inc"

#define JOIN(a, b) a##b
#define NAMED(lanes) JOIN(tac_stages_, lanes)

const tac_stages NAMED(TAC_LANES) = {
    .lanes = TAC_LANES,
    .elements = {.predict = elements_predict,
                 .newton = elements_newton,
                 .again = elements_again,
                 .position = elements_position,
                 .velocity = elements_velocity,
                 .acceleration = elements_acceleration,
                 .residual = elements_residual,
                 .commit = elements_commit,
                 .load = elements_load,
                 .push = elements_push,
                 .push_newton = elements_push_newton,
                 .push_index1 = elements_push_index1},
    .ends = {.predict = ends_predict,
             .newton = ends_newton,
             .again = ends_again,
             .velocity = ends_velocity,
             .acceleration = ends_acceleration,
             .load = ends_load,
             .residual = ends_residual,
             .push = ends_push,
             .push_newton = ends_push_newton},
    .split = {.newton = split_newton,
              .position = split_position,
              .velocity = split_velocity,
              .acceleration = split_acceleration,
              .residual = split_residual,
              .push_newton = split_push_newton,
              .push_index1 = split_push_index1},
    .bodies = {.predict = bodies_predict,
               .newton = bodies_newton,
               .position = bodies_position,
               .velocity = bodies_velocity,
               .index1 = bodies_index1,
               .projection = bodies_projection,
               .update_newton = update_newton,
               .update_position = update_position,
               .update_velocity = update_velocity,
               .update_acceleration = update_acceleration,
               .check = bodies_check,
               .commit = bodies_commit},
    .units = {.factor = factor, .forward = forward, .backward = backward},
};
