// Prices of the stages in ns, measured and written by ./dev prices; see step/cost.h. Behind them
// their mean error and that of those before them.
#include "prices.h"

// clang-format off
const double tac_canonical_price[TAC_CANONICAL_STAGES - TAC_INDEX3_STAGES][TAC_COST_SIZES] = {
    [TAC_MOMENTA_ELEMENTS_PLACE - TAC_INDEX3_STAGES] = {0, 8.05, 38.7, 0}, // 34 %; 34 %
    [TAC_MOMENTA_ELEMENTS_BEGIN - TAC_INDEX3_STAGES] = {0, 2.83, 0, 38.3}, // 34 %; 55 %
    [TAC_MOMENTA_ELEMENTS_CLOSE - TAC_INDEX3_STAGES] = {0, 7.38, 16.1, 111}, // 38 %; 39 %
    [TAC_MOMENTA_ELEMENTS_CLOSE_AGAIN - TAC_INDEX3_STAGES] = {0, 21.3, 0, 79}, // 24 %; 36 %
    [TAC_MOMENTA_ELEMENTS_PUSH - TAC_INDEX3_STAGES] = {0, 3.04, 0, 22.1}, // 51 %; 50 %
    [TAC_MOMENTA_ELEMENTS_VELOCITY - TAC_INDEX3_STAGES] = {0, 15.6, 31.6, 225}, // 29 %; 55 %
    [TAC_MOMENTA_ELEMENTS_ACCELERATION - TAC_INDEX3_STAGES] = {0, 29.1, 0, 0}, // 23 %; 37 %
    [TAC_MOMENTA_ELEMENTS_POSITION - TAC_INDEX3_STAGES] = {0, 8.52, 35.8, 0}, // 37 %; 37 %
    [TAC_MOMENTA_ELEMENTS_RATES - TAC_INDEX3_STAGES] = {0, 11.8, 29.6, 0}, // 22 %; 28 %
    [TAC_MOMENTA_BODIES_PLACE - TAC_INDEX3_STAGES] = {11.6, 5.12, 0, 0}, // 89 %; 99 %
    [TAC_MOMENTA_BODIES_BEGIN - TAC_INDEX3_STAGES] = {166, 0, 0, 0}, // 102 %; 69 %
    [TAC_MOMENTA_BODIES_MODERATE - TAC_INDEX3_STAGES] = {115, 6.78, 0, 0}, // 5 %; 61 %
    [TAC_MOMENTA_BODIES_MOVE - TAC_INDEX3_STAGES] = {149, 0, 0, 0}, // 9 %; 72 %
    [TAC_MOMENTA_BODIES_VELOCITY - TAC_INDEX3_STAGES] = {14.5, 5.86, 0, 0}, // 16 %; 97 %
    [TAC_MOMENTA_BODIES_GUESS - TAC_INDEX3_STAGES] = {4.4, 0.789, 0, 0}, // 41 %; 84 %
};
