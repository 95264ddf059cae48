// A contact of a sphere with a plane.
#include "element_types.h"

static const tac_key keys[] = {
    {.name = "radius",
     .help = "of the sphere",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_LENGTH,
     .otherwise = TAC_NEEDED,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_contact_desc, radius)},
    {.name = "stiffness",
     .help = "force per penetration",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_STIFFNESS,
     .otherwise = TAC_NEEDED,
     .range = TAC_ABOVE_ZERO,
     .at = offsetof(tac_contact_desc, k),
     .flags = TAC_KEY_TUNABLE},
    {.name = "damping",
     .help = "the force has the factor 1 + damping * rate of penetration",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_CONTACT_DAMPING,
     .range = TAC_FROM_ZERO,
     .at = offsetof(tac_contact_desc, damping),
     .flags = TAC_KEY_TUNABLE},
    {.name = "offset",
     .help = "height of the plane along its normal",
     .kind = TAC_KEY_SOURCE,
     .quantity = TAC_Q_LENGTH,
     .at = offsetof(tac_contact_desc, offset)},
    TAC_IMPLICIT_KEY(tac_contact_desc),
};

const tac_force_type tac_contact_type = {
    .type = {.word = "contact",
             .called = "a contact",
             .help = "sphere on a plane: the first body has the plane through `at`, its normal is "
                     "`axis`; the second "
                     "has the sphere about `at2`",
             .placing = TAC_PLACED_BETWEEN,
             .two_points = true,
             TAC_KEYS(keys)},
    .is = TAC_CONTACT_CLASS,
};
