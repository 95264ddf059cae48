// Energy of the model.
#include "query/sensing.h"
#include "sensor_types.h"

static const tac_column columns[] = {{"kinetic", "J", 0}, {"potential", "J", 0}, {"total", "J", 0}};

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)m;
    (void)s;
    (void)d;
    tac_put3(out, (vec3){r->kinetic, r->potential, r->kinetic + r->potential});
}

const tac_sensor_type tac_energy_sensor = {
    .type = {.word = "energy",
             .called = "an energy sensor",
             .help = "energy of the model",
             .placing = TAC_PLACED_NOWHERE,
             .of_report = true},
    TAC_COLUMNS(columns),
    .measure = measure,
};
