// One of two values: the second once a source is above c1, until it is below c0.
#include "element/block.h"

static double run(const tac_source_desc *of, const tac_block_at *now, const double *memory,
                  double *next)
{
    double x = tac_operand_value(of, now->before, 0, 0.0);
    double was = now->begins ? 0.0 : memory[0];
    next[0] = pick(x > of->c[1], 1.0, pick(x < of->c[0], 0.0, was));
    double off = tac_operand_value(of, now->before, 1, 0.0);
    return pick(next[0] > 0.5, tac_operand_value(of, now->before, 2, 1.0), off);
}

static int one(const tac_source_desc *of)
{
    (void)of;
    return 1;
}

static const char *wrong(const tac_source_desc *of, const char **key)
{
    *key = "switch";
    return of->c[0] <= of->c[1] ? NULL : "'below' lies above 'above'";
}

static const tac_key keys[] = {
    {TAC_OPERAND_KEY("switch", 0, "source that switches it"), .otherwise = TAC_NEEDED},
    {TAC_NUMBER_KEY("above", 1, "it is on once the source is above"), .otherwise = TAC_NEEDED},
    {TAC_NUMBER_KEY("below", 0, "and off once it is below"), .otherwise = TAC_NEEDED},
    {TAC_OPERAND_KEY("off", 1, "its value while it is off; default 0"), .flags = TAC_KEY_OF_USE},
    {TAC_OPERAND_KEY("on", 2, "and while it is on; default 1"), .flags = TAC_KEY_OF_USE},
};

const tac_source_type tac_switch_source = {
    .type = {.word = "switch",
             .called = "a switch",
             .help = "one of two values, by thresholds of another source",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    TAC_IS_BLOCK,
    .run = run,
    .n_memory = one,
    .wrong = wrong,
};
