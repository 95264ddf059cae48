// c1 for the part c4 of every period, then c0; frequency c2 in Hz, phase c3 in rad.
#include "element/source.h"
#include "elementary.h"

// Periods that are over, beyond 1e15 none.
static double periods(const double *c, double t)
{
    double n = c[2] * t + c[3] / (2.0 * TAC_PI);
    return pick(fabs(n) < 1e15, n, 0.0);
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    const double *c = of->c, n = periods(c, when->t);
    return pick(n - floor(n) < c[4], c[1], c[0]);
}

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    return (tac_signal){value(of, when), 0.0, 0.0};
}

// Periods for which it has been c1, from a whole number of them on.
static double been(double part, double n, double from)
{
    double whole = floor(n), rest = n - whole;
    return part * (whole - from) + pick(rest < part, rest, part);
}

static double mean(const tac_source_desc *of, const tac_source_over *s)
{
    const double *c = of->c, n0 = periods(c, s->t0), n1 = periods(c, s->t1), way = n1 - n0;
    double from = floor(n0), share = been(c[4], n1, from) - been(c[4], n0, from);
    share = pick(way > 0.0, share / pick(way > 0.0, way, 1.0), pick(n0 - from < c[4], 1.0, 0.0));
    return c[0] + (c[1] - c[0]) * share;
}

static const char *wrong(const tac_source_desc *of, const char **key)
{
    *key = "duty";
    return of->c[4] < 1.0 ? NULL : "'duty' is less than 1, the share of a period that 'to' lasts";
}

// Of its first periods: where these are at steps, all are.
static void corners(const tac_source_desc *of, const tac_table_desc *table, tac_corner_seen *seen,
                    void *context)
{
    (void)table;
    enum { PERIODS = 3 };
    double before = floor(of->c[3] / (2.0 * TAC_PI)) - of->c[3] / (2.0 * TAC_PI);
    for (int k = 0; k < PERIODS; k++) {
        seen(context, (before + k) / of->c[2]);
        seen(context, (before + k + of->c[4]) / of->c[2]);
    }
}

static double fastest(const tac_source_desc *of, double until)
{
    (void)until;
    return of->c[0] != of->c[1] ? of->c[2] : 0.0;
}

static const tac_key keys[] = {
    {.name = "from",
     .help = "value in the rest of every period",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[0])},
    {.name = "to",
     .help = "value in the first part of every period",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[1])},
    {.name = "frequency",
     .help = "periods per second",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_FREQUENCY,
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = offsetof(tac_source_desc, c[2])},
    {.name = "phase",
     .help = "at time zero; a period is 360 deg",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANGLE,
     .at = offsetof(tac_source_desc, c[3])},
    {.name = "duty",
     .help = "share of a period that `to` lasts, below 1",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_NUMBER,
     .value = 0.5,
     .range = TAC_ABOVE_ZERO,
     .at = offsetof(tac_source_desc, c[4])},
};

const tac_source_type tac_square_type = {
    .type = {.word = "square",
             .called = "a square wave",
             .help = "jumps between two values; for forces",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .at = at,
    .value = value,
    .mean = mean,
    .largest = tac_larger_end,
    .wrong = wrong,
    .corners = corners,
    .fastest = fastest,
};
