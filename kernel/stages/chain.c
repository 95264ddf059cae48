#include "chain.h"

#include "base/lane.h" // of one lane

#include "chain.inc"

void tac_chain_factor(int chain, double *F, int stride, const tac_chain_child child[2],
                      int first_part, const double *compliance)
{
    const tac_chain_child *a = &child[first_part], *b = &child[!first_part];
#define KNOWN(n_e, n_0, n_1) factor_chain(F, F, stride, p, compliance, n_e, n_0, n_1)
#define ORDERED(first_0, first_1)                                                                 \
    const part p[2] = {{a->F, a->stride, a->step, first_0}, {b->F, b->stride, b->step, first_1}}; \
    BY_CHAIN(chain, KNOWN)
    BY_ORDER(a->own_first, b->own_first, ORDERED)
#undef ORDERED
#undef KNOWN
}

void tac_chain_forward(int chain, const double *F, int stride, double *b, const double *rhs,
                       const tac_chain_child child[2], int first_part)
{
#define KNOWN(n_e, n_0, n_1)                                                                       \
    const part_rhs p = rhs_at(                                                                     \
        (const double *[2]){child[0].b, child[1].b}, (const int[2]){child[0].step, child[1].step}, \
        (const int[2]){child[0].own_first, child[1].own_first}, first_part, n_e, n_0, n_1);        \
    forward_chain(F, stride, b, rhs, &p, n_e, n_0, n_1)
    BY_CHAIN(chain, KNOWN)
#undef KNOWN
}

void tac_chain_backward(int chain, const double *F, int stride, double *b)
{
    double x[CHAIN_ROWS];
#define KNOWN(n_e, n_0, n_1) backward_chain(F, stride, b, b + (n_e), x, n_e, n_0, n_1)
    BY_CHAIN(chain, KNOWN)
#undef KNOWN
}
