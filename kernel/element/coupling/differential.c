// A differential: q1 + q2 - 2 q3 / ratio stays, of its shafts 1 and 2 and what drives its case, 3.
#include "element/coupling.h"

static void factors(const tac_coupling *of, double *factor)
{
    factor[0] = factor[1] = 1.0;
    factor[2] = -2.0 / of->number[0];
}

static const tac_coordinate angles[] = {TAC_ANGLE, TAC_ANGLE, TAC_ANGLE};

static const tac_key keys[] = {
    {.name = "ratio",
     .help = "turns of the input for one of the case",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_NUMBER,
     .value = 1.0,
     .range = TAC_ABOVE_ZERO,
     .at = TAC_COUPLED_NUMBER(0)},
};

const tac_coupling_type tac_differential_coupling = {
    .type = {.word = "differential",
             .called = "a differential",
             .help = "the mean of two shafts follows an input: joints `[left, right, input]`",
             .placing = TAC_PLACED_AT_JOINTS,
             TAC_KEYS(keys)},
    TAC_OF_JOINTS(angles),
    .factors = factors,
};
