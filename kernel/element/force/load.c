// A load: force and torque at a point of a body.
#include "element_types.h"

static const char *const axes[] = {"world", "body"};

static const tac_key keys[] = {
    {.name = "axes",
     .help = "of `force` and `torque`: `world`, those of the outermost file, also in a sub-model",
     .kind = TAC_KEY_WORD,
     TAC_WORDS(axes),
     .at = offsetof(tac_load_desc, in_body)},
    {.name = "force",
     .help = "`[x, y, z]`, each a value or a source",
     .kind = TAC_KEY_SOURCES,
     .quantity = TAC_Q_FORCE,
     .at = offsetof(tac_load_desc, force),
     .flags = TAC_KEY_ONE_OF},
    {.name = "torque",
     .help = "`[x, y, z]`, each a value or a source",
     .kind = TAC_KEY_SOURCES,
     .quantity = TAC_Q_TORQUE,
     .at = offsetof(tac_load_desc, torque),
     .flags = TAC_KEY_ONE_OF},
};

const tac_force_type tac_load_type = {
    .type = {.word = "load",
             .called = "a load",
             .help = "force and torque on a body at a point",
             .placing = TAC_PLACED_AT_LOAD,
             TAC_KEYS(keys)},
    .is = TAC_JOINTS,
};
