// c0 + c1 sin(2 pi c2 t + c3), frequency in Hz, phase in rad.
#include "wave.h"

static double phase_at(const double *c, double t)
{
    return tac_in_last_turn(2.0 * TAC_PI * c[2] * t, c[2] * t) + c[3];
}

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    const double *c = of->c;
    return tac_wave(c[1], c[0], phase_at(c, when->t), 2.0 * TAC_PI * c[2], 0.0);
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    return of->c[0] + of->c[1] * tac_sincos(phase_at(of->c, when->t)).sin;
}

// sin(h) / h times the value in the middle, h half of the phase that the step takes.
static double mean(const tac_source_desc *of, const tac_source_over *s)
{
    const double *c = of->c;
    double rate = 2.0 * TAC_PI * c[2], half = 0.5 * rate * s->length;
    double phase = phase_at(c, s->middle);
    double known = pick(fabs(half) < 1e9, half, 0.0);
    double part = pick(half != 0.0, tac_sincos(known).sin / pick(half != 0.0, half, 1.0), 1.0);
    return c[0] + c[1] * part * tac_sincos(phase).sin;
}

static double fastest(const tac_source_desc *of, double until)
{
    (void)until;
    return of->c[1] != 0.0 ? fabs(of->c[2]) : 0.0;
}

static const tac_key keys[] = {
    {.name = "amplitude",
     .help = "half of what it swings by",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[1])},
    {.name = "frequency",
     .help = "turns per second",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_FREQUENCY,
     .otherwise = TAC_NEEDED,
     .at = offsetof(tac_source_desc, c[2])},
    {.name = "phase",
     .help = "at time zero",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANGLE,
     .at = offsetof(tac_source_desc, c[3])},
    {.name = "offset",
     .help = "added to it",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[0])},
};

const tac_source_type tac_sine_type = {
    .type = {.word = "sine",
             .called = "a sine",
             .help = "offset + amplitude sin(2 pi frequency t + phase)",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .at = at,
    .value = value,
    .mean = mean,
    .fastest = fastest,
};
