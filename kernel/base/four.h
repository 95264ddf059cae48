// Four numbers side by side: loops over the modes of a flexible body.
//
// Arrays over modes hold whole fours of them, zeros behind the last mode. Several rows over modes lie four by four,
// (n_four, rows, 4): the numbers of the same modes are neighbours. These are the compiler's plain vectors without
// multiply-adds, for any processor; a sum over modes adds the fours one after another and then their parts, so that
// its bits depend on no compiler. Vectors are handed over by their place: without AVX none can be returned.
#ifndef TAC_FOUR_H
#define TAC_FOUR_H

#include <stddef.h>

#include "inline.h"

enum { TAC_MOST_FOUR_ROWS = 9 };

typedef double four
    __attribute__((vector_size(4 * sizeof(double)), aligned(sizeof(double)), may_alias));

// Place of row `row` of mode j.
static inline size_t tac_four_at(int rows, int row, int j)
{
    return (size_t)((j / 4 * rows + row) * 4 + j % 4);
}

// Numbers of two vectors, those of the second counted from 4.
#ifdef __clang__
#define TAC_FOUR_OF(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
typedef long long four_places __attribute__((vector_size(4 * sizeof(long long))));
#define TAC_FOUR_OF(a, b, i, j, k, l) __builtin_shuffle(a, b, (four_places){i, j, k, l})
#endif

// Sums of the parts of `count` vectors, (0 + 1) + (2 + 3) of each, to whole fours.
TAC_INLINE void sum_parts(int count, const four *sum, double *to)
{
    four zero = {0.0};
    TAC_UNROLL
    for (int k = 0; k < count; k += 4) {
        four a = sum[k], b = k + 1 < count ? sum[k + 1] : zero,
             c = k + 2 < count ? sum[k + 2] : zero, d = k + 3 < count ? sum[k + 3] : zero;
        four ab = TAC_FOUR_OF(a, b, 0, 4, 2, 6) + TAC_FOUR_OF(a, b, 1, 5, 3, 7);
        four cd = TAC_FOUR_OF(c, d, 0, 4, 2, 6) + TAC_FOUR_OF(c, d, 1, 5, 3, 7);
        *(four *)(to + k) = TAC_FOUR_OF(ab, cd, 0, 1, 4, 5) + TAC_FOUR_OF(ab, cd, 2, 3, 6, 7);
    }
}

// Sums over modes of x times each of `count` rows, the first of which is at a; there are `rows` of them in all. To whole
// fours.
TAC_INLINE void sum_rows(int count, int rows, const double *a, int n_four, const double *x,
                         double *restrict to)
{
    const four *row = (const four *)a, *v = (const four *)x;
    four sum[TAC_MOST_FOUR_ROWS];
    TAC_UNROLL
    for (int k = 0; k < count; k++) {
        sum[k] = row[k] * *v;
    }
    for (int i = 1; i < n_four; i++) {
        row += rows;
        v++;
        TAC_UNROLL
        for (int k = 0; k < count; k++) {
            sum[k] += row[k] * *v;
        }
    }
    sum_parts(count, sum, to);
}

// For all modes from + the sum over rows, as above, times y of each.
TAC_INLINE void add_rows(int count, int rows, const double *a, int n_four, const double *y,
                         const double *from, double *to)
{
    const four *row = (const four *)a, *x = (const four *)from;
    four *out = (four *)to;
    for (int i = 0; i < n_four; i++, row += rows) {
        four sum = x[i];
        TAC_UNROLL
        for (int k = 0; k < count; k++) {
            sum += row[k] * y[k];
        }
        out[i] = sum;
    }
}

// The sum alone.
TAC_INLINE void mix_rows(int count, int rows, const double *a, int n_four, const double *y,
                         double *restrict to)
{
    const four *row = (const four *)a;
    four *out = (four *)to;
    for (int i = 0; i < n_four; i++, row += rows) {
        four sum = row[0] * y[0];
        TAC_UNROLL
        for (int k = 1; k < count; k++) {
            sum += row[k] * y[k];
        }
        out[i] = sum;
    }
}

#endif
