// A shaft turns about an axis of the body that carries it, and is nowhere: an inertia that has an angle and no more.
// The angle is a coordinate that no pose measures, so that nothing limits how far it turns in a step.
#include "element_types.h"

static const tac_key keys[] = {
    {.name = "inertia",
     .help = "moment of inertia about the axis",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_INERTIA,
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = offsetof(tac_joint_desc, inertia)},
    {.name = "drive",
     .help = "prescribes the angle, exactly and from the start on",
     .kind = TAC_KEY_DRIVE,
     .quantity = TAC_Q_ANGLE,
     .at = offsetof(tac_joint_desc, drive_angle)},
    TAC_LIMITS_KEY("limits", TAC_Q_ANGLE),
    {.name = "position",
     .help = "angle at the start",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANGLE,
     .at = offsetof(tac_joint_desc, start.position)},
    {.name = "rate",
     .help = "at the start, against what carries it",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_ANGULAR_VELOCITY,
     .at = offsetof(tac_joint_desc, start.rate)},
};

const tac_joint_type tac_shaft_joint = {
    .type = {.word = "shaft",
             .called = "a shaft",
             .help = "an inertia on a body that has an angle about an axis, and no more",
             .placing = TAC_PLACED_ON_AXIS,
             TAC_KEYS(keys)},
    .row = {{TAC_ROW_ASIDE, 0, 0, false}},
    .n_row = 1,
    .driven = {{TAC_ROW_ANGLE, 0, 0, false}},
    .n_driven = 1,
    .coordinate = {{TAC_TURN_ABOUT_Z, 0}},
    .n_coordinate = 1,
};
