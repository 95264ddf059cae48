// Numbers of a bushing with matrices: in its first table L and K', in its second C' (law/matrix_bushing.c).
//
// L is unit lower triangular: its numbers below the diagonal, row by row. Symmetric matrices have their lower triangle, row
// by row.
#ifndef TAC_MATRIX_BUSHING_H
#define TAC_MATRIX_BUSHING_H

#include <stdbool.h>

enum { TAC_LOWER6 = 15, TAC_SYMMETRIC6 = 21 };

// Place of L_ij, i > j.
static inline int tac_lower6(int i, int j)
{
    return i * (i - 1) / 2 + j;
}

static inline int tac_symmetric6(int i, int j)
{
    return i < j ? j * (j + 1) / 2 + i : i * (i + 1) / 2 + j;
}

// Numbers of both tables, from K and C as a file has them. False where one of them is not symmetric or may give energy:
// then *which is 0 for K, 1 for C, and *energy whether it may.
//   reads    K, C (6, 6)
//   writes   first (15 + 21), second (21)
bool tac_matrix_bushing_numbers(const double *K, const double *C, double *first, double *second,
                                int *which, bool *energy);

#endif
