// A screw joint slides along its axis as it turns about it.
#include "element_types.h"
#include "elementary.h"

static const tac_key keys[] = {
    {.name = "lead",
     .help = "displacement per revolution",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_LEAD,
     .otherwise = TAC_NEEDED,
     .over = 2.0 * TAC_PI,
     .at = offsetof(tac_joint_desc, lead)},
    TAC_ARMATURE_KEY("armature", TAC_Q_ANGLE),
    TAC_START_KEYS(1, TAC_Q_ANGLE, TAC_Q_ANGULAR_VELOCITY, TAC_Q_NUMBER, TAC_Q_NUMBER),
};

const tac_joint_type tac_screw_joint = {
    .type = {.word = "screw",
             .called = "a screw joint",
             .help = "slides along the axis as it turns about it",
             .placing = TAC_PLACED_BETWEEN,
             TAC_KEYS(keys)},
    .row = {{TAC_ROW_SLIDE, 0, 0, false},
            {TAC_ROW_SLIDE, 1, 0, false},
            {TAC_ROW_DOT, 0, 2, true},
            {TAC_ROW_DOT, 1, 2, true},
            {TAC_ROW_SCREW, 0, 0, false}},
    .n_row = 5,
    .coordinate = {{TAC_TURN_ABOUT_Z, 0}},
    .n_coordinate = 1,
};
