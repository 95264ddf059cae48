// A source that rises and falls no faster than c0 and c1 per second.
#include "element/block.h"

static double run(const tac_source_desc *of, const tac_block_at *now, const double *memory,
                  double *next)
{
    double x = tac_operand_value(of, now->before, 0, 0.0), was = now->begins ? x : memory[0];
    next[0] = tac_hold_within(x, was - now->dt * of->c[1], was + now->dt * of->c[0]);
    return next[0];
}

static int one(const tac_source_desc *of)
{
    (void)of;
    return 1;
}

static const tac_key keys[] = {
    {TAC_OPERAND_KEY("rate_limit", 0, "source that it follows"), .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE},
    {TAC_NUMBER_KEY("rise", 0, "how fast it may rise, per second"), .range = TAC_FROM_ZERO,
     .otherwise = TAC_NEEDED},
    {TAC_NUMBER_KEY("fall", 1, "how fast it may fall, per second"), .range = TAC_FROM_ZERO,
     .otherwise = TAC_NEEDED},
};

const tac_source_type tac_rate_limit_source = {
    .type = {.word = "rate_limit",
             .called = "a rate limit",
             .help = "another source, followed no faster than given",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    TAC_IS_BLOCK,
    .run = run,
    .n_memory = one,
};
