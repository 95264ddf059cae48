// What an accelerometer shows: acceleration less gravity.
#include "query/sensing.h"
#include "sensor_types.h"

static const char *const axes[] = {"world", "body"};

static const tac_key keys[] = {
    {.name = "axes",
     .help = "of the components",
     .kind = TAC_KEY_WORD,
     TAC_WORDS(axes),
     .value = 1.0,
     .at = offsetof(tac_sensor_desc, in_frame)},
};

static const tac_column columns[] = {{"ax", "m/s^2", 0}, {"ay", "m/s^2", 0}, {"az", "m/s^2", 0}};

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    vec3 a, wd;
    tac_sensed_acceleration(m, s, &d->a, &a, &wd);
    mat3 X = tac_sensed_frame(m, s, &d->a).X;
    tac_put3(out, tac_in_axes(d, X, sub3(a, m->gravity)));
}

const tac_sensor_type tac_accelerometer_sensor = {
    .type = {.word = "accelerometer",
             .called = "a sensor on a body",
             .help = "acceleration as a sensor feels it, gravity included",
             .placing = TAC_PLACED_ON_BODY,
             TAC_KEYS(keys)},
    TAC_COLUMNS(columns),
    .measure = measure,
};
