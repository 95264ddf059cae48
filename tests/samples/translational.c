// A joint of rows that there are: keeps both frames parallel, and may be lifted along its axis.
#include "element_types.h"

static const tac_key keys[] = {
    {.name = "lift",
     .help = "prescribes the displacement along the axis",
     .kind = TAC_KEY_DRIVE,
     .quantity = TAC_Q_LENGTH,
     .at = offsetof(tac_joint_desc, drive_displacement)},
};

const tac_joint_type tac_translational_joint = {
    .type = {.word = "translational",
             .called = "a translational joint",
             .help = "moves freely without turning",
             .placing = TAC_PLACED_BETWEEN,
             TAC_KEYS(keys)},
    .row = {{TAC_ROW_DOT, 0, 1, false}, {TAC_ROW_DOT, 1, 2, false}, {TAC_ROW_DOT, 2, 0, false}},
    .n_row = 3,
    .driven = {{TAC_ROW_SLIDE, 2, 0, false}},
    .n_driven = 1,
    .coordinate = {{TAC_SLIDE_ALONG, 0}, {TAC_SLIDE_ALONG, 1}, {TAC_SLIDE_ALONG, 2}},
    .n_coordinate = 3,
};
