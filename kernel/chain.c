#include "chain.h"

#include "lane.h" // of one lane

#include "chain.inc"

TAC_INLINE part part_of(const tac_chain_child *c, int n_e, int n_own)
{
    return part_at(c->F, c->stride, c->step, c->own_first, n_e, n_own);
}

void tac_chain_factor(int chain, double *F, int stride, const tac_chain_child child[2],
                      int first_part, const double *compliance)
{
    const tac_chain_child *a = &child[first_part], *b = &child[!first_part];
#define KNOWN(n_e, n_0, n_1)                                        \
    const part p[2] = {part_of(a, n_e, n_0), part_of(b, n_e, n_1)}; \
    factor_chain(F, stride, p, compliance, n_e, n_0, n_1)
    BY_CHAIN(chain, KNOWN)
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
