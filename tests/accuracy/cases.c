// Horizons are the full length of the references, except where 4 ms would leave the range in which
// errors shrink with the square of the step: M2 after ten singular passages, M3-8 when its motion
// has amplified a disturbance by 1e4. P6 ends where its reference does.
#include "cases.h"

// Errors of the states below which no order is expected any more.
#define FLOOR 1e-9          // rounding over 1e4 steps, with the condition number of redundant loops
#define FLOOR_SINGULAR 1e-6 // the same through configurations in which the loop equations lose rank

#define STEP 4e-3     // s
#define STEP_P1 20e-6 // its crank turns at 1100 rad/s

// label, model, horizon, step, floor, planar, conservative, quick
const accuracy_case accuracy_cases[] = {
    {"M1", "m1_spatial_double_pendulum", 10, STEP, FLOOR, 0, 1, 1},
    {"M2", "m2_four_bar", 20, STEP, FLOOR_SINGULAR, 1, 1, 0},
    {"M3-2", "m3_chain_2", 10, STEP, FLOOR, 0, 1, 1},
    {"M3-8", "m3_chain_8", 7, STEP, FLOOR, 0, 1, 0},
    {"M3-32", "m3_chain_32", 5, STEP, FLOOR, 0, 1, 0},
    {"M3-128", "m3_chain_128", 6, STEP, FLOOR, 0, 1, 0},
    {"M4", "m4_closed_loop_4", 10, STEP, FLOOR, 1, 1, 1},
    {"M5", "m5_closed_loop_8", 10, STEP, FLOOR, 1, 1, 0},
    {"M6", "m6_double_loop_8", 10, STEP, FLOOR, 1, 1, 0},
    {"M7", "m7_two_triangles", 20, STEP, FLOOR, 1, 1, 0},
    {"M8", "m8_slider_crank", 5, STEP, FLOOR, 1, 0, 1},
    {"M9", "m9_spinning_top", 5, STEP, FLOOR, 0, 1, 1},
    {"P1", "p1_andrews", 0.03, STEP_P1, FLOOR, 1, 0, 1},
    {"P2-1", "p2_n_four_bar_1", 20, STEP, FLOOR_SINGULAR, 1, 1, 0},
    {"P2-2", "p2_n_four_bar_2", 20, STEP, FLOOR_SINGULAR, 1, 1, 0},
    {"P2-40", "p2_n_four_bar_40", 20, STEP, FLOOR_SINGULAR, 1, 1, 0},
    {"P3", "p3_hexapod", 1, STEP, FLOOR, 0, 0, 1},
    {"P4", "p4_double_wishbone", 1, STEP, FLOOR, 0, 0, 1},
    {"P6", "p6_ur5e", 0.5, STEP, FLOOR, 0, 1, 1},
};
const int n_accuracy_case = sizeof accuracy_cases / sizeof *accuracy_cases;
