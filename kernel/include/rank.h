// Degrees of freedom and redundant constraints at a configuration.
#ifndef TAC_RANK_H
#define TAC_RANK_H

#include "model.h"
#include "solver.h"

typedef struct tac_rank {
    int rows;    // constraint rows
    int rank;    // independent ones
    int freedom; // 6 n_body and modes, less rank
} tac_rank;

// Factorizes Phi M^-1 Phi^T along the assembly tree, all masses taken as one, and skips pivots that
// cancel to below 4e-9 of their row: in exact arithmetic a positive semidefinite matrix has one zero
// pivot per redundant row. Pivots are squares: joints that miss dependence by less than 6e-5, near a
// singular position, count as dependent.
//   reads    s->body
//   writes   redundant (n_element): redundant rows found at each element, largest pivots first;
//            uses w as scratch
tac_rank tac_count_rank(tac_work *w, const tac_state *s, int *redundant);

#endif
