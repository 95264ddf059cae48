// What a road is under a point: of a body, or fixed.
#include "element/road.h"
#include "element_types.h"
#include "query/internal.h"
#include "query/sensing.h"
#include "sensor_types.h"

static const tac_column columns[] = {{"x", "m", 0},      {"y", "m", 0},      {"height", "m", 0},
                                     {"slope_x", "", 0}, {"slope_y", "", 0}, {"friction", "", 0},
                                     {"u", "m", 0},      {"v", "m", 0}};

// Along x and y of the road, of unit length; along x where the frame's x axis stands upright.
static void look_ahead(vec3 x, tac_road_print *print)
{
    double length = sqrt(x.x * x.x + x.y * x.y);
    print->ahead_x = length > 0.0 ? x.x / length : 1.0;
    print->ahead_y = length > 0.0 ? x.y / length : 0.0;
}

// The road, or one by signals with those of the state in the place of its sources.
static const tac_road *with_signals(const tac_model *m, const tac_state *s, const tac_road *road,
                                    tac_road *own, tac_signal signal[TAC_ROAD_SOURCES])
{
    if (!road->type->by_signals) {
        return road;
    }
    *own = *road;
    for (int k = 0; k < TAC_ROAD_SOURCES; k++) {
        int source = road->of.source[k];
        signal[k] = (tac_signal){tac_source_in(m, s, source), 0.0, 0.0};
        own->of.source[k] = source == TAC_NONE ? TAC_NONE : k;
    }
    return own;
}

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    tac_road own;
    tac_signal signal[TAC_ROAD_SOURCES];
    const tac_road *road = with_signals(m, s, &m->laws.roads.road[d->road - 1], &own, signal);
    tac_sensed at = tac_sensed_frame(m, s, &d->a), on = tac_sensed_frame(m, s, &road->of.at);
    vec3 p = tmul3(on.X, sub3(at.r, on.r));
    tac_road_print print = {.middle = {p.x, p.y, signal}, .along = d->along, .across = d->across};
    tac_road_surface under;
    look_ahead(tmul3(on.X, col3(at.X, 0)), &print);
    if (d->along > 0.0 || d->across > 0.0) {
        tac_road_under(road, &print, NULL, &under);
    } else {
        tac_road_at(road, &print.middle, NULL, &under);
    }
    const double all[] = {
        p.x, p.y, under.height, under.slope_x, under.slope_y, under.friction, under.u, under.v};
    for (int k = 0; k < 8; k++) {
        out[k] = all[k];
    }
}

static const tac_key keys[] = {
    {.name = "road",
     .help = "name of the road",
     .kind = TAC_KEY_ROAD,
     .otherwise = TAC_NEEDED,
     .at = offsetof(tac_sensor_desc, road)},
    {.name = "along",
     .help = "on roads with `envelope: 4`: distance of its points before and behind",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_LENGTH,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_sensor_desc, along)},
    {.name = "across",
     .help = "and left and right",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_LENGTH,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_sensor_desc, across)},
};

const tac_sensor_type tac_road_sensor = {
    .type = {.word = "road",
             .called = "a road sensor",
             .help = "where a point is in the axes of a road, and what that is there",
             .placing = TAC_PLACED_ON_BODY,
             TAC_KEYS(keys)},
    TAC_COLUMNS(columns),
    .measure = measure,
};
