// The medium of drag and lift: it goes along with the first body of a law of six rows, and by its wind in that.
#ifndef TAC_ELEMENT_AIR_H
#define TAC_ELEMENT_AIR_H

#include "law.h"

// Velocity of the point in the medium, along the axes of the first frame.
TAC_INLINE vec3v through_air(const tac_law_instant *i)
{
    return (vec3v){i->v[0] - i->in[0].x, i->v[1] - i->in[1].x, i->v[2] - i->in[2].x};
}

// What such a law takes, W: less than nothing where the wind carries it.
TAC_INLINE double taken_by_air(const double *force, const double *rate)
{
    return force[0] * rate[0] + force[1] * rate[1] + force[2] * rate[2];
}

#define AIR_SOURCES .n_source = 3, .flags = TAC_LAW_GIVES, .taken = taken

#define AIR_KEY(called, text, k)                                                              \
    {                                                                                         \
        .name = (called), .help = (text), .kind = TAC_KEY_SOURCE, .quantity = TAC_Q_VELOCITY, \
        .at = TAC_LAW_SOURCE(k)                                                               \
    }
#define AIR_KEYS                                                                             \
    AIR_KEY("wind_x", "velocity of the medium against the first body, along its axis x", 0), \
        AIR_KEY("wind_y", "likewise along y", 1), AIR_KEY("wind_z", "likewise along z", 2)

#endif
