// Elimination and substitution of fronts with a node per lane, in stretches of pivots whose number is known when
// the code is compiled: these stay in registers.
//
// The operations on every number are those of fronts.h, in the same order. Fronts of other mechanisms are not
// eliminated this way, but for those of chains: their counts of instructions are kept.
#ifndef TAC_KNOWN_FRONTS_H
#define TAC_KNOWN_FRONTS_H

#include "fronts.h"

enum { STRETCH = 8 }; // pivots, at most

// Row i less its shares of `count` rows from `above` on.
TAC_INLINE void reduce_known(const double *above, double *row, int i, int n, const lane *inv,
                             int count)
{
    const ptrdiff_t stride = (ptrdiff_t)n * L;
    lane share[STRETCH];
    TAC_UNROLL
    for (int k = 0; k < count; k++) {
        share[k] = lane_load(above + k * stride + i * L) * inv[k];
    }
    for (int j = i; j < n; j++) {
        lane sum = lane_load(row + j * L);
        TAC_UNROLL
        for (int k = 0; k < count; k++) {
            sum = lane_fnma(share[k], lane_load(above + k * stride + j * L), sum);
        }
        lane_store(row + j * L, sum);
    }
}

// Rows i and i + 1 at once: what is above them is read once for both.
TAC_INLINE void reduce_two(const double *above, double *row, double *next, int i, int n,
                           const lane *inv, int count)
{
    const ptrdiff_t stride = (ptrdiff_t)n * L;
    lane share[STRETCH], after[STRETCH], first = lane_load(row + i * L);
    TAC_UNROLL
    for (int k = 0; k < count; k++) {
        lane x = lane_load(above + k * stride + i * L);
        share[k] = x * inv[k];
        after[k] = lane_load(above + k * stride + (i + 1) * L) * inv[k];
        first = lane_fnma(share[k], x, first);
    }
    lane_store(row + i * L, first);
    for (int j = i + 1; j < n; j++) {
        lane sum = lane_load(row + j * L), sum_after = lane_load(next + j * L);
        TAC_UNROLL
        for (int k = 0; k < count; k++) {
            lane x = lane_load(above + k * stride + j * L);
            sum = lane_fnma(share[k], x, sum);
            sum_after = lane_fnma(after[k], x, sum_after);
        }
        lane_store(row + j * L, sum);
        lane_store(next + j * L, sum_after);
    }
}

TAC_INLINE void factor_known_lanes(const front *f, int n, int first, int count)
{
    double *above = f->kept + (ptrdiff_t)first * n * L;
    lane inv[STRETCH];
    TAC_UNROLL
    for (int k = 0; k < count; k++) {
        double *row = above + k * n * L, *pivot = row + (first + k) * L;
        if (k > 0) {
            reduce_known(above, row, first + k, n, inv, k);
        }
        inv[k] = 1.0 / lane_load(pivot);
        lane_store(pivot, inv[k]);
    }
    int i = first + count;
    for (; i + 1 < n; i += 2) {
        reduce_two(above, front_row(f, i), front_row(f, i + 1), i, n, inv, count);
    }
    if (i < n) {
        reduce_known(above, front_row(f, i), i, n, inv, count);
    }
}

TAC_INLINE void forward_known_lanes(const double *F, int n, double *b, int first, int count)
{
    const double *above = F + (ptrdiff_t)first * n * L;
    lane y[STRETCH];
    TAC_UNROLL
    for (int k = 0; k < count; k++) {
        lane sum = lane_load(b + (first + k) * L);
        TAC_UNROLL
        for (int i = 0; i < k; i++) {
            sum = lane_fnma(lane_load(above + (i * n + first + k) * L), y[i], sum);
        }
        y[k] = sum * lane_load(above + (k * n + first + k) * L);
        lane_store(b + (first + k) * L, y[k]);
    }
    for (int i = first + count; i < n; i++) {
        lane sum = lane_load(b + i * L);
        TAC_UNROLL
        for (int k = 0; k < count; k++) {
            sum = lane_fnma(lane_load(above + (k * n + i) * L), y[k], sum);
        }
        lane_store(b + i * L, sum);
    }
}

TAC_INLINE void backward_known_lanes(const double *F, int n, int n_e, double *b, int first,
                                     int count)
{
    const double *row = F + (ptrdiff_t)first * n * L;
    lane sum[STRETCH], x[STRETCH];
    TAC_UNROLL
    for (int k = 0; k < count; k++) {
        sum[k] = lane_set(0.0);
    }
    for (int i = n_e; i < n; i++) {
        lane at = lane_load(b + i * L);
        TAC_UNROLL
        for (int k = 0; k < count; k++) {
            sum[k] = lane_fma(lane_load(row + (k * n + i) * L), at, sum[k]);
        }
    }
    TAC_UNROLL
    for (int k = count - 1; k >= 0; k--) {
        TAC_UNROLL
        for (int i = k + 1; i < count; i++) {
            sum[k] = lane_fma(lane_load(row + (k * n + first + i) * L), x[i], sum[k]);
        }
        for (int i = first + count; i < n_e; i++) {
            sum[k] = lane_fma(lane_load(row + (k * n + i) * L), lane_load(b + i * L), sum[k]);
        }
        x[k] = lane_fnma(lane_load(row + (k * n + first + k) * L), sum[k],
                         lane_load(b + (first + k) * L));
        lane_store(b + (first + k) * L, x[k]);
    }
}

// Calls `work` with the number of pivots that a stretch has, as a constant.
#define TAC_KNOWN(count, work) \
    switch (count) {           \
    case 1:                    \
        work(1);               \
        break;                 \
    case 2:                    \
        work(2);               \
        break;                 \
    case 3:                    \
        work(3);               \
        break;                 \
    case 4:                    \
        work(4);               \
        break;                 \
    case 5:                    \
        work(5);               \
        break;                 \
    case 6:                    \
        work(6);               \
        break;                 \
    case 7:                    \
        work(7);               \
        break;                 \
    default:                   \
        work(8);               \
    }

TAC_STATIC void factor_stretches(const front *f, int n)
{
#define WORK(count) factor_known_lanes(f, n, first, count)
    for (int first = 0; first < f->n_e; first += STRETCH) {
        TAC_KNOWN(f->n_e - first, WORK)
    }
#undef WORK
}

TAC_STATIC void forward_stretches(const double *F, int n, int n_e, double *b)
{
#define WORK(count) forward_known_lanes(F, n, b, first, count)
    for (int first = 0; first < n_e; first += STRETCH) {
        TAC_KNOWN(n_e - first, WORK)
    }
#undef WORK
}

TAC_STATIC void backward_stretches(const double *F, int n, int n_e, double *b)
{
#define WORK(count) backward_known_lanes(F, n, n_e, b, first, count)
    for (int first = (n_e + STRETCH - 1) / STRETCH * STRETCH; first > 0;) {
        first -= STRETCH;
        TAC_KNOWN(n_e - first, WORK)
    }
#undef WORK
}

#endif
