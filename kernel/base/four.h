// Four numbers side by side: loops over the modes of a flexible body.
//
// Arrays over modes hold whole fours of them, zeros behind the last mode. Several rows over modes lie four by four,
// (n_four, rows, 4): the numbers of the same modes are neighbours. These are the compiler's plain vectors, for any
// processor; multiply-adds round once, as on lanes (lane.h). A sum over modes adds the fours one after another and then
// their parts, so that its bits depend on no compiler. Vectors are handed over by their place: without AVX none can be
// returned.
#ifndef TAC_FOUR_H
#define TAC_FOUR_H

#include <stddef.h>
#ifdef __FMA__
#include <immintrin.h>
#else
#include <math.h>
#endif

#include "inline.h"

enum { TAC_MOST_MODES = 48 }; // of a body, whole fours

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

// sum += a b and sum -= a b
#ifdef __FMA__
#define TAC_FOUR_ADD(sum, a, b) \
    ((sum) = (four)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(sum)))
#define TAC_FOUR_SUBTRACT(sum, a, b) \
    ((sum) = (four)_mm256_fnmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(sum)))
#else
#define TAC_FOUR_ADD(sum, a, b) tac_four_add(&(sum), &(const four[1]){a}[0], &(const four[1]){b}[0])
#define TAC_FOUR_SUBTRACT(sum, a, b) \
    tac_four_add(&(sum), &(const four[1]){-(a)}[0], &(const four[1]){b}[0])
TAC_INLINE void tac_four_add(four *sum, const four *a, const four *b)
{
    for (int i = 0; i < 4; i++) {
        (*sum)[i] = fma((*a)[i], (*b)[i], (*sum)[i]);
    }
}
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

#endif
