// A universal joint turns about two axes that are normal to each other, one fixed in either body.
// Origins are the same, z of a is normal to z of b.
#include "element_types.h"

static const tac_key keys[] = {
    {.name = "axis2",
     .help = "second axis, fixed in the second body, perpendicular to `axis`. Frame a has z along "
             "`axis` and x "
             "along `axis2`, frame b z along `axis2` and x along `axis`; of `frames` each z is its "
             "body's axis",
     .kind = TAC_KEY_DIRECTION},
    TAC_START_KEYS(2, TAC_Q_ANGLE, TAC_Q_ANGULAR_VELOCITY, TAC_Q_NUMBER, TAC_Q_NUMBER),
};

const tac_joint_type tac_universal_joint = {
    .type = {.word = "universal",
             .called = "a universal joint",
             .help = "turns about two axes that are normal to each other, one fixed in either body",
             .placing = TAC_PLACED_BETWEEN,
             TAC_KEYS(keys)},
    .row = {{TAC_ROW_POINT, 0, 0, false},
            {TAC_ROW_POINT, 1, 0, false},
            {TAC_ROW_POINT, 2, 0, false},
            {TAC_ROW_DOT, 2, 2, false}},
    .n_row = 4,
    .coordinate = {{TAC_CROSS_ANGLES, 0}},
    .n_coordinate = 1,
    .second_axis = true,
};
