// A spring, damper and actuator between two points.
#include "element_types.h"

static const tac_key keys[] = {
    {.name = "stiffness",
     .help = "force per length",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_STIFFNESS,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_spring_desc, k),
     .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF},
    {.name = "damping",
     .help = "force per velocity",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_DAMPING,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_spring_desc, c),
     .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF},
    {.name = "free_length",
     .help = "where it carries nothing",
     .kind = TAC_KEY_SOURCE,
     .quantity = TAC_Q_LENGTH,
     .otherwise = TAC_OR_DISTANCE,
     .at = offsetof(tac_spring_desc, x0)},
    {.name = "actuator",
     .help = "force that pushes apart",
     .kind = TAC_KEY_SOURCE,
     .quantity = TAC_Q_FORCE,
     .at = offsetof(tac_spring_desc, actuator),
     .flags = TAC_KEY_ONE_OF},
    {.name = "spring_table",
     .help = "force over elongation, beside `stiffness`; linear with corners it is a stop, a rope "
             "or a bump stop",
     .kind = TAC_KEY_TABLE,
     .at = offsetof(tac_spring_desc, spring_table),
     .flags = TAC_KEY_ONE_OF},
    {.name = "damper_table",
     .help = "force over rate, beside `damping`; what rubs is better a `friction`, and a step too "
             "long for the steep middle of such a table is in doubt",
     .kind = TAC_KEY_TABLE,
     .at = offsetof(tac_spring_desc, damper_table),
     .flags = TAC_KEY_ONE_OF},
    TAC_IMPLICIT_KEY(tac_spring_desc),
};

const tac_force_type tac_spring_type = {
    .type = {.word = "spring",
             .called = "a spring",
             .help = "spring, damper and actuator between two points: `at` on the first body, "
                     "`at2` on the second",
             .placing = TAC_PLACED_BETWEEN_OR_BY,
             .two_points = true,
             .coincident =
                 "the ends of the spring coincide, its direction is undefined; move one of them",
             TAC_KEYS(keys)},
    .is = TAC_SPRING_CLASS,
    .coordinate = TAC_DISTANCE,
    .acts_on = "distance",
};
