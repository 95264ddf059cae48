// c0.
#include "element/source.h"

static const tac_key keys[] = {
    {.name = "constant",
     .help = "its value",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANY,
     .otherwise = TAC_NEEDED,
     .flags = TAC_KEY_OF_USE,
     .at = offsetof(tac_source_desc, c[0])},
};

const tac_source_type tac_constant_type = {
    .type = {.word = "constant",
             .called = "a constant",
             .help = "one value",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    .never_changes = true,
};
