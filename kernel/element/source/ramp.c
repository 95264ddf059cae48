// c0 until t = c2, linear to c1 at t = c3, c1 afterwards.
#include "element/source.h"

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    const double *c = of->c, t = when->t;
    double slope = (c[1] - c[0]) / (c[3] - c[2]);
    int before = t < c[2], after = !before & (t >= c[3]);
    double inside = c[0] + slope * (t - c[2]);
    return (tac_signal){pick(before, c[0], pick(after, c[1], inside)),
                        pick(before | after, 0.0, slope), 0.0};
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    return at(of, when).x;
}

static double mean(const tac_source_desc *of, const tac_source_over *s)
{
    const double *c = of->c;
    double from = tac_hold_within(s->t0, c[2], c[3]), to = tac_hold_within(s->t1, c[2], c[3]);
    double slope = (c[1] - c[0]) / (c[3] - c[2]), inside = (to - from) / s->length;
    double after = (s->t1 - tac_hold_within(c[3], s->t0, s->t1)) / s->length;
    double between = c[0] + slope * (0.5 * (from + to) - c[2]);
    return c[0] * (1.0 - inside - after) + between * inside + c[1] * after;
}

static double kick(const tac_source_desc *of, const tac_source_over *s)
{
    const double *c = of->c;
    double slope = (c[1] - c[0]) / (c[3] - c[2]);
    return pick(tac_is_within(c[2], s), slope, 0.0) - pick(tac_is_within(c[3], s), slope, 0.0);
}

static const char *wrong(const tac_source_desc *of, const char **key)
{
    *key = "end";
    return of->c[3] > of->c[2] ? NULL : "'end' must come after 'start'";
}

static void corners(const tac_source_desc *of, const tac_table_desc *table, tac_corner_seen *seen,
                    void *context)
{
    (void)table;
    seen(context, of->c[2]);
    seen(context, of->c[3]);
}

static const tac_key keys[] = {
    {.name = "start",
     .help = "begin of the slope",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_TIME,
     .otherwise = TAC_NEEDED,
     .at = offsetof(tac_source_desc, c[2])},
    {.name = "end",
     .help = "end of the slope",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_TIME,
     .otherwise = TAC_NEEDED,
     .at = offsetof(tac_source_desc, c[3])},
    {.name = "from",
     .help = "value before",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[0])},
    {.name = "to",
     .help = "value afterwards",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[1])},
};

const tac_source_type tac_ramp_type = {
    .type = {.word = "ramp",
             .called = "a ramp",
             .help = "a slope between two values",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .at = at,
    .value = value,
    .mean = mean,
    .largest = tac_larger_end,
    .wrong = wrong,
    .corners = corners,
    .kick = kick,
};
