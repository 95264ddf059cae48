// Chains: the operations of a node whose numbers of rows are known when the code is compiled.
//
// The two parts a joint of a chain connects share its rows and nothing else, and every part has at
// most one joint left to either side. A front then consists of the joint's rows, those of one part
// and those of the other, all numbers of rows are small constants and the loops below unroll. The
// operations on every number are those of fronts.h, in the same order. chain_fronts.h has a node per
// lane, chain.c one node alone.
#ifndef TAC_CHAIN_OPS_H
#define TAC_CHAIN_OPS_H

#include "base/lane.h"
#include "chain.h"

enum { CHAIN_ROWS = 5 };

// What a part left on its boundary: the rows it shares and its own, in this order or own rows first.
typedef struct part {
    const double *F;  // first entry
    int stride, step; // from row to row, from column to column
    int own_first;
} part;

// Entry of boundary rows i <= j, as stored.
TAC_INLINE lane part_entry(const part *p, int i, int j)
{
    return lane_load(p->F + i * p->stride + j * p->step);
}

// Entry of shared row i and column j of the front.
TAC_INLINE lane chain_entry(const part *p, const lane *compliance, int n_e, int n_0, int n_1, int i,
                            int j)
{
    lane zero = lane_set(0.0);
    int before[2] = {p[0].own_first ? n_0 : 0, p[1].own_first ? n_1 : 0}; // the shared rows
    if (j < n_e) {
        lane sum = zero + part_entry(&p[0], before[0] + i, before[0] + j) +
                   part_entry(&p[1], before[1] + i, before[1] + j);
        return i == j ? sum + compliance[i] : sum;
    }
    int of = j < n_e + n_0 ? 0 : 1, k = j - n_e - of * n_0;
    return zero + (p[of].own_first ? part_entry(&p[of], k, before[of] + i)
                                   : part_entry(&p[of], i, n_e + k));
}

// Entry of own rows i and j of a part.
TAC_INLINE lane own_entry(const part *p, int n_e, int i, int j)
{
    int before = p->own_first ? 0 : n_e;
    return part_entry(p, before + i, before + j);
}

// As factor_few with the joined front; eliminated row i is at F, any other at G, i strides on.
TAC_INLINE void factor_chain(double *F, double *G, int stride, const part *p,
                             const lane *compliance, int n_e, int n_0, int n_1)
{
    int n = n_e + n_0 + n_1;
    lane U[CHAIN_ROWS][3 * CHAIN_ROWS], inv[CHAIN_ROWS];
    TAC_UNROLL
    for (int i = 0; i < n_e; i++) {
        TAC_UNROLL
        for (int j = i; j < n; j++) {
            lane sum = chain_entry(p, compliance, n_e, n_0, n_1, i, j);
            TAC_UNROLL
            for (int k = 0; k < i; k++) {
                lane share = U[k][i] * inv[k];
                sum = lane_fnma(share, U[k][j], sum);
            }
            U[i][j] = sum;
            if (j > i) {
                lane_store(F + i * stride + j * TAC_LANES, sum);
            }
        }
        inv[i] = 1.0 / U[i][i];
        lane_store(F + i * stride + i * TAC_LANES, inv[i]);
    }
    TAC_UNROLL
    for (int i = n_e; i < n; i++) {
        int of = i < n_e + n_0 ? 0 : 1;
        lane share[CHAIN_ROWS];
        TAC_UNROLL
        for (int k = 0; k < n_e; k++) {
            share[k] = U[k][i] * inv[k];
        }
        TAC_UNROLL
        for (int j = i; j < n; j++) {
            lane sum = lane_set(0.0);
            if (of == 1 || j < n_e + n_0) {
                sum = sum + own_entry(&p[of], n_e, i - n_e - of * n_0, j - n_e - of * n_0);
            }
            TAC_UNROLL
            for (int k = 0; k < n_e; k++) {
                sum = lane_fnma(share[k], U[k][j], sum);
            }
            lane_store(G + i * stride + j * TAC_LANES, sum);
        }
    }
}

// What the children left in the right-hand side, rows `step` doubles apart: shared rows of the
// children, own rows of the parts.
typedef struct part_rhs {
    const double *shared[2], *own[2];
    int shared_step[2], own_step[2];
} part_rhs;

// Right-hand sides of both children start at b, `first` is the one whose own rows come first.
TAC_INLINE part_rhs rhs_at(const double *const b[2], const int step[2], const int own_first[2],
                           int first, int n_e, int n_0, int n_1)
{
    part_rhs p;
    for (int c = 0; c < 2; c++) {
        int of = c != first, n_own = of ? n_1 : n_0;
        p.shared[c] = b[c] + (own_first[c] ? n_own * step[c] : 0);
        p.own[of] = b[c] + (own_first[c] ? 0 : n_e * step[c]);
        p.shared_step[c] = p.own_step[of] = step[c];
    }
    return p;
}

// As load_front and forward_few; rhs of the eliminated rows.
TAC_INLINE void forward_chain(const double *F, int stride, double *b, const lane *rhs,
                              const part_rhs *p, int n_e, int n_0, int n_1)
{
    int n = n_e + n_0 + n_1;
    lane y[CHAIN_ROWS];
    TAC_UNROLL
    for (int k = 0; k < n_e; k++) {
        lane sum = rhs[k] + lane_load(p->shared[0] + k * p->shared_step[0]) +
                   lane_load(p->shared[1] + k * p->shared_step[1]);
        TAC_UNROLL
        for (int i = 0; i < k; i++) {
            sum = lane_fnma(lane_load(F + i * stride + k * TAC_LANES), y[i], sum);
        }
        y[k] = sum * lane_load(F + k * stride + k * TAC_LANES);
        lane_store(b + k * TAC_LANES, y[k]);
    }
    TAC_UNROLL
    for (int i = n_e; i < n; i++) {
        int of = i < n_e + n_0 ? 0 : 1;
        int k_own = i - n_e - of * n_0;
        lane sum = lane_set(0.0) + lane_load(p->own[of] + k_own * p->own_step[of]);
        TAC_UNROLL
        for (int k = 0; k < n_e; k++) {
            sum = lane_fnma(lane_load(F + k * stride + i * TAC_LANES), y[k], sum);
        }
        lane_store(b + i * TAC_LANES, sum);
    }
}

// As backward_few; the boundary's solution is in above, x becomes that of the eliminated rows.
TAC_INLINE void backward_chain(const double *F, int stride, double *b, const lane *above, lane *x,
                               int n_e, int n_0, int n_1)
{
    int n = n_e + n_0 + n_1;
    lane sum[CHAIN_ROWS];
    TAC_UNROLL
    for (int k = 0; k < n_e; k++) {
        sum[k] = lane_set(0.0);
    }
    TAC_UNROLL
    for (int i = n_e; i < n; i++) {
        TAC_UNROLL
        for (int k = 0; k < n_e; k++) {
            sum[k] = lane_fma(lane_load(F + k * stride + i * TAC_LANES), above[i - n_e], sum[k]);
        }
    }
    TAC_UNROLL
    for (int k = n_e - 1; k >= 0; k--) {
        TAC_UNROLL
        for (int i = k + 1; i < n_e; i++) {
            sum[k] = lane_fma(lane_load(F + k * stride + i * TAC_LANES), x[i], sum[k]);
        }
        x[k] = lane_fnma(lane_load(F + k * stride + k * TAC_LANES), sum[k],
                         lane_load(b + k * TAC_LANES));
        lane_store(b + k * TAC_LANES, x[k]);
    }
}

// ---- constants from a node ---------------------------------------------------------------------

// An operation on a node whose numbers of rows are constants: n_e eliminated, n_0 and n_1 of the parts.
typedef void chain_operation(const void *node, int n_e, int n_0, int n_1);

// The operation with the numbers of one of the chains there are: joints with three or five rows.
TAC_INLINE void by_chain(int chain, chain_operation *known, const void *node)
{
    switch (chain) {
    case TAC_CHAIN(3, 0, 0):
        known(node, 3, 0, 0);
        break;
    case TAC_CHAIN(3, 0, 3):
        known(node, 3, 0, 3);
        break;
    case TAC_CHAIN(3, 3, 0):
        known(node, 3, 3, 0);
        break;
    case TAC_CHAIN(3, 3, 3):
        known(node, 3, 3, 3);
        break;
    case TAC_CHAIN(5, 0, 0):
        known(node, 5, 0, 0);
        break;
    case TAC_CHAIN(5, 0, 5):
        known(node, 5, 0, 5);
        break;
    case TAC_CHAIN(5, 5, 0):
        known(node, 5, 5, 0);
        break;
    default:
        known(node, 5, 5, 5);
    }
}

// As chain_operation, with the orders in which either part has its rows as constants.
typedef void chain_ordering(const void *node, int own_first_0, int own_first_1);

// Constants for the orders that occur along chains.
TAC_INLINE void by_order(int own_first_0, int own_first_1, chain_ordering *known, const void *node)
{
    if (own_first_0 && !own_first_1) {
        known(node, 1, 0);
    } else if (!(own_first_0 || own_first_1)) {
        known(node, 0, 0);
    } else {
        known(node, own_first_0, own_first_1);
    }
}

#endif
