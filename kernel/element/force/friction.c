// Friction of a joint.
#include "element_types.h"

static const char *const coordinates[] = {"angle", "displacement"};

static const tac_key keys[] = {
    {.name = "coordinate",
     .help = "on which it acts; a joint that has only one need not say it: angle of `revolute` and "
             "`screw`, displacement of `prismatic`",
     .kind = TAC_KEY_COORDINATE,
     .otherwise = TAC_OR_OWN,
     TAC_WORDS(coordinates),
     .at = offsetof(tac_friction_desc, coordinate)},
    {.name = "coulomb",
     .help = "force or torque of sliding",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_FORCE,
     .turning = TAC_Q_TORQUE,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_friction_desc, coulomb),
     .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF},
    {.name = "viscous",
     .help = "force or torque per rate",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_DAMPING,
     .turning = TAC_Q_ROT_DAMPING,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_friction_desc, viscous),
     .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF},
    {.name = "regularisation",
     .help = "rate at which 71 % of `coulomb` is reached",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_VELOCITY,
     .turning = TAC_Q_ANGULAR_VELOCITY,
     .value = 1e-3,
     .range = TAC_ABOVE_ZERO,
     .at = offsetof(tac_friction_desc, v0)},
    {.name = "implicit",
     .help = "it is always implicit, whatever is said",
     .kind = TAC_KEY_TRUTH,
     .value = 1.0,
     .at = offsetof(tac_friction_desc, implicit)},
};

const tac_force_type tac_friction_type = {
    .type = {.word = "friction",
             .called = "a friction",
             .help = "friction of a joint, dry and viscous",
             .placing = TAC_PLACED_BY_JOINT,
             TAC_KEYS(keys)},
    .is = TAC_FRICTION_CLASS,
    .acts_on = "angle or displacement",
};
