#include "dense.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

real *dense_new(int rows, int cols)
{
    real *A = calloc((size_t)rows * (size_t)cols + 1, sizeof *A);
    cr_assert_not_null(A);
    return A;
}

int dense_cholesky(real *A, int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            real sum = A[i * n + j];
            for (int k = 0; k < j; k++) {
                sum -= A[i * n + k] * A[j * n + k];
            }
            if (i == j && !(sum > 0.0L)) {
                return 0;
            }
            A[i * n + j] = i == j ? sqrtl(sum) : sum / A[j * n + j];
        }
    }
    return 1;
}

void dense_solve(const real *L, int n, real *b)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            b[i] -= L[i * n + k] * b[k];
        }
        b[i] /= L[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) {
            b[i] -= L[k * n + i] * b[k];
        }
        b[i] /= L[i * n + i];
    }
}

real dense_condition(const real *A, const real *L, int n)
{
    real *column = dense_new(n, 1), norm = 0.0L, inverse = 0.0L;
    for (int j = 0; j < n; j++) {
        real sum = 0.0L, sum_inverse = 0.0L;
        memset(column, 0, (size_t)n * sizeof *column);
        column[j] = 1.0L;
        dense_solve(L, n, column);
        for (int i = 0; i < n; i++) {
            sum += fabsl(A[i * n + j]);
            sum_inverse += fabsl(column[i]);
        }
        norm = fmaxl(norm, sum);
        inverse = fmaxl(inverse, sum_inverse);
    }
    free(column);
    return norm * inverse;
}

static void swap_rows(real *A, int cols, int a, int b)
{
    for (int c = 0; c < cols; c++) {
        real x = A[a * cols + c];
        A[a * cols + c] = A[b * cols + c];
        A[b * cols + c] = x;
    }
}

static real tail_norm(const real *row, int from, int cols)
{
    real sum = 0.0L;
    for (int c = from; c < cols; c++) {
        sum += row[c] * row[c];
    }
    return sqrtl(sum);
}

// The reflection I - v v^T / half that maps the tail of row k onto its first component.
static void reflect(real *A, int rows, int cols, int k, real *v)
{
    const real *row = A + k * cols;
    real norm = tail_norm(row, k, cols);
    for (int c = k; c < cols; c++) {
        v[c] = row[c];
    }
    v[k] += row[k] < 0.0L ? -norm : norm;
    real half = norm * fabsl(v[k]);
    for (int i = k; i < rows && half > 0.0L; i++) {
        real dot = 0.0L;
        for (int c = k; c < cols; c++) {
            dot += A[i * cols + c] * v[c];
        }
        for (int c = k; c < cols; c++) {
            A[i * cols + c] -= dot / half * v[c];
        }
    }
}

int dense_row_distances(real *A, int rows, int cols, real *distance)
{
    int n = rows < cols ? rows : cols;
    real *v = dense_new(cols, 1);
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < rows; i++) {
            best =
                tail_norm(A + i * cols, k, cols) > tail_norm(A + best * cols, k, cols) ? i : best;
        }
        swap_rows(A, cols, k, best);
        distance[k] = tail_norm(A + k * cols, k, cols);
        reflect(A, rows, cols, k, v);
    }
    free(v);
    return n;
}
