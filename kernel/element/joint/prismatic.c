// A prismatic joint slides along the axis.
// Both have the same axes; the origin of b lies on z of a.
#include "element_types.h"

static const tac_key keys[] = {
    {.name = "drive",
     .help = "prescribes the displacement, exactly and from the start on",
     .kind = TAC_KEY_DRIVE,
     .quantity = TAC_Q_LENGTH,
     .at = offsetof(tac_joint_desc, drive_displacement)},
    TAC_EFFORT_KEY,
    TAC_LIMITS_KEY("limits", TAC_Q_LENGTH),
    TAC_ARMATURE_KEY("armature", TAC_Q_LENGTH),
    TAC_START_KEYS(1, TAC_Q_LENGTH, TAC_Q_VELOCITY, TAC_Q_NUMBER, TAC_Q_NUMBER),
};

const tac_joint_type tac_prismatic_joint = {
    .type = {.word = "prismatic",
             .called = "a prismatic joint",
             .help = "slides along the axis",
             .placing = TAC_PLACED_BETWEEN,
             TAC_KEYS(keys)},
    .row = {{TAC_ROW_SLIDE, 0, 0, false},
            {TAC_ROW_SLIDE, 1, 0, false},
            {TAC_ROW_DOT, 0, 1, false},
            {TAC_ROW_DOT, 1, 2, false},
            {TAC_ROW_DOT, 2, 0, false}},
    .n_row = 5,
    .driven = {{TAC_ROW_SLIDE, 2, 0, false}},
    .n_driven = 1,
    .coordinate = {{TAC_SLIDE_ALONG, 2}},
    .n_coordinate = 1,
};
