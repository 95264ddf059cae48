// A part: a law in a shared object (part.h).
#include "element_types.h"

static const tac_key keys[] = {
    {.name = "file",
     .help = "the shared object that says force and torque between the two mounts",
     .kind = TAC_KEY_FILE,
     .otherwise = TAC_NEEDED},
    {.name = "parameters",
     .help = "numbers by the names that the object has; default its own",
     .kind = TAC_KEY_PARAMETERS},
    {.name = "inputs",
     .help = "sources by the names that the object has; default its own",
     .kind = TAC_KEY_INPUTS},
    {.name = "together",
     .help = "of a compiled sub-model: it steps with those on its body that are like it and have "
             "the same word",
     .kind = TAC_KEY_TOGETHER},
};

const tac_force_type tac_part_type = {
    .type = {.word = "part",
             .called = "a part",
             .help =
                 "law of a shared object; `index3` at order 2 with `acceleration: index-1` alone",
             .placing = TAC_PLACED_BETWEEN_OR_BY,
             TAC_KEYS(keys)},
    .is = TAC_BUSHINGS,
    .any_coordinate = true,
    .is_part = true,
};
