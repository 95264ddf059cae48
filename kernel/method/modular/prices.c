// Prices of the stages in ns, measured and written by ./dev prices; see step/cost.h. Behind them
// their mean error and that of those before them.
#include "prices.h"

// clang-format off
const double tac_modular_price[TAC_MODULAR_STAGES - TAC_INDEX3_STAGES][TAC_COST_SIZES] = {
    [TAC_MODULAR_ELEMENTS_STAGE - TAC_INDEX3_STAGES] = {47.2, 0, 60.5, 0}, // 37 %; 55 %
    [TAC_MODULAR_ELEMENTS_LAST - TAC_INDEX3_STAGES] = {0, 11.1, 18.9, 77.7},
    [TAC_MODULAR_ELEMENTS_CLOSE - TAC_INDEX3_STAGES] = {0, 10.5, 16.3, 0}, // 32 %; 44 %
    [TAC_MODULAR_ELEMENTS_SETTLE - TAC_INDEX3_STAGES] = {8.12, 7.52, 46.1, 0}, // 33 %; 34 %
    [TAC_MODULAR_ELEMENTS_END - TAC_INDEX3_STAGES] = {47, 0.99, 60.9, 0}, // 33 %; 45 %
    [TAC_MODULAR_ELEMENTS_PUSH - TAC_INDEX3_STAGES] = {0, 3.47, 0, 7.85}, // 26 %; 27 %
    [TAC_MODULAR_BODIES_BEGIN - TAC_INDEX3_STAGES] = {27.1, 7, 0, 0}, // 40 %; 63 %
    [TAC_MODULAR_BODIES_SECOND - TAC_INDEX3_STAGES] = {27.6, 8.89, 0, 0}, // 16 %; 21 %
    [TAC_MODULAR_BODIES_THIRD - TAC_INDEX3_STAGES] = {27.5, 10.5, 0, 0}, // 14 %; 22 %
    [TAC_MODULAR_BODIES_FOURTH - TAC_INDEX3_STAGES] = {27.6, 8.3, 0, 0}, // 17 %; 20 %
    [TAC_MODULAR_BODIES_CLOSE - TAC_INDEX3_STAGES] = {18.5, 7.47, 0, 0}, // 18 %; 24 %
    [TAC_MODULAR_BODIES_SETTLE - TAC_INDEX3_STAGES] = {0, 9.78, 0, 0}, // 28 %; 43 %
    [TAC_MODULAR_BODIES_MEASURE - TAC_INDEX3_STAGES] = {18.3, 0.767, 0, 0}, // 25 %; 41 %
};
