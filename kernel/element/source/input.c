// c0 + c1 input; derivatives by backward differences.
#include "element/source.h"

// Inputs arrive once per step: the parabola through the last three, `ahead` before the last.
static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    const double *u = when->history + 3 * of->input, *c = of->c;
    double ahead = when->ahead, dt = when->dt;
    double d1 = (3.0 * u[0] - 4.0 * u[1] + u[2]) / (2.0 * dt);
    double d2 = (u[0] - 2.0 * u[1] + u[2]) / (dt * dt);
    double x = u[0] - ahead * (d1 - 0.5 * ahead * d2);
    return (tac_signal){c[0] + c[1] * x, c[1] * (d1 - ahead * d2), c[1] * d2};
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    return at(of, when).x;
}

// Of inputs that are known at steps alone the mean between two of them is that of both.
static double mean(const tac_source_desc *of, const tac_source_over *s)
{
    return s->input_mean ? of->c[0] + of->c[1] * s->input_mean[of->input]
                         : 0.5 * (s->first + s->last);
}

// What is set from outside has no bound: the first one is taken.
static double largest(const tac_source_desc *of, const tac_source_bounds *from)
{
    return fabs(of->c[0] + of->c[1] * from->input[of->input]);
}

static const tac_key keys[] = {
    {.name = "input",
     .help = "name of an input",
     .kind = TAC_KEY_INPUT,
     .otherwise = TAC_NEEDED,
     .at = offsetof(tac_source_desc, input)},
    {.name = "scale",
     .help = "what it is multiplied by, of any unit",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .value = 1.0,
     .at = offsetof(tac_source_desc, c[1])},
    {.name = "offset",
     .help = "added to it",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[0])},
};

const tac_source_type tac_input_type = {
    .type = {.word = "input",
             .called = "an input",
             .help =
                 "offset + scale times an input, which is set from outside while the model runs",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    .at = at,
    .value = value,
    .mean = mean,
    .largest = largest,
};
