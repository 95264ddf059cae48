// A sensor: how fast a point of a body is.
#include "query/sensing.h"
#include "sensor_types.h"

static const tac_column columns[] = {{"v", "m/s", 0}};

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    *out = norm3(tac_sensed_frame(m, s, &d->a).v);
}

const tac_sensor_type tac_speed_sensor = {
    .type = {.word = "speed",
             .called = "a sensor on a body",
             .help = "magnitude of the velocity",
             .placing = TAC_PLACED_ON_BODY},
    TAC_COLUMNS(columns),
    .measure = measure,
};
