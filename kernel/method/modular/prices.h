// Prices of the stages of the modular step, measured and written by ./dev prices.
#ifndef TAC_MODULAR_PRICES_H
#define TAC_MODULAR_PRICES_H

#include "stages.h"
#include "step/prices.h"

// ns per unit of the sizes of the stages of index-3 that run over the same items (step/cost.h), from TAC_INDEX3_STAGES
// on. Ends of joints and split cells have none.
extern const double tac_modular_price[TAC_MODULAR_STAGES - TAC_INDEX3_STAGES][TAC_COST_SIZES];

#endif
