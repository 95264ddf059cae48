// Roads: what a surface is asked, and what it says.
//
// A caller takes its point into the frame of the road and asks there: x and y to height, slopes and
// friction, along the frame's axes. A query costs the same whatever the point is, allocates nothing
// and gives the same bits everywhere. Where a road has a memory (tac_road_memory), its caller may keep
// so many doubles per point that it follows; they are a part of its state, begin at TAC_ROAD_UNKNOWN,
// and say where to look next. Without them, NULL, roads that cross themselves are taken at the branch
// that is nearest.
#ifndef TAC_ELEMENT_ROAD_H
#define TAC_ELEMENT_ROAD_H

#include "base/curve.h"
#include "element_types.h"

struct tac_signal;

enum { TAC_ROAD_MEMORY = 1 }; // most that any road has
#define TAC_ROAD_UNKNOWN (-1.0)

// A road of a model.
typedef struct tac_road {
    const tac_road_type *type;
    tac_road_desc of;             // whose data are the model's
    double *made;                 // of it, by its type
    const tac_curve *table;       // all tables of the model
    const struct tac_road *under; // what patches lie over
} tac_road;

typedef struct tac_road_point {
    double x, y;                     // m, in the road's frame
    const struct tac_signal *signal; // all sources of the instant; NULL: as if they were zero
} tac_road_point;

typedef struct tac_road_surface {
    double height;           // m
    double slope_x, slope_y; // of the height along x and y
    double friction;         // factor
    double rate;             // m/s of the height, where signals move it
    double xx, xy, yy;       // second derivatives of the height, 1/m
    double u, v; // m along and beside a reference line, which is the x axis of most roads
    double u_x, u_y, v_x, v_y; // their slopes
} tac_road_surface;

// Numbers that a caller may keep.
static inline int tac_road_memory(const tac_road *road)
{
    return road->type->n_memory;
}

static inline void tac_road_at(const tac_road *road, const tac_road_point *where, double *memory,
                               tac_road_surface *out)
{
    road->type->at(road, where, memory, out);
}

// What a wheel stands on: the mean of height and slopes under as many points as the road's `envelope`
// says, in front and behind, left and right of its contact; friction is that of their mean as well.
typedef struct tac_road_print {
    tac_road_point middle;
    double ahead_x, ahead_y; // direction of rolling in the road's x and y, unit
    double along, across;    // m: from the middle to the points, 0.1 R0 and 0.3 of the width
} tac_road_print;

void tac_road_under(const tac_road *road, const tac_road_print *print, double *memory,
                    tac_road_surface *out);

// ---- nearest point -------------------------------------------------------------------------------

// The point of a smooth road that is nearest to a given one.
typedef struct tac_road_foot {
    vec3 normal;     // unit, away from the road, in its frame
    double distance; // from there along the normal, m; below zero under the road
    double rate;     // m/s of the distance, where signals move the road
    tac_road_surface surface;
} tac_road_foot;

//   reads    point: in the road's frame
void tac_road_nearest(const tac_road *road, const struct tac_signal *signal, vec3 point,
                      tac_road_foot *out);

// Second derivative of the distance for a velocity of the point in the road's frame.
double tac_road_curving(const tac_road_foot *foot, vec3 v);

// ---- for files of roads --------------------------------------------------------------------------

// Height over x of one track, with its derivatives.
typedef struct tac_track {
    double z, dz, ddz;
} tac_track;

// A road that is level in both tracks but for these, with the left one where y is above zero.
tac_road_surface tac_road_of_tracks(const tac_road *road, const tac_road_point *where,
                                    tac_track left, tac_track right, double blend);

// A surface without any height, u along x.
static inline tac_road_surface tac_level_road(const tac_road *road, const tac_road_point *where)
{
    return (tac_road_surface){
        .friction = road->of.factor, .u = where->x, .v = where->y, .u_x = 1.0, .v_y = 1.0};
}

#endif
