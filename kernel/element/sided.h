// Memory of laws with sides: what begins, ends or has corners (docs/equations.md, decision 0027).
//
// Such a law begins or ends within a step, and may be too stiff for it. Its force is the mean along
// the straight path from its coordinate at the step's start to the one at its end: the difference
// quotient of the potential, so that what it gives is what the potential loses. The step feels the
// law behind a compliance h w in series, h w K at most 1: what it does not resolve gives way as far
// as h w does. With h = 0 the law is the one that the model asks for.
#ifndef TAC_LAW_SIDED_H
#define TAC_LAW_SIDED_H

#include "law.h"

enum {
    SIDED_U,  // coordinate of the law, m or rad
    SIDED_W,  // how easily its row was said to move, 1/kg or 1/(kg m^2)
    SIDED_RUN // steps it has been closed in a row; open: the same below zero
};

#define SIDED_MEMORY .n_state = 3, .combine = {TAC_Z_ANEW, TAC_Z_ANEW, TAC_Z_LONGEST}

// Carries the coordinate; the mobility of when the law closed, at least half of what is so now: a
// compliance in series that changed with the bodies would change the potential of what it holds,
// and a law that lasts may become softer, which gives nothing, and never stiffer; and for how many
// steps it has been closed.
TAC_INLINE void sided_carry(const tac_law_step *step, lane u, lane closed)
{
    const lane *z0 = step->z0;
    if (step->z1) {
        lane_mask is_closed = lane_less(lane_set(0.5), closed);
        lane now = step->w[0], half = 0.5 * now, zero = lane_set(0.0);
        lane kept = lane_pick(lane_less(z0[SIDED_W], half), half, z0[SIDED_W]);
        lane longer = law_above_zero(z0[SIDED_RUN]);
        lane shorter = lane_pick(lane_less(z0[SIDED_RUN], zero), z0[SIDED_RUN], zero);
        step->z1[SIDED_U] = u;
        step->z1[SIDED_W] = lane_pick(is_closed, kept, now);
        step->z1[SIDED_RUN] = lane_pick(is_closed, longer + 1.0, shorter - 1.0);
    }
}

// How much is left of slopes that give way only where the step does not resolve them: of y = h w K the part
// 1 / (1 + y^5 / (1 + y^4)), whereas one behind the compliance has 1 / (1 + y).
TAC_INLINE lane sided_given_way(lane y)
{
    lane y4 = y * y * y * y;
    return 1.0 / (1.0 + y * (y4 / (1.0 + y4)));
}

// Nothing was before the start.
TAC_STATIC void sided_start(const tac_law_self *s, const tac_law_step *step, lane *z)
{
    (void)s;
    z[SIDED_U] = z[SIDED_RUN] = lane_set(0.0);
    z[SIDED_W] = step->w[0];
}

#endif
