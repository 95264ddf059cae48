// Distance of two points and its rate.
#include "query/sensing.h"
#include "sensor_types.h"

static const tac_column columns[] = {{"l", "m", 0}, {"ld", "m/s", 0}};

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    tac_sensed a = tac_sensed_frame(m, s, &d->a), b = tac_sensed_frame(m, s, &d->b);
    vec3 span = sub3(b.r, a.r), rate = sub3(b.v, a.v);
    double length = norm3(span);
    out[0] = length;
    out[1] = length > 0.0 ? dot3(span, rate) / length : norm3(rate);
}

const tac_sensor_type tac_distance_sensor = {
    .type = {.word = "distance",
             .called = "a distance sensor",
             .help = "distance of two points and its rate",
             .placing = TAC_PLACED_FROM_TO},
    TAC_COLUMNS(columns),
    .measure = measure,
};
