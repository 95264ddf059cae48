// Prices of the stages of the canonical step, measured and written by ./dev prices.
#ifndef TAC_CANONICAL_PRICES_H
#define TAC_CANONICAL_PRICES_H

#include "stages.h"
#include "step/prices.h"

// ns per unit of the sizes of the stages of index-3 that run over the same items (step/cost.h), from TAC_INDEX3_STAGES
// on. Ends of joints, split cells and units have none.
extern const double tac_canonical_price[TAC_CANONICAL_STAGES - TAC_INDEX3_STAGES][TAC_COST_SIZES];

#endif
