// One coordinate follows another: q1 - ratio q2 stays.
#include "element/coupling.h"

static void factors(const tac_coupling *of, double *factor)
{
    factor[0] = 1.0;
    factor[1] = -of->number[0];
}

static const tac_coordinate own[] = {TAC_N_COORDINATE, TAC_N_COORDINATE};

static const tac_key keys[] = {
    {.name = "ratio",
     .help = "of the first coordinate to the second, of any unit",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .otherwise = TAC_NEEDED,
     .at = TAC_COUPLED_NUMBER(0)},
};

const tac_coupling_type tac_ratio_coupling = {
    .type = {.word = "ratio",
             .called = "a ratio",
             .help = "the only coordinate of one joint follows that of another",
             .placing = TAC_PLACED_AT_JOINTS,
             TAC_KEYS(keys)},
    TAC_OF_JOINTS(own),
    .factors = factors,
};
