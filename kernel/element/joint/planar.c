// A planar joint slides in a plane and turns in it.
// z axes are parallel, the origin of b lies in the plane of a.
#include "element_types.h"

static const tac_key keys[] = {
    TAC_START_KEYS(3, TAC_Q_LENGTH, TAC_Q_VELOCITY, TAC_Q_ANGLE, TAC_Q_ANGULAR_VELOCITY),
};

const tac_joint_type tac_planar_joint = {
    .type = {.word = "planar",
             .called = "a planar joint",
             .help = "slides in a plane and turns in it; the axis is its normal",
             .placing = TAC_PLACED_BETWEEN,
             TAC_KEYS(keys)},
    .row = {{TAC_ROW_SLIDE, 2, 0, false}, {TAC_ROW_DOT, 0, 2, true}, {TAC_ROW_DOT, 1, 2, true}},
    .n_row = 3,
    .coordinate = {{TAC_SLIDE_ALONG, 0}, {TAC_SLIDE_ALONG, 1}, {TAC_TURN_ABOUT_Z, 0}},
    .n_coordinate = 3,
};
