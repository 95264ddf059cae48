// A bushing: six springs and dampers along and about the axes of the first frame.
#include "element_types.h"

static const char *const stiffness_of[] = {"stiffness_x",  "stiffness_y",  "stiffness_z",
                                           "stiffness_rx", "stiffness_ry", "stiffness_rz"};
static const char *const damping_of[] = {"damping_x",  "damping_y",  "damping_z",
                                         "damping_rx", "damping_ry", "damping_rz"};

static const tac_key keys[] = {
    {.name = "stiffness",
     .help = "x y z, about x y z; the torque about an axis is k sin(theta), with the energy k (1 - "
             "cos(theta)): 4 % less than k theta at 0.5 rad, falling beyond a quarter turn, and of "
             "the other sign beyond half a turn",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_STIFFNESS,
     .turning = TAC_Q_ROT_STIFFNESS,
     .n = 6,
     .range = TAC_FROM_ZERO,
     TAC_WORDS(stiffness_of),
     .at = offsetof(tac_bushing_desc, k),
     .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF},
    {.name = "damping",
     .help = "x y z, about x y z; that about an axis is c cos^2(theta/2) times the rate",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_DAMPING,
     .turning = TAC_Q_ROT_DAMPING,
     .n = 6,
     .range = TAC_FROM_ZERO,
     TAC_WORDS(damping_of),
     .at = offsetof(tac_bushing_desc, c),
     .flags = TAC_KEY_TUNABLE | TAC_KEY_ONE_OF},
    TAC_IMPLICIT_KEY(tac_bushing_desc),
};

const tac_force_type tac_bushing_type = {
    .type =
        {.word = "bushing",
         .called = "a bushing",
         .help =
             "six springs and dampers along and about the axes of the first frame, z along `axis`",
         .placing = TAC_PLACED_BETWEEN_OR_BY,
         TAC_KEYS(keys)},
    .is = TAC_BUSHING_CLASS,
    .any_coordinate = true,
};
