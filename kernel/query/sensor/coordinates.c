// Coordinates of a joint and their rates.
#include "element_types.h"
#include "observe.h"
#include "query/sensing.h"
#include "sensor_types.h"

static int width(const tac_model *m, const tac_sensor_desc *s)
{
    return 2 * tac_coordinate_count(m->joint_kind[s->element]);
}

// q qd of one coordinate, q1 q2 ... qd1 qd2 ... of several.
static tac_column column_of(const tac_desc *d, const tac_sensor_desc *s, int k, int all)
{
    int n = all / 2;
    bool turns = tac_joint_type_turns(tac_joint_type_of(d->joint[s->element].kind), k % n);
    return (tac_column){.name = k < n ? "q" : "qd",
                        .unit = k < n   ? turns ? "rad" : "m"
                                : turns ? "rad/s"
                                        : "m/s",
                        .number = n > 1 ? k % n + 1 : 0};
}

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    double q[TAC_MAX_COORDINATES], qd[TAC_MAX_COORDINATES];
    int n = tac_joint_coordinates(m, s, d->element, q, qd);
    for (int k = 0; k < n; k++) {
        out[k] = q[k];
        out[n + k] = qd[k];
    }
}

const tac_sensor_type tac_coordinates_sensor = {
    .type = {.word = "coordinates",
             .called = "a coordinates sensor",
             .help = "coordinates of a joint, then their rates",
             .placing = TAC_PLACED_AT_JOINT,
             .with_coordinates = true},
    .width = width,
    .column_of = column_of,
    .columns = "`q qd`, or `q1 q2 ... qd1 qd2 ...`",
    .measure = measure,
};
