// How well the last step was solved.
#include "query/sensing.h"
#include "sensor_types.h"

static const tac_column columns[] = {
    {"position", "", 0}, {"velocity", "", 0}, {"acceleration", "", 0}, {"increment", "", 0}};

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)m;
    (void)s;
    (void)d;
    tac_put3(out, (vec3){r->position, r->velocity, r->acceleration});
    out[3] = r->increment;
}

const tac_sensor_type tac_residuals_sensor = {
    .type = {.word = "residuals",
             .called = "a residuals sensor",
             .help = "how far joints miss positions, velocities and accelerations, and the last "
                     "Newton increment",
             .placing = TAC_PLACED_NOWHERE,
             .of_report = true},
    TAC_COLUMNS(columns),
    .measure = measure,
};
