// Velocity and angular velocity of a frame on a body.
#include "query/sensing.h"
#include "sensor_types.h"

static const char *const axes[] = {"world", "body"};

static const tac_key keys[] = {
    {.name = "axes",
     .help = "of the components",
     .kind = TAC_KEY_WORD,
     TAC_WORDS(axes),
     .at = offsetof(tac_sensor_desc, in_frame)},
};

static const tac_column columns[] = {{"vx", "m/s", 0},   {"vy", "m/s", 0},   {"vz", "m/s", 0},
                                     {"wx", "rad/s", 0}, {"wy", "rad/s", 0}, {"wz", "rad/s", 0}};

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    tac_sensed f = tac_sensed_frame(m, s, &d->a);
    tac_put3(tac_put3(out, tac_in_axes(d, f.X, f.v)), tac_in_axes(d, f.X, f.w));
}

const tac_sensor_type tac_twist_sensor = {
    .type = {.word = "twist",
             .called = "a sensor on a body",
             .help = "velocity and angular velocity",
             .placing = TAC_PLACED_ON_BODY,
             TAC_KEYS(keys)},
    TAC_COLUMNS(columns),
    .measure = measure,
};
