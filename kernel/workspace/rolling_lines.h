// Lines of bodies that roll, on vector lanes: how far their axes have turned about them.
//
// A point on a line of a body is held by a force along two axes of that body, which turn with it when it turns about the
// line. No force has to.
#ifndef TAC_ROLLING_LINES_H
#define TAC_ROLLING_LINES_H

#include "fields_lane.h"

typedef struct rollv { // cosine and sine of a turn about the line
    lane c, s;
} rollv;

// Of a joint's rows on the second body, whose first two linear parts are the axes.
typedef struct axesv {
    vec3v x, y;
} axesv;

TAC_INLINE axesv axes_of_line(const tac_cell *c, const double *slots)
{
    int linear = TAC_TO_LINEAR(c->like->n_row);
    return (axesv){field3(slots, linear), field3(slots, linear + 3)};
}

TAC_INLINE rollv roll_from(axesv from, axesv to)
{
    lane along = dot3v(from.x, to.x) + dot3v(from.y, to.y);
    lane across = dot3v(from.y, to.x) - dot3v(from.x, to.y);
    lane size = lane_sqrt(lane_fma(across, across, along * along)); // of ground just `along`
    return (rollv){along / size, across / size};
}

TAC_INLINE rollv back(rollv roll)
{
    return (rollv){roll.c, -roll.s};
}

// Two numbers along the axes of a line, along these after they have turned.
TAC_INLINE void roll_on(rollv roll, lane *x, lane *y)
{
    lane a = *x;
    *x = lane_fma(roll.s, *y, roll.c * a);
    *y = lane_fnma(roll.s, a, roll.c * *y);
}

#endif
