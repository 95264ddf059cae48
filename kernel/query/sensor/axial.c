// Force along a rod.
#include "query/sensing.h"
#include "sensor_types.h"

static const tac_column columns[] = {{"f", "N", 0}};

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    out[0] = s->lambda[tac_sensed_element(m, d)->row];
}

const tac_sensor_type tac_axial_sensor = {
    .type = {.word = "axial",
             .called = "an axial sensor",
             .help = "force along a rod: above zero it is in tension and pulls its ends together",
             .placing = TAC_PLACED_AT_JOINT,
             .of_line = true},
    TAC_COLUMNS(columns),
    .measure = measure,
};
