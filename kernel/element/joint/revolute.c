// A revolute joint turns about the axis.
// Origins are the same, z axes parallel.
#include "element_types.h"

static const tac_key keys[] = {
    {.name = "drive",
     .help = "prescribes the angle, exactly and from the start on",
     .kind = TAC_KEY_DRIVE,
     .quantity = TAC_Q_ANGLE,
     .at = offsetof(tac_joint_desc, drive_angle)},
    TAC_EFFORT_KEY,
    TAC_LIMITS_KEY("limits", TAC_Q_ANGLE),
    TAC_ARMATURE_KEY("armature", TAC_Q_ANGLE),
    TAC_START_KEYS(1, TAC_Q_ANGLE, TAC_Q_ANGULAR_VELOCITY, TAC_Q_NUMBER, TAC_Q_NUMBER),
};

const tac_joint_type tac_revolute_joint = {
    .type = {.word = "revolute",
             .called = "a revolute joint",
             .help = "turns about the axis",
             .placing = TAC_PLACED_BETWEEN,
             TAC_KEYS(keys)},
    .row = {{TAC_ROW_POINT, 0, 0, false},
            {TAC_ROW_POINT, 1, 0, false},
            {TAC_ROW_POINT, 2, 0, false},
            {TAC_ROW_DOT, 0, 2, true},
            {TAC_ROW_DOT, 1, 2, true}},
    .n_row = 5,
    .driven = {{TAC_ROW_ANGLE, 0, 0, false}},
    .n_driven = 1,
    .coordinate = {{TAC_TURN_ABOUT_Z, 0}},
    .n_coordinate = 1,
};
