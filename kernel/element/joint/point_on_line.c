// A point_on_line joint keeps the point of the second body on the line through that of the first along the axis.
// The origin of b lies on z of a.
#include "element_types.h"

const tac_joint_type tac_point_on_line_joint = {
    .type = {.word = "point_on_line",
             .called = "a point_on_line joint",
             .help = "keeps the point of the second body on the line through that of the first "
                     "along the axis",
             .placing = TAC_PLACED_BETWEEN},
    .row = {{TAC_ROW_SLIDE, 0, 0, false}, {TAC_ROW_SLIDE, 1, 0, false}},
    .n_row = 2,
    .coordinate = {{TAC_SLIDE_ALONG, 2}, {TAC_ROTATION_VECTOR, 0}},
    .n_coordinate = 2,
};
