// A node of a chain alone, as chain_fronts.h has them side by side; see chain_ops.h. What the children
// left starts at F or b, rows `stride` and columns or entries `step` doubles apart.
#ifndef TAC_CHAIN_H
#define TAC_CHAIN_H

#include "model/plan/plan.h" // TAC_CHAIN

typedef struct tac_chain_child {
    const double *F, *b;
    int stride, step;
    int own_first; // own rows are stored before the shared ones
} tac_chain_child;

// Children in the order of the tree; first_part: the one whose own rows come first.
void tac_chain_factor(int chain, double *F, int stride, const tac_chain_child child[2],
                      int first_part, const double *compliance);
void tac_chain_forward(int chain, const double *F, int stride, double *b, const double *rhs,
                       const tac_chain_child child[2], int first_part);
// b: the eliminated rows' values of the way up, then the boundary's solution.
void tac_chain_backward(int chain, const double *F, int stride, double *b);

#endif
