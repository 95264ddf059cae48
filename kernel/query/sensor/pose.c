// Place and orientation of a frame on a body.
#include "query/sensing.h"
#include "sensor_types.h"

static const tac_column columns[] = {{"x", "m", 0}, {"y", "m", 0}, {"z", "m", 0}, {"e0", "", 0},
                                     {"e1", "", 0}, {"e2", "", 0}, {"e3", "", 0}};

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    tac_sensed f = tac_sensed_frame(m, s, &d->a);
    out = tac_put3(out, f.r);
    out[0] = f.q.e0;
    tac_put3(out + 1, (vec3){f.q.e1, f.q.e2, f.q.e3});
}

const tac_sensor_type tac_pose_sensor = {
    .type = {.word = "pose",
             .called = "a sensor on a body",
             .help = "place in the world and Euler parameters",
             .placing = TAC_PLACED_ON_BODY},
    TAC_COLUMNS(columns),
    .measure = measure,
};
