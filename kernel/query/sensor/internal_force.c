// What a flexible body carries at an interface.
#include "query/internal.h"
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

static const tac_column columns[] = {{"fx", "N", 0},   {"fy", "N", 0},   {"fz", "N", 0},
                                     {"tx", "N*m", 0}, {"ty", "N*m", 0}, {"tz", "N*m", 0}};

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    vec3 force, torque;
    tac_sense_internal(m, s, d, &force, &torque);
    mat3 X = tac_sensed_frame(m, s, &d->a).X;
    tac_put3(tac_put3(out, tac_in_axes(d, X, force)), tac_in_axes(d, X, torque));
}

const tac_sensor_type tac_internal_force_sensor = {
    .type =
        {.word = "internal_force",
         .called = "an internal force sensor",
         .help = "force and torque that a flexible body carries at an interface, given by `at` or "
                 "`interface`",
         .placing = TAC_PLACED_ON_FLEXIBLE,
         .rigid =
             "has no internal forces; name a flexible body, or take a sensor of type 'reaction' "
             "on its joint",
         TAC_KEYS(keys)},
    TAC_COLUMNS(columns),
    .measure = measure,
};
