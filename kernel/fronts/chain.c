// A node of a chain alone: the operations of chain_ops.h with one lane.
#include "chain.h"

#include "chain_ops.h"

typedef struct factor_alone {
    int chain, stride;
    double *F;
    part part[2];
    const double *compliance;
} factor_alone;

TAC_INLINE void factor_alone_known(const void *node, int n_e, int n_0, int n_1)
{
    const factor_alone *s = node;
    factor_chain(s->F, s->F, s->stride, s->part, s->compliance, n_e, n_0, n_1);
}

TAC_INLINE void factor_alone_ordered(const void *node, int own_first_0, int own_first_1)
{
    factor_alone s = *(const factor_alone *)node;
    s.part[0].own_first = own_first_0;
    s.part[1].own_first = own_first_1;
    by_chain(s.chain, factor_alone_known, &s);
}

void tac_chain_factor(int chain, double *F, int stride, const tac_chain_child child[2],
                      int first_part, const double *compliance)
{
    const tac_chain_child *a = &child[first_part], *b = &child[!first_part];
    const factor_alone s = {
        chain,
        stride,
        F,
        {{a->F, a->stride, a->step, a->own_first}, {b->F, b->stride, b->step, b->own_first}},
        compliance};
    by_order(a->own_first, b->own_first, factor_alone_ordered, &s);
}

typedef struct forward_alone {
    int stride, first_part;
    const double *F, *rhs;
    double *b;
    const tac_chain_child *child;
} forward_alone;

TAC_INLINE void forward_alone_known(const void *node, int n_e, int n_0, int n_1)
{
    const forward_alone *s = node;
    const tac_chain_child *child = s->child;
    const part_rhs p = rhs_at(
        (const double *[2]){child[0].b, child[1].b}, (const int[2]){child[0].step, child[1].step},
        (const int[2]){child[0].own_first, child[1].own_first}, s->first_part, n_e, n_0, n_1);
    forward_chain(s->F, s->stride, s->b, s->rhs, &p, n_e, n_0, n_1);
}

void tac_chain_forward(int chain, const double *F, int stride, double *b, const double *rhs,
                       const tac_chain_child child[2], int first_part)
{
    const forward_alone s = {stride, first_part, F, rhs, b, child};
    by_chain(chain, forward_alone_known, &s);
}

typedef struct backward_alone {
    int stride;
    const double *F;
    double *b;
} backward_alone;

TAC_INLINE void backward_alone_known(const void *node, int n_e, int n_0, int n_1)
{
    const backward_alone *s = node;
    double x[CHAIN_ROWS];
    backward_chain(s->F, s->stride, s->b, s->b + n_e, x, n_e, n_0, n_1);
}

void tac_chain_backward(int chain, const double *F, int stride, double *b)
{
    const backward_alone s = {stride, F, b};
    by_chain(chain, backward_alone_known, &s);
}
