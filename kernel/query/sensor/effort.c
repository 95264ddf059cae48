// Efforts of the actuators that stand for the drives of a joint.
#include "element_types.h"
#include "observe.h"
#include "query/sensing.h"
#include "sensor_types.h"

static int width(const tac_model *m, const tac_sensor_desc *s)
{
    int n = 0;
    for (int k = 0; k < m->efforts.n; k++) {
        n += m->efforts.of[k].joint == s->element;
    }
    return n;
}

static tac_column column_of(const tac_desc *d, const tac_sensor_desc *s, int k, int all)
{
    bool turns = d->joint[s->element].effort[k].coordinate == TAC_ANGLE;
    return (tac_column){.name = "f", .unit = turns ? "N*m" : "N", .number = all > 1 ? k + 1 : 0};
}

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    for (int k = 0; k < m->efforts.n; k++) {
        if (m->efforts.of[k].joint == d->element) {
            *out++ = s->effort[k];
        }
    }
}

const tac_sensor_type tac_effort_sensor = {
    .type = {.word = "effort",
             .called = "an effort sensor",
             .help = "what the actuators in `effort_of` of a joint give in place of its drives, in "
                     "their order; above zero it increases their coordinate",
             .placing = TAC_PLACED_AT_JOINT,
             .with_efforts = true},
    .width = width,
    .column_of = column_of,
    .columns = "`f`, or `f1 f2 ...`",
    .measure = measure,
};
