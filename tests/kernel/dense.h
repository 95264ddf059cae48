// Slow, obvious dense algebra in extended precision: the reference for the tree.
#ifndef TAC_TEST_DENSE_H
#define TAC_TEST_DENSE_H

#include <stddef.h>

typedef long double real;

// n x n or rows x cols, row-major, from the heap; zeroed.
real *dense_new(int rows, int cols);

// Lower Cholesky factor in place; returns 0 when A is not positive definite.
int dense_cholesky(real *A, int n);
void dense_solve(const real *L, int n, real *b); // b := A^-1 b

// 1-norm condition number from the factor: norm of A times norm of the inverse.
real dense_condition(const real *A, const real *L, int n);

// Householder QR with column pivoting of A^T (rows of A are the columns): the sizes of R's diagonal,
// falling, tell how far each further row is from the span of those before. A is destroyed.
// Returns how many there are, min(rows, cols).
int dense_row_distances(real *A, int rows, int cols, real *distance);

#endif
