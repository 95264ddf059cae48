// A source that alternates: +c1 in the first half of every period c2, -c1 in the second.
#include "element/source.h"

static double whole(double x)
{
    double n = (double)(int64_t)x;
    return n - pick(n > x, 1.0, 0.0);
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    double turns = when->t / of->c[2];
    return pick(turns - whole(turns) < 0.5, of->c[1], -of->c[1]);
}

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    return (tac_signal){value(of, when), 0.0, 0.0};
}

// Area from zero to t: a triangle over every period.
static double area(const double *c, double t)
{
    double turns = t / c[2], part = turns - whole(turns);
    return c[1] * c[2] * pick(part < 0.5, part, 1.0 - part);
}

static double mean(const tac_source_desc *of, const tac_source_over *s)
{
    return (area(of->c, s->t1) - area(of->c, s->t0)) / s->length;
}

static const tac_key keys[] = {
    {.name = "height",
     .help = "of either half",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[1])},
    {.name = "period",
     .help = "of both halves",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_TIME,
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = offsetof(tac_source_desc, c[2])},
};

const tac_source_type tac_alternating_type = {
    .type = {.word = "alternating",
             .called = "an alternating source",
             .help = "one value, then the opposite, half a period each",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .at = at,
    .value = value,
    .mean = mean,
};
