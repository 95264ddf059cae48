// Access to the fields of bodies, elements, rows and Jacobians on vector lanes: what all stages share.
//
// A cell holds L bodies or elements side by side, each field of it L doubles in a row; model/plan/plan.h says
// which fields there are and where a cell starts. A reference (tac_ref) says for every lane where the
// same quantity lies: `fetch` collects the lanes and `give` distributes them, with one load or store
// where they lie side by side.
#ifndef TAC_FIELDS_LANE_H
#define TAC_FIELDS_LANE_H

#include "base/lane.h"
#include "model/plan/plan.h"
#include "work.h"

enum {
    L = TAC_LANES,
    BODY = TAC_BODY_FIELDS * L, // from a body to the next of its block
    ROW = TAC_ROW_FIELDS * L    // from a row to the next of its element
};

// ---- fields of a cell --------------------------------------------------------------------------

TAC_INLINE double *body_at(const tac_workspace *w, int cell)
{
    return w->fields.body + w->plan->body[cell].at;
}

TAC_INLINE double *element_at(const tac_workspace *w, int cell)
{
    return w->fields.element + (size_t)(cell * TAC_ELEMENT_FIELDS) * L;
}

// Reactions of elements on bodies, by the scratch of their cell.
TAC_INLINE double *reactions_in(const tac_workspace *w, int scratch)
{
    return w->sweep.scratch[scratch];
}

TAC_INLINE double *row_at(const tac_workspace *w, const tac_cell *c, int k)
{
    return w->fields.row + (size_t)((c->row + k) * TAC_ROW_FIELDS) * L;
}

// Jacobian of a side.
TAC_INLINE double *slots_at(const tac_workspace *w, const tac_cell *c, int side)
{
    return w->fields.J + (size_t)c->slot[side] * L;
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

TAC_INLINE mat3v symmetric(lane xx, lane yy, lane zz, lane xy, lane xz, lane yz)
{
    return (mat3v){{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
}

// A symmetric matrix of six fields from f on.
TAC_INLINE mat3v inertia(const double *p, int f)
{
    return symmetric(field(p, f), field(p, f + 1), field(p, f + 2), field(p, f + 3),
                     field(p, f + 4), field(p, f + 5));
}

// ---- by reference ------------------------------------------------------------------------------

TAC_INLINE lane fetch(const double *p, const tac_ref *r)
{
    return r->aligned ? lane_load(p + r->first) : lane_gather(p, r->at);
}

TAC_INLINE void give(double *p, const tac_ref *r, lane x)
{
    if (r->aligned) {
        lane_store(p + r->first, x);
    } else {
        lane_scatter(p, r->at, x);
    }
}

TAC_INLINE vec3v fetch3(const double *p, const tac_ref *r)
{
    if (r->aligned) {
        return load3(p + r->first);
    }
    return (vec3v){lane_gather(p, r->at), lane_gather(p + L, r->at), lane_gather(p + 2 * L, r->at)};
}

TAC_INLINE mat3v fetch_symmetric(const double *p, const tac_ref *r)
{
    return symmetric(fetch(p, r), fetch(p + L, r), fetch(p + 2 * L, r), fetch(p + 3 * L, r),
                     fetch(p + 4 * L, r), fetch(p + 5 * L, r));
}

// ---- checks ------------------------------------------------------------------------------------

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

#endif
