// A source as it was some steps before: a ring of as many values, then where the next one goes.
#include "element/block.h"

static double run(const tac_source_desc *of, const tac_block_at *now, const double *memory,
                  double *next)
{
    double x = tac_operand_value(of, now->before, 0, 0.0);
    int n = of->steps, at = now->begins ? 0 : (int)memory[n];
    for (int k = 0; k < n; k++) {
        next[k] = now->begins ? x : memory[k];
    }
    double delayed = n > 0 ? next[at] : x;
    if (n > 0) {
        next[at] = x;
    }
    next[n] = now->begins || at + 1 >= n ? 0.0 : at + 1;
    return delayed;
}

static int ring(const tac_source_desc *of)
{
    return of->steps + 1;
}

static double steps(const tac_source_desc *of, double dt)
{
    return floor(of->c[0] / dt + 0.5);
}

static const tac_key keys[] = {
    {TAC_OPERAND_KEY("delay", 0, "source that comes later"), .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE},
    {.name = "by",
     .help = "how much later, in whole steps",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_TIME,
     .otherwise = TAC_NEEDED,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_source_desc, c[0])},
};

const tac_source_type tac_delay_source = {
    .type = {.word = "delay",
             .called = "a delay",
             .help = "another source, some whole steps later",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    TAC_IS_BLOCK,
    .run = run,
    .n_memory = ring,
    .steps = steps,
};
