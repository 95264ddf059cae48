// An output of a part.
#include "query/sensing.h"
#include "sensor_types.h"

static const tac_column columns[] = {{"value", "", 0}};

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    *out =
        s->part[m->objects.part_at[d->element] + m->objects.parts[d->element].n_state + d->output];
}

const tac_sensor_type tac_output_sensor = {
    .type = {.word = "output",
             .called = "an output sensor",
             .help = "an output of a part",
             .placing = TAC_PLACED_AT_PART},
    TAC_COLUMNS(columns),
    .measure = measure,
};
