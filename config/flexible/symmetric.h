// Symmetric matrices of a few hundred rows, stored whole, row by row. Square roots are all they need beside + - * /,
// and every sum has one order: the same bits on every processor.
#ifndef TAC_SYMMETRIC_H
#define TAC_SYMMETRIC_H

#include <stdbool.h>

// A = L L^T in the lower triangle, the upper one is not touched. False, at that row in *row, where a pivot is below
// `least` times the diagonal it began with: the rows before determine this one.
bool tac_cholesky(int n, double *A, double least, int *row);

// x := L^-1 x and x := L^-T x for m columns of x (n x m).
void tac_solve_lower(int n, const double *L, int m, double *x);
void tac_solve_upper(int n, const double *L, int m, double *x);

// Eigenvalues of A, ascending, and eigenvectors as columns of V (n x n), by cyclic Jacobi rotations. A is lost.
void tac_jacobi(int n, double *A, double *lambda, double *V);

// K v = lambda M v: eigenvalues ascending, V^T M V = 1. K and M are lost. False where M is not positive definite,
// as tac_cholesky says it.
bool tac_general_eigen(int n, double *K, double *M, double least, double *lambda, double *V,
                       int *row);

// C (n x m) = A^T (k x n) B (k x m), and C (n x m) = A (n x k) B (k x m).
void tac_product_transposed(int n, int m, int k, const double *A, const double *B, double *C);
void tac_product(int n, int m, int k, const double *A, const double *B, double *C);

#endif
