// A rod keeps the distance of two points.
#include "element_types.h"

static const tac_key keys[] = {
    {.name = "length",
     .help = "distance of the points",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_LENGTH,
     .otherwise = TAC_OR_DISTANCE,
     .range = TAC_ABOVE_ZERO,
     .at = offsetof(tac_joint_desc, length)},
    {.name = "drive",
     .help = "prescribes the distance",
     .kind = TAC_KEY_DRIVE,
     .quantity = TAC_Q_LENGTH,
     .at = offsetof(tac_joint_desc, drive_displacement)},
    TAC_EFFORT_KEY,
};

const tac_joint_type tac_rod_joint = {
    .type = {.word = "rod",
             .called = "a rod",
             .help = "keeps the distance of two points",
             .placing = TAC_PLACED_BETWEEN,
             .two_points = true,
             .coincident =
                 "the rod has no length at the initial configuration; move one of its ends",
             TAC_KEYS(keys)},
    .row = {{TAC_ROW_DISTANCE, 0, 0, false}},
    .n_row = 1,
    .drives_row = true,
    .coordinate = {{TAC_LENGTH_OF, 0}},
    .n_coordinate = 1,
    .is_line = true,
};
