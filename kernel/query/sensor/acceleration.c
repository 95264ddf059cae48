// Acceleration and angular acceleration of a frame on a body.
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

static const tac_column columns[] = {{"ax", "m/s^2", 0},   {"ay", "m/s^2", 0},
                                     {"az", "m/s^2", 0},   {"bx", "rad/s^2", 0},
                                     {"by", "rad/s^2", 0}, {"bz", "rad/s^2", 0}};

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    vec3 a, wd;
    tac_sensed_acceleration(m, s, &d->a, &a, &wd);
    mat3 X = tac_sensed_frame(m, s, &d->a).X;
    tac_put3(tac_put3(out, tac_in_axes(d, X, a)), tac_in_axes(d, X, wd));
}

const tac_sensor_type tac_acceleration_sensor = {
    .type = {.word = "acceleration",
             .called = "a sensor on a body",
             .help = "acceleration and angular acceleration",
             .placing = TAC_PLACED_ON_BODY,
             TAC_KEYS(keys)},
    TAC_COLUMNS(columns),
    .measure = measure,
};
