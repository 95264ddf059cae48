// Gaps of joints, and which lanes are closed by projections (snaps.h), on vector lanes.
#ifndef TAC_SNAP_LANES_H
#define TAC_SNAP_LANES_H

#include "canonical.h"
#include "workspace/fields_lane.h"

TAC_INLINE double *gaps_at(const tac_workspace *w, int cell)
{
    return w->momenta.gap + (size_t)(TAC_GAPS * cell) * L;
}

TAC_INLINE void no_gap(const tac_workspace *w, int cell)
{
    if (w->momenta.gap) {
        double *gap = gaps_at(w, cell);
        put(gap, TAC_FIRST_GAP, lane_set(-1.0));
        put(gap, TAC_LATER_GAP, lane_set(0.0));
        put(gap, TAC_PULL, lane_set(0.0));
    }
}

// Of an iterate: the first since no_gap apart from the others. Not a number is farther than anything.
TAC_INLINE void note_gap(const tac_workspace *w, int cell, const lane *phi, int n)
{
    if (!w->momenta.gap || w->plan->cell[cell].like->what == TAC_TERMS) {
        return;
    }
    double *gap = gaps_at(w, cell);
    lane far = lane_set(0.0), zero = far;
    lane first = field(gap, TAC_FIRST_GAP), later = field(gap, TAC_LATER_GAP);
    for (int k = 0; k < n; k++) {
        lane size = lane_abs(phi[k]);
        far = lane_pick(lane_less(size, far), far, size);
    }
    lane_mask is_first = lane_less(first, zero);
    lane farther = lane_pick(lane_less(far, later), later, far);
    put(gap, TAC_FIRST_GAP, lane_pick(is_first, far, first));
    put(gap, TAC_LATER_GAP, lane_pick(is_first, later, farther));
}

TAC_INLINE lane_mask is_snapped(lane snapped)
{
    return lane_less(lane_set(0.5), snapped);
}

TAC_INLINE lane_mask snapped_bodies(const tac_workspace *w, const int *body)
{
    return is_snapped(lane_gather(w->momenta.snapped, body));
}

// Of the mechanisms on either side.
TAC_INLINE lane_mask snapped_elements(const tac_workspace *w, const tac_cell *c)
{
    lane sum = lane_set(0.0);
    for (int l = 0; l < L; l++) {
        const int *body = w->m->element[c->element[l]].body;
        sum = lane_put(sum, l, w->momenta.snapped[body[0]] + w->momenta.snapped[body[1]]);
    }
    return is_snapped(sum);
}

#endif
