// Prices of the stages of index-3, which other methods share, measured and written by ./dev prices.
#ifndef TAC_PRICES_H
#define TAC_PRICES_H

#include "workspace/stage_numbers.h"

// Stages by their numbers, then what is no stage on lanes.
typedef enum tac_cost_kind {
    TAC_COST_STEP = TAC_INDEX3_STAGES, // before the first and after the last phase
    TAC_COST_LATCH,                    // begin and combination of sub-steps
    TAC_COST_COMBINE,
    TAC_COST_MOMENTUM,
    TAC_N_COST
} tac_cost_kind;

enum { TAC_COST_SIZES = 4 };

// ns per unit of the sizes in cost.h. Stages over ends of joints and split cells have none: an end is
// half of its cell, and so is what is left of the cell.
extern const double tac_price[TAC_N_COST][TAC_COST_SIZES];

#endif
