// A source between two bounds, c0 and c1.
#include "element/block.h"

static tac_signal at(const tac_source_desc *of, const tac_source_at *when)
{
    tac_signal t = when->before[of->operand[0]];
    int within = (t.x > of->c[0]) & (t.x < of->c[1]);
    return (tac_signal){tac_hold_within(t.x, of->c[0], of->c[1]), pick(within, t.xd, 0.0),
                        pick(within, t.xdd, 0.0)};
}

static double value(const tac_source_desc *of, const tac_source_at *when)
{
    return tac_hold_within(when->before[of->operand[0]].x, of->c[0], of->c[1]);
}

static const char *wrong(const tac_source_desc *of, const char **key)
{
    *key = "limit";
    return of->c[0] <= of->c[1] ? NULL : "'lower' lies above 'upper'";
}

static const tac_key keys[] = {
    {TAC_OPERAND_KEY("limit", 0, "source that is held between bounds"), .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE},
    {TAC_NUMBER_KEY("lower", 0, "least value"), .otherwise = TAC_NEEDED, .flags = TAC_KEY_OF_USE},
    {TAC_NUMBER_KEY("upper", 1, "largest value"), .otherwise = TAC_NEEDED, .flags = TAC_KEY_OF_USE},
};

const tac_source_type tac_limit_source = {
    .type = {.word = "limit",
             .called = "a limited source",
             .help = "another source between two bounds",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    .at = at,
    .value = value,
    .mean = tac_mean_of_others,
    .largest = tac_larger_end,
    .wrong = wrong,
};
