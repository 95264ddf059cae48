#include "symmetric.h"

#include <math.h>
#include <stddef.h>

#define MOST_SWEEPS 60   // about ten are needed
#define NEGLIGIBLE 1e-17 // of the geometric mean of the diagonal

static double *at(double *A, int n, int i, int j)
{
    return &A[(size_t)i * (size_t)n + (size_t)j];
}

static double of(const double *A, int n, int i, int j)
{
    return A[(size_t)i * (size_t)n + (size_t)j];
}

bool tac_cholesky(int n, double *A, double least, int *row)
{
    for (int j = 0; j < n; j++) {
        double pivot = of(A, n, j, j);
        for (int k = 0; k < j; k++) {
            pivot -= of(A, n, j, k) * of(A, n, j, k);
        }
        if (!(pivot > least * of(A, n, j, j)) || !isfinite(pivot)) {
            *row = j;
            return false;
        }
        double root = sqrt(pivot);
        *at(A, n, j, j) = root;
        for (int i = j + 1; i < n; i++) {
            double sum = of(A, n, i, j);
            for (int k = 0; k < j; k++) {
                sum -= of(A, n, i, k) * of(A, n, j, k);
            }
            *at(A, n, i, j) = sum / root;
        }
    }
    return true;
}

void tac_solve_lower(int n, const double *L, int m, double *x)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            for (int j = 0; j < m; j++) {
                *at(x, m, i, j) -= of(L, n, i, k) * of(x, m, k, j);
            }
        }
        for (int j = 0; j < m; j++) {
            *at(x, m, i, j) /= of(L, n, i, i);
        }
    }
}

void tac_solve_upper(int n, const double *L, int m, double *x)
{
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) {
            for (int j = 0; j < m; j++) {
                *at(x, m, i, j) -= of(L, n, k, i) * of(x, m, k, j);
            }
        }
        for (int j = 0; j < m; j++) {
            *at(x, m, i, j) /= of(L, n, i, i);
        }
    }
}

// ---- eigenvalues ---------------------------------------------------------------------------------

// One rotation in the plane of p and q; false when there is nothing to do.
static bool rotate(int n, double *A, double *V, int p, int q)
{
    double apq = of(A, n, p, q), app = of(A, n, p, p), aqq = of(A, n, q, q);
    if (fabs(apq) <= NEGLIGIBLE * sqrt(fabs(app) * fabs(aqq)) || apq == 0.0) {
        return false;
    }
    double theta = (aqq - app) / (2.0 * apq);
    double t =
        fabs(theta) > 1e150 ? 0.5 / fabs(theta) : 1.0 / (fabs(theta) + sqrt(theta * theta + 1.0));
    t = theta < 0.0 ? -t : t;
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < n; k++) {
        if (k != p && k != q) {
            double akp = of(A, n, k, p), akq = of(A, n, k, q);
            double x = c * akp - s * akq, y = s * akp + c * akq;
            *at(A, n, k, p) = *at(A, n, p, k) = x;
            *at(A, n, k, q) = *at(A, n, q, k) = y;
        }
        double vkp = of(V, n, k, p), vkq = of(V, n, k, q);
        *at(V, n, k, p) = c * vkp - s * vkq;
        *at(V, n, k, q) = s * vkp + c * vkq;
    }
    *at(A, n, p, p) = app - t * apq;
    *at(A, n, q, q) = aqq + t * apq;
    *at(A, n, p, q) = *at(A, n, q, p) = 0.0;
    return true;
}

// Ascending, equal ones in the order in which they stand.
static void sort(int n, double *lambda, double *V)
{
    for (int i = 1; i < n; i++) {
        for (int j = i; j > 0 && lambda[j] < lambda[j - 1]; j--) {
            double swap = lambda[j];
            lambda[j] = lambda[j - 1];
            lambda[j - 1] = swap;
            for (int k = 0; k < n; k++) {
                swap = of(V, n, k, j);
                *at(V, n, k, j) = of(V, n, k, j - 1);
                *at(V, n, k, j - 1) = swap;
            }
        }
    }
}

void tac_jacobi(int n, double *A, double *lambda, double *V)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            *at(V, n, i, j) = i == j ? 1.0 : 0.0;
        }
    }
    bool turned = true;
    for (int sweep = 0; turned && sweep < MOST_SWEEPS; sweep++) {
        turned = false;
        for (int p = 0; p < n; p++) {
            for (int q = p + 1; q < n; q++) {
                turned = rotate(n, A, V, p, q) || turned;
            }
        }
    }
    for (int i = 0; i < n; i++) {
        lambda[i] = of(A, n, i, i);
    }
    sort(n, lambda, V);
}

static void transpose(int n, double *A)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double swap = of(A, n, i, j);
            *at(A, n, i, j) = of(A, n, j, i);
            *at(A, n, j, i) = swap;
        }
    }
}

bool tac_general_eigen(int n, double *K, double *M, double least, double *lambda, double *V,
                       int *row)
{
    if (!tac_cholesky(n, M, least, row)) {
        return false;
    }
    tac_solve_lower(n, M, n, K); // K := L^-1 K L^-T
    transpose(n, K);
    tac_solve_lower(n, M, n, K);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            *at(K, n, i, j) = *at(K, n, j, i) = 0.5 * (of(K, n, i, j) + of(K, n, j, i));
        }
    }
    tac_jacobi(n, K, lambda, V);
    tac_solve_upper(n, M, n, V);
    return true;
}

// ---- products ------------------------------------------------------------------------------------

void tac_product_transposed(int n, int m, int k, const double *A, const double *B, double *C)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            double sum = 0.0;
            for (int l = 0; l < k; l++) {
                sum += of(A, n, l, i) * of(B, m, l, j);
            }
            *at(C, m, i, j) = sum;
        }
    }
}

void tac_product(int n, int m, int k, const double *A, const double *B, double *C)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            double sum = 0.0;
            for (int l = 0; l < k; l++) {
                sum += of(A, k, i, l) * of(B, m, l, j);
            }
            *at(C, m, i, j) = sum;
        }
    }
}
