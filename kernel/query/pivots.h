// Which constraint rows depend on others at a configuration.
#ifndef TAC_PIVOTS_H
#define TAC_PIVOTS_H

#include "base/thresholds.h"
#include "workspace/work.h"

typedef struct tac_pivots {
    double cancelled; // share of a row's own W below which it depends on others
    int n;            // rows that do; field R_SIGMA of these is 1, of all others 0
    double weakest;   // smallest share of the rows that do not, 1 at most
    int weakest_row;  // and its row; TAC_NONE where there is none
} tac_pivots;

// Finds them for poses and signals at hand and the given share; Jacobians are left in the slots.
//   writes   R_RATE, R_SIGMA, fronts
void tac_find_pivots(tac_workspace *w, tac_pivots *p);

#endif
