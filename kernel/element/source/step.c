// c0 before t = c2, c1 from then on.
#include "element/source.h"

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    const double *c = of->c;
    return (tac_signal){pick(when->t >= c[2], c[1], c[0]), 0.0, 0.0};
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    const double *c = of->c;
    return pick(when->t >= c[2], c[1], c[0]);
}

static double mean(const tac_source_desc *of, const tac_source_over *s)
{
    const double *c = of->c;
    double after = (s->t1 - tac_hold_within(c[2], s->t0, s->t1)) / s->length;
    return c[0] * (1.0 - after) + c[1] * after;
}

static void corners(const tac_source_desc *of, const tac_table_desc *table, tac_corner_seen *seen,
                    void *context)
{
    (void)table;
    seen(context, of->c[2]);
}

static const tac_key keys[] = {
    {.name = "at",
     .help = "when",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_TIME,
     .otherwise = TAC_NEEDED,
     .at = offsetof(tac_source_desc, c[2])},
    {.name = "from",
     .help = "value before",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[0])},
    {.name = "to",
     .help = "value from then on",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[1])},
};

const tac_source_type tac_step_type = {
    .type = {.word = "step",
             .called = "a step",
             .help = "a jump: for forces; a `drive` is to get there in time",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .at = at,
    .value = value,
    .mean = mean,
    .largest = tac_larger_end,
    .corners = corners,
};
