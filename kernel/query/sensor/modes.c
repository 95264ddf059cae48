// Modal coordinates of a flexible body and their rates.
#include "query/sensing.h"
#include "sensor_types.h"

static int width(const tac_model *m, const tac_sensor_desc *s)
{
    return 2 * m->flex.flexible[m->flex.flexible_of[s->element]].modes->n_shown;
}

static tac_column column_of(const tac_desc *d, const tac_sensor_desc *s, int k, int all)
{
    (void)d;
    (void)s;
    int n = all / 2;
    return (tac_column){.name = k < n ? "q" : "qd", .unit = "", .number = k % n + 1};
}

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    const tac_flexible *f = &m->flex.flexible[m->flex.flexible_of[d->element]];
    const tac_modes *k = f->modes;
    const double *q = tac_modes_of(s->mode, f);
    for (int i = 0; i < 2 * k->n_shown; i++) {
        const double *row = k->shown + i % k->n_shown * k->n, *x = q + i / k->n_shown * k->n;
        out[i] = 0.0;
        for (int j = 0; j < k->n; j++) {
            out[i] += row[j] * x[j];
        }
    }
}

const tac_sensor_type tac_modes_sensor = {
    .type = {.word = "modes",
             .called = "a modes sensor",
             .help = "modal coordinates of a flexible body, then their rates",
             .placing = TAC_PLACED_IN_FLEXIBLE,
             .rigid = "has no modes; name a flexible body"},
    .width = width,
    .column_of = column_of,
    .columns = "`q1 q2 ... qd1 qd2 ...`",
    .measure = measure,
};
