// A source without its sign.
#include "element/block.h"

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    tac_signal t = when->before[of->operand[0]];
    double sign = pick(t.x < 0.0, -1.0, 1.0);
    return (tac_signal){sign * t.x, sign * t.xd, sign * t.xdd};
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    return fabs(when->before[of->operand[0]].x);
}

static const tac_key keys[] = {
    {TAC_OPERAND_KEY("abs", 0, "source whose sign is taken off"), .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE},
};

const tac_source_type tac_abs_source = {
    .type = {.word = "abs",
             .called = "an absolute value",
             .help = "another source without its sign",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    .at = at,
    .value = value,
    .mean = tac_mean_of_others,
    .largest = tac_no_bound,
};
