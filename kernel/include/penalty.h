// How stiffly the solves of a step hold joints: what they leave of reactions is the reciprocal.
#ifndef TAC_PENALTY_H
#define TAC_PENALTY_H

#include "model.h"
#include "solver.h"

typedef struct tac_loosest {
    double
        penalty; // alpha h Phi M^-1 Phi^T of the loosest row at the given start, or what was asked for; of no joint infinite
    int joint;   // whose row it is
} tac_loosest;

//   cost  a few operations per row
tac_loosest tac_find_loosest(const tac_model *m, const tac_options *o);

// The least that leaves a thousandth of reactions; 1e4 to 1e8 work well.
double tac_least_penalty(void);

#endif
