// A road that others compute: height, slopes and friction as signals, of a wheel or of one each. Around the point that they
// are of, where that is said, it is the plane through it; else the height is the same wherever one asks.
#include "base/pick.h"
#include "element/road.h"
#include "element_types.h"

enum { HEIGHT, SLOPE_X, SLOPE_Y, FRICTION, POINT_X, POINT_Y };

static tac_signal value_of(const tac_road *of, const tac_road_point *where, int k, double otherwise)
{
    int source = of->of.source[k];
    return source == TAC_NONE || !where->signal ? (tac_signal){otherwise, 0.0, 0.0}
                                                : where->signal[source];
}

static void at(const tac_road *of, const tac_road_point *where, double *memory,
               tac_road_surface *out)
{
    (void)memory;
    bool placed = of->of.source[POINT_X] != TAC_NONE || of->of.source[POINT_Y] != TAC_NONE;
    tac_signal height = value_of(of, where, HEIGHT, 0.0),
               friction = value_of(of, where, FRICTION, 1.0);
    tac_signal sx = value_of(of, where, SLOPE_X, 0.0), sy = value_of(of, where, SLOPE_Y, 0.0);
    tac_signal x = value_of(of, where, POINT_X, 0.0), y = value_of(of, where, POINT_Y, 0.0);
    double dx = placed ? where->x - x.x : 0.0, dy = placed ? where->y - y.x : 0.0;
    *out = tac_level_road(of, where);
    out->height = height.x + sx.x * dx + sy.x * dy;
    out->slope_x = sx.x;
    out->slope_y = sy.x;
    out->friction *= pick(friction.x > 0.0, friction.x, 0.0);
    out->rate = height.xd;
}

#define SIGNAL(called, k, of, text)                                                 \
    {                                                                               \
        .name = (called), .help = (text), .kind = TAC_KEY_SOURCE, .quantity = (of), \
        .at = TAC_ROAD_SOURCE(k)                                                    \
    }

static const tac_key keys[] = {
    SIGNAL("height", HEIGHT, TAC_Q_LENGTH, "at the point"),
    SIGNAL("slope_x", SLOPE_X, TAC_Q_NUMBER, "rise per length along x"),
    SIGNAL("slope_y", SLOPE_Y, TAC_Q_NUMBER, "rise per length along y"),
    SIGNAL("grip", FRICTION, TAC_Q_NUMBER, "factor of friction, times `friction`; 1 without it"),
    SIGNAL("x", POINT_X, TAC_Q_LENGTH,
           "the point that height and slopes are of, in the road's axes"),
    SIGNAL("y", POINT_Y, TAC_Q_LENGTH, "and its y"),
    TAC_FRICTION_FACTOR_KEY,
    TAC_ENVELOPE_KEY(1),
};

const tac_road_type tac_signals_road = {
    .type = {.word = "signals",
             .called = "a road of signals",
             .help = "height, slopes and friction under one wheel, as another program says them",
             .placing = TAC_PLACED_AS_ROAD,
             TAC_KEYS(keys)},
    .at = at,
    .by_signals = true,
};
