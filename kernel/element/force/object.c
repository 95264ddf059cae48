// A law of a shared object, whose type says its keys (tac_law_object).
#include "element_types.h"

static const tac_key keys[] = {
    {.name = "file",
     .help = "the shared object that has the law; all other keys are those that its type says",
     .kind = TAC_KEY_FILE,
     .otherwise = TAC_NEEDED},
};

const tac_force_type tac_object_type = {
    .type = {.word = "law",
             .called = "a law of an object",
             .help = "law of a shared object, by any method that follows laws like it",
             .placing = TAC_PLACED_BETWEEN_OR_BY,
             TAC_KEYS(keys)},
    .is = TAC_LAWS,
    .any_coordinate = true,
    .is_object = true,
};
