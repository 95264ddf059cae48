// c0 + c1 sin(2 pi (c2 u + (c3 - c2) u^2 / (2 c5))), u = t - c4 in [0, c5], before c0; afterwards the sine goes on at
// frequency c3.
#include "wave.h"

// Instantaneous frequency c2 + (c3 - c2) u / T inside the sweep, c3 afterwards.
typedef struct sweep {
    double u, in, slope, phase; // phase 0 before it begins
} sweep;

static sweep sweep_at(const double *c, double t)
{
    double u = t - c[4], T = c[5], slope = (c[3] - c[2]) / T;
    double in = pick(u < T, u, T), after = u - in;
    double cycles = c[2] * in + 0.5 * slope * in * in + c[3] * after;
    double phase = tac_in_last_turn(2.0 * TAC_PI * cycles, cycles);
    return (sweep){u, in, slope, pick(u < 0.0, 0.0, phase)};
}

static double value_at(const double *c, double t)
{
    sweep w = sweep_at(c, t);
    return pick(w.u < 0.0, c[0], c[0] + c[1] * tac_sincos(w.phase).sin);
}

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    const double *c = of->c;
    sweep w = sweep_at(c, when->t);
    int before = w.u < 0.0;
    double rate = 2.0 * TAC_PI * (c[2] + w.slope * w.in);
    double rate_dot = pick(w.u < c[5], 2.0 * TAC_PI * w.slope, 0.0);
    tac_signal s = tac_wave(c[1], c[0], w.phase, rate, rate_dot);
    return (tac_signal){pick(before, c[0], s.x), pick(before, 0.0, s.xd), pick(before, 0.0, s.xdd)};
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    return value_at(of->c, when->t);
}

// Gauss points of a parabola of fifth order; sweeps have no closed form.
static double mean(const tac_source_desc *of, const tac_source_over *s)
{
    const double *c = of->c;
    double away = 0.5 * sqrt(0.6) * s->length;
    double sides = value_at(c, s->middle - away) + value_at(c, s->middle + away);
    return (5.0 * sides + 8.0 * value_at(c, s->middle)) / 18.0;
}

static void corners(const tac_source_desc *of, const tac_table_desc *table, tac_corner_seen *seen,
                    void *context)
{
    (void)table;
    seen(context, of->c[4]);
    seen(context, of->c[4] + of->c[5]);
}

static double kick(const tac_source_desc *of, const tac_source_over *s)
{
    const double *c = of->c;
    return pick(tac_is_within(c[4], s), c[1] * (2.0 * TAC_PI * c[2]), 0.0);
}

static double fastest(const tac_source_desc *of, double until)
{
    double u = (until - of->c[4]) / of->c[5], share = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
    double last = of->c[2] + share * (of->c[3] - of->c[2]);
    double first = fabs(of->c[2]), end = fabs(last);
    return u > 0.0 && of->c[1] != 0.0 ? (first > end ? first : end) : 0.0;
}

static const tac_key keys[] = {
    {.name = "amplitude",
     .help = "half of what it swings by",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[1])},
    {.name = "from",
     .help = "frequency at the start",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_FREQUENCY,
     .otherwise = TAC_NEEDED,
     .at = offsetof(tac_source_desc, c[2])},
    {.name = "to",
     .help = "frequency at the end, and afterwards",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_FREQUENCY,
     .otherwise = TAC_NEEDED,
     .at = offsetof(tac_source_desc, c[3])},
    {.name = "start",
     .help = "begin of the sweep",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_TIME,
     .at = offsetof(tac_source_desc, c[4])},
    {.name = "duration",
     .help = "of the sweep",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_TIME,
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = offsetof(tac_source_desc, c[5])},
    {.name = "offset",
     .help = "added to it",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[0])},
};

const tac_source_type tac_chirp_type = {
    .type = {.word = "chirp",
             .called = "a chirp",
             .help = "a sine whose frequency changes linearly",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .at = at,
    .value = value,
    .mean = mean,
    .corners = corners,
    .kick = kick,
    .fastest = fastest,
};
