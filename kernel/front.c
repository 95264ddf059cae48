// Dense kernels of one tree node: partial Cholesky factorization, forward and backward elimination.
// The operations and their order depend on the sizes alone; a failed pivot turns into NaN and is
// found by the step's final check, never by a branch here.
#include "internal.h"

// Right-looking, one pivot at a time; the inner loop runs along a row, so it vectorizes without
// reordering any sum.
void tac_front_factor(double *restrict F, int n, int n_e, double *restrict column)
{
    for (int k = 0; k < n_e; k++) {
        // scale the pivot column to a column of L
        double inv = 1.0 / sqrt(F[k * n + k]);
        F[k * n + k] = inv;
        for (int i = k + 1; i < n; i++) {
            column[i] = F[i * n + k] * inv;
            F[i * n + k] = column[i];
        }
        // W := W - W_.k S_kk^-1 W_k.                                        [solver] section 1
        for (int i = k + 1; i < n; i++) {
            double l = column[i];
            double *restrict row = F + (size_t)i * (size_t)n;
            for (int j = k + 1; j <= i; j++) {
                row[j] -= l * column[j];
            }
        }
    }
}

// b (n): y_e = L_ee^-1 b_e in place, then b_r := b_r - L_re y_e.
void tac_front_forward(const double *restrict F, int n, int n_e, double *restrict b)
{
    for (int k = 0; k < n_e; k++) {
        double y = b[k] * F[k * n + k];
        b[k] = y;
        for (int i = k + 1; i < n; i++) {
            b[i] -= F[i * n + k] * y;
        }
    }
}

// b (n): b_e := L_ee^-T (y_e - L_re^T b_r), b_r given.
void tac_front_backward(const double *restrict F, int n, int n_e, double *restrict b)
{
    for (int k = n_e - 1; k >= 0; k--) {
        double x = b[k];
        for (int i = k + 1; i < n; i++) {
            x -= F[i * n + k] * b[i];
        }
        b[k] = x * F[k * n + k];
    }
}
