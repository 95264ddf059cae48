// Height of a road where two other sources are along and across it: what a point contact that is drawn over it feels.
#include "element/road.h"
#include "element/source.h"

static tac_road_surface surface_at(const tac_source_desc *of, const tac_road *roads, double x,
                                   double y)
{
    tac_road_surface s;
    const tac_road_point where = {x, y, NULL};
    tac_road_at(&roads[of->road - 1], &where, NULL, &s);
    return s;
}

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    const int *term = when->term + of->first_term;
    tac_signal x = when->before[term[0]], y = when->before[term[1]];
    tac_road_surface s = surface_at(of, when->road, x.x, y.x);
    double bend = s.xx * x.xd * x.xd + 2.0 * s.xy * x.xd * y.xd + s.yy * y.xd * y.xd;
    return (tac_signal){s.height, s.slope_x * x.xd + s.slope_y * y.xd,
                        s.slope_x * x.xdd + s.slope_y * y.xdd + bend};
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    const int *term = when->term + of->first_term;
    return surface_at(of, when->road, when->before[term[0]].x, when->before[term[1]].x).height;
}

// By Simpson's rule over the way between both ends.
static double mean(const tac_source_desc *of, const tac_source_over *s)
{
    const int *term = s->term + of->first_term;
    double middle = surface_at(of, s->road, s->mean[term[0]].x, s->mean[term[1]].x).height;
    return (s->first + s->last + 4.0 * middle) / 6.0;
}

static const tac_key keys[] = {
    {.name = "road",
     .help = "name of a road",
     .kind = TAC_KEY_ROAD,
     .otherwise = TAC_NEEDED,
     .at = offsetof(tac_source_desc, road)},
    {.name = "x",
     .help = "where on it, in its axes",
     .kind = TAC_KEY_TERM,
     .quantity = TAC_Q_LENGTH,
     .otherwise = TAC_NEEDED},
    {.name = "y", .help = "and to its left", .kind = TAC_KEY_TERM, .quantity = TAC_Q_LENGTH},
};

const tac_source_type tac_road_source = {
    .type = {.word = "road",
             .called = "the height of a road",
             .help = "height of a road where two other sources are along and across it",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    .at = at,
    .value = value,
    .mean = mean,
};
