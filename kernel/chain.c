#include "chain.h"

#include "lane.h" // of one lane

#include "chain.inc"

void tac_chain_factor(int chain, double *F, int stride, const tac_chain_child child[2],
                      int first_part, const double *compliance)
{
    const tac_chain_child *a = &child[first_part], *b = &child[!first_part];
    const part p[2] = {{a->F, a->stride, a->step}, {b->F, b->stride, b->step}};
#define KNOWN(n_e, n_0, n_1) factor_chain(F, stride, p, compliance, n_e, n_0, n_1)
    BY_CHAIN(chain, KNOWN)
#undef KNOWN
}

void tac_chain_forward(int chain, const double *F, int stride, double *b, const double *rhs,
                       const tac_chain_child child[2], int first_part)
{
    const tac_chain_child *f = &child[first_part], *s = &child[!first_part];
    const part_rhs p = {
        {child[0].b, child[1].b}, {f->b, s->b}, {child[0].step, child[1].step}, {f->step, s->step}};
#define KNOWN(n_e, n_0, n_1) forward_chain(F, stride, b, rhs, &p, n_e, n_0, n_1)
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
