// How stiffly the solves of a step hold joints. What they leave of reactions is in proportion to the reciprocal.
#ifndef TAC_PENALTY_H
#define TAC_PENALTY_H

#include "model.h"
#include "solver.h"

typedef struct tac_loosest {
    // Dimensionless: alpha h Phi M^-1 Phi^T of the row at the given start, or what was asked for; infinite without joints.
    double penalty;
    int joint; // whose row it is
} tac_loosest;

//   cost  a few operations per row
tac_loosest tac_find_loosest(const tac_model *m, const tac_options *o);

// The least that does for mechanisms of parts that are about as heavy as each other.
double tac_least_penalty(const tac_options *o);

#endif
