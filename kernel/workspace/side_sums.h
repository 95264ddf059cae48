// What the elements on a body tell it, added up on vector lanes.
#ifndef TAC_SIDE_SUMS_H
#define TAC_SIDE_SUMS_H

#include "fields_lane.h"

// Sums of fields first .. first + n - 1 of what elements tell the bodies of a cell, from zero on: compilers and
// lanes differ in the sign of zeros that elements tell.
TAC_INLINE void sum_sides(const tac_workspace *w, const tac_body_cell *c, int first, int n,
                          lane *sum)
{
    const tac_side *s = c->side;
    if (c->n_side == 2 && s[0].at.aligned & s[1].at.aligned) { // most bodies
        const double *p = reactions_in(w, s[0].scratch) + s[0].at.first;
        const double *q = reactions_in(w, s[1].scratch) + s[1].at.first;
        TAC_UNROLL
        for (int f = 0; f < n; f++) {
            sum[f] = lane_set(0.0) + field(p, first + f) + field(q, first + f);
        }
        return;
    }
    TAC_UNROLL
    for (int f = 0; f < n; f++) {
        sum[f] = lane_set(0.0);
    }
    for (int k = 0; k < c->n_side; k++) {
        const double *from = reactions_in(w, s[k].scratch);
        TAC_UNROLL
        for (int f = 0; f < n; f++) {
            sum[f] = sum[f] + fetch(from + (first + f) * L, &s[k].at);
        }
    }
}

#endif
