// A fixed joint holds one body on the other.
// Both frames are the same.
#include "element_types.h"

const tac_joint_type tac_fixed_joint = {
    .type = {.word = "fixed",
             .called = "a fixed joint",
             .help = "holds one body on the other",
             .placing = TAC_PLACED_BETWEEN},
    .row = {{TAC_ROW_POINT, 0, 0, false},
            {TAC_ROW_POINT, 1, 0, false},
            {TAC_ROW_POINT, 2, 0, false},
            {TAC_ROW_DOT, 0, 1, false},
            {TAC_ROW_DOT, 1, 2, false},
            {TAC_ROW_DOT, 2, 0, false}},
    .n_row = 6,
};
