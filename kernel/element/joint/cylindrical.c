// A cylindrical joint slides along the axis and turns about it.
// Both z axes lie on one line.
#include "element_types.h"

static const tac_key keys[] = {
    {.name = "drive_angle",
     .help = "prescribes the angle",
     .kind = TAC_KEY_DRIVE,
     .quantity = TAC_Q_ANGLE,
     .at = offsetof(tac_joint_desc, drive_angle)},
    {.name = "drive_displacement",
     .help = "prescribes the displacement",
     .kind = TAC_KEY_DRIVE,
     .quantity = TAC_Q_LENGTH,
     .at = offsetof(tac_joint_desc, drive_displacement)},
    TAC_EFFORT_KEY,
    TAC_LIMITS_KEY("limits_angle", TAC_Q_ANGLE),
    TAC_LIMITS_KEY("limits_displacement", TAC_Q_LENGTH),
    TAC_ARMATURE_KEY("armature_angle", TAC_Q_ANGLE),
    TAC_ARMATURE_KEY("armature_displacement", TAC_Q_LENGTH),
    TAC_START_KEYS(2, TAC_Q_LENGTH, TAC_Q_VELOCITY, TAC_Q_ANGLE, TAC_Q_ANGULAR_VELOCITY),
};

const tac_joint_type tac_cylindrical_joint = {
    .type = {.word = "cylindrical",
             .called = "a cylindrical joint",
             .help = "slides along the axis and turns about it",
             .placing = TAC_PLACED_BETWEEN,
             TAC_KEYS(keys)},
    .row = {{TAC_ROW_SLIDE, 0, 0, false},
            {TAC_ROW_SLIDE, 1, 0, false},
            {TAC_ROW_DOT, 0, 2, true},
            {TAC_ROW_DOT, 1, 2, true}},
    .n_row = 4,
    .driven = {{TAC_ROW_SLIDE, 2, 0, false}, {TAC_ROW_ANGLE, 0, 0, false}},
    .n_driven = 2,
    .coordinate = {{TAC_SLIDE_ALONG, 2}, {TAC_TURN_ABOUT_Z, 0}},
    .n_coordinate = 2,
};
