// Prices of the stages in ns, measured and written by ./dev prices; see cost.h. Behind them
// their mean error and that of those before them.
#include "step/prices.h"

// clang-format off
const double tac_price[TAC_N_COST][TAC_COST_SIZES] = {
    [TAC_UNITS_FACTOR] = {32.8, 0.426, 0.242, 0.519}, // 18 %; 18 %
    [TAC_UNITS_FORWARD] = {3.71, 0.129, 0.574, 1.16}, // 15 %; 16 %
    [TAC_UNITS_BACKWARD] = {3.34, 0.41, 0.477, 1.65}, // 23 %; 24 %
    [TAC_ELEMENTS_PREDICT] = {0, 2.07, 0, 0}, // 29 %; 30 %
    [TAC_ELEMENTS_NEWTON] = {0, 11.1, 18.9, 77.7}, // 22 %; 24 %
    [TAC_ELEMENTS_AGAIN] = {0, 7.37, 29.8, 80.8}, // 17 %; 17 %
    [TAC_ELEMENTS_POSITION] = {0, 8.5, 54.8, 0}, // 27 %; 27 %
    [TAC_ELEMENTS_VELOCITY] = {0, 9.85, 42.9, 17.6}, // 19 %; 18 %
    [TAC_ELEMENTS_ACCELERATION] = {0, 14.4, 27.7, 27.4}, // 19 %; 19 %
    [TAC_ELEMENTS_RESIDUAL] = {0, 4.99, 3.27, 0}, // 24 %; 25 %
    [TAC_ELEMENTS_COMMIT] = {0, 2.08, 0, 0}, // 19 %; 21 %
    [TAC_ELEMENTS_LOAD] = {0, 3.11, 3.77, 7.41}, // 30 %; 30 %
    [TAC_ELEMENTS_PUSH] = {0, 3.32, 0.754, 6.02}, // 42 %; 40 %
    [TAC_ELEMENTS_PUSH_NEWTON] = {0, 2.84, 1.38, 8.16}, // 45 %; 45 %
    [TAC_ELEMENTS_PUSH_OWN] = {0, 2.84, 1.38, 8.16},
    [TAC_ELEMENTS_PUSH_INDEX1] = {0, 2.98, 2.89, 3.47}, // 19 %; 20 %
    [TAC_BODIES_PREDICT] = {52.3, 6.59, 0, 0}, // 19 %; 21 %
    [TAC_BODIES_NEWTON] = {7.9, 5.05, 0, 0}, // 28 %; 28 %
    [TAC_BODIES_AGAIN] = {7.9, 5.05, 0, 0}, // 28 %; 28 %
    [TAC_BODIES_POSITION] = {0.312, 0.156, 0, 0},
    [TAC_BODIES_VELOCITY] = {1.26, 0, 0, 0}, // 57 %; 67 %
    [TAC_BODIES_INDEX1] = {0, 7.18, 0, 0}, // 33 %; 34 %
    [TAC_BODIES_PROJECTION] = {1.69, 0.844, 0, 0}, // 24 %; 25 %
    [TAC_BODIES_UPDATE_NEWTON] = {26.8, 8.74, 0, 0}, // 21 %; 22 %
    [TAC_BODIES_UPDATE_OWN] = {26.8, 8.74, 0, 0},
    [TAC_BODIES_UPDATE_POSITION] = {18.6, 6.25, 0, 0}, // 14 %; 14 %
    [TAC_BODIES_UPDATE_VELOCITY] = {0, 6.38, 0, 0}, // 28 %; 28 %
    [TAC_BODIES_UPDATE_ACCELERATION] = {0, 6.24, 0, 0}, // 25 %; 25 %
    [TAC_BODIES_CHECK] = {10.8, 1.45, 0, 0}, // 20 %; 23 %
    [TAC_BODIES_COMMIT] = {4.92, 5.79, 0, 0}, // 85 %; 92 %
    [TAC_COST_STEP] = {54.8, 0.591, 0.256, 0}, // 26 %; 28 %
    [TAC_COST_LATCH] = {41.6, 0, 0, 0}, // 63 %; 63 %
    [TAC_COST_COMBINE] = {14.3, 0, 0, 0}, // 31 %; 33 %
    [TAC_COST_MOMENTUM] = {12.7, 127, 0, 0}, // 0 %; 1 %
};
