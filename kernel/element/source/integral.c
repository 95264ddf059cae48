// The integral of a source over time from c0 on, between c1 and c2; held at c0 while a source is above one half.
#include "element/block.h"

static double run(const tac_source_desc *of, const tac_block_at *now, const double *memory,
                  double *next)
{
    double rate = tac_operand_value(of, now->before, 0, 0.0);
    bool resets = now->begins || tac_operand_value(of, now->before, 1, 0.0) > 0.5;
    double on = now->begins ? 0.0 : memory[0] + now->dt * rate;
    next[0] = tac_hold_within(resets ? of->c[0] : on, of->c[1], of->c[2]);
    return next[0];
}

static int one(const tac_source_desc *of)
{
    (void)of;
    return 1;
}

static const char *wrong(const tac_source_desc *of, const char **key)
{
    *key = "integral";
    return of->c[1] <= of->c[2] ? NULL : "'lower' lies above 'upper'";
}

static const tac_key keys[] = {
    {TAC_OPERAND_KEY("integral", 0, "source that is integrated over time, of any unit"),
     .otherwise = TAC_NEEDED},
    {TAC_NUMBER_KEY("from", 0, "where it begins")},
    {TAC_NUMBER_KEY("lower", 1, "least value"), .value = -1e300},
    {TAC_NUMBER_KEY("upper", 2, "largest value"), .value = 1e300},
    {TAC_OPERAND_KEY("reset", 1, "source that sets it back to `from` while it is above 0.5")},
};

const tac_source_type tac_integral_source = {
    .type = {.word = "integral",
             .called = "an integral",
             .help = "the integral of another source over time, between bounds",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    TAC_IS_BLOCK,
    .run = run,
    .n_memory = one,
    .wrong = wrong,
};
