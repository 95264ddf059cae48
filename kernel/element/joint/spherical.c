// A spherical joint turns freely about a point.
// Origins are the same.
#include "element_types.h"

const tac_joint_type tac_spherical_joint = {
    .type = {.word = "spherical",
             .called = "a spherical joint",
             .help = "turns freely about a point",
             .placing = TAC_PLACED_BETWEEN},
    .row = {{TAC_ROW_POINT, 0, 0, false},
            {TAC_ROW_POINT, 1, 0, false},
            {TAC_ROW_POINT, 2, 0, false}},
    .n_row = 3,
    .coordinate = {{TAC_ROTATION_VECTOR, 0}},
    .n_coordinate = 1,
};
