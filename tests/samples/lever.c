// A coupling: a lever with an arm at each joint, l1 q1 + l2 q2 stays.
#include "element/coupling.h"

static void factors(const tac_coupling *of, double *factor)
{
    factor[0] = 1.0;
    factor[1] = of->number[1] / of->number[0];
}

static const tac_coordinate angles[] = {TAC_ANGLE, TAC_ANGLE};
static const char *const sides[] = {"first", "second"};

static const tac_key keys[] = {
    {.name = "arms",
     .help = "of both sides",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_LENGTH,
     .n = 2,
     TAC_WORDS(sides),
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = TAC_COUPLED_NUMBER(0)},
};

const tac_coupling_type tac_lever_coupling = {
    .type = {.word = "lever",
             .called = "a lever",
             .help = "two joints that push each other by its arms",
             .placing = TAC_PLACED_AT_JOINTS,
             TAC_KEYS(keys)},
    TAC_OF_JOINTS(angles),
    .factors = factors,
};
