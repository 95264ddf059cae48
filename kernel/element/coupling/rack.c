// A pinion on a rack: the displacement less r times the angle stays.
#include "element/coupling.h"

static void factors(const tac_coupling *of, double *factor)
{
    factor[0] = -of->number[0];
    factor[1] = 1.0;
}

static const tac_coordinate coordinates[] = {TAC_ANGLE, TAC_SLIDE};

static const tac_key keys[] = {
    {.name = "radius",
     .help = "of the pinion; below zero where the rack moves the other way",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_LENGTH,
     .otherwise = TAC_NEEDED,
     .at = TAC_COUPLED_NUMBER(0)},
};

const tac_coupling_type tac_rack_coupling = {
    .type = {.word = "rack",
             .called = "a rack",
             .help = "a pinion and what it moves along: joints `[pinion, rack]`",
             .placing = TAC_PLACED_AT_JOINTS,
             TAC_KEYS(keys)},
    TAC_OF_JOINTS(coordinates),
    .factors = factors,
};
