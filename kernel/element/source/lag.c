// A first order lag, exact for a source that is held over the step: c0 its time.
#include "element/block.h"

// 1 - exp(-x) for x >= 0: of x / 2^20 by its series, doubled by a (2 - a), which loses some rounding at each.
static double share_of(double x)
{
    double y = pick(x < 64.0, x, 64.0) / 1048576.0;
    double a = y * (1.0 - y * (0.5 - y * (1.0 / 6.0 - y / 24.0)));
    for (int k = 0; k < 20; k++) {
        a *= 2.0 - a;
    }
    return a;
}

static double run(const tac_source_desc *of, const tac_block_at *now, const double *memory,
                  double *next)
{
    double x = tac_operand_value(of, now->before, 0, 0.0);
    double start = tac_operand_value(of, now->before, 1, x);
    double was = now->begins ? start : memory[0];
    next[0] = now->begins ? was : was + share_of(now->dt / of->c[0]) * (x - was);
    return next[0];
}

static int one(const tac_source_desc *of)
{
    (void)of;
    return 1;
}

static const tac_key keys[] = {
    {TAC_OPERAND_KEY("lag", 0, "source that it follows"), .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE},
    {.name = "time_constant",
     .help = "after which it has made 63 % of a step",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_TIME,
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = offsetof(tac_source_desc, c[0])},
    {TAC_OPERAND_KEY("initial", 1, "where it begins; default its source"), .flags = TAC_KEY_OF_USE},
};

const tac_source_type tac_lag_source = {
    .type = {.word = "lag",
             .called = "a lag",
             .help = "another source, followed by a first order lag",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    TAC_IS_BLOCK,
    .run = run,
    .n_memory = one,
};
