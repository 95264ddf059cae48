// What sub-models apart take, stage by stage as they run: by the prices of stages (step/cost.h), with which hosts price
// their own.
#ifndef TAC_APART_COST_H
#define TAC_APART_COST_H

#include "apart.h"

void tac_apart_cost(const tac_apart *a, tac_part_cost *cost);

#endif
