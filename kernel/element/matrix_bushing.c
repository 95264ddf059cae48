// Numbers of bushings with matrices (element_types.h).
#include "element_types.h"

#include <math.h>

enum { N = 6 };

static const double asymmetry = 1e-6;  // of the geometric mean of both entries on the diagonal
static const double no_pivot = 1e-9;   // of its diagonal: nothing is left of it
static const double damped_per = 5e-4; // s: half a step, by which dampers count as springs

static bool is_symmetric(const double *A)
{
    bool is = true;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) {
            double size = sqrt(fabs(A[i * N + i] * A[j * N + j]));
            is = is && fabs(A[i * N + j] - A[j * N + i]) <= asymmetry * size;
        }
    }
    return is;
}

// A = L D L^T of a symmetric matrix, L whole; false where a pivot is below zero, or none is left and its column is not
// zero. The rest of such a column counts as zero.
static bool factor(const double *A, double *L)
{
    double S[N * N];
    bool ok = true;
    for (int i = 0; i < N * N; i++) {
        S[i] = A[i];
        L[i] = i % (N + 1) == 0 ? 1.0 : 0.0;
    }
    for (int k = 0; k < N; k++) {
        double pivot = S[k * N + k], diagonal = A[k * N + k];
        ok = ok && pivot >= -no_pivot * diagonal && diagonal >= 0.0;
        for (int i = k + 1; i < N; i++) {
            double size = sqrt(fabs(diagonal * A[i * N + i]));
            bool none = pivot <= no_pivot * diagonal;
            ok = ok && !(none && fabs(S[i * N + k]) > 1e-4 * size);
            L[i * N + k] = none ? 0.0 : S[i * N + k] / pivot;
        }
        for (int i = k + 1; i < N; i++) {
            for (int j = k + 1; j < N; j++) {
                S[i * N + j] -= L[i * N + k] * pivot * L[j * N + k];
            }
        }
    }
    return ok;
}

// The lower triangle of L^-1 A L^-T.
static void mix(const double *L, const double *A, double *out)
{
    double X[N * N];
    for (int i = 0; i < N; i++) { // L^-1 A
        for (int j = 0; j < N; j++) {
            X[i * N + j] = 0.5 * (A[i * N + j] + A[j * N + i]);
            for (int k = 0; k < i; k++) {
                X[i * N + j] -= L[i * N + k] * X[k * N + j];
            }
        }
    }
    for (int i = 0; i < N; i++) { // times L^-T
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < j; k++) {
                X[i * N + j] -= L[j * N + k] * X[i * N + k];
            }
        }
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++) {
            out[tac_symmetric6(i, j)] = X[i * N + j];
        }
    }
}

bool tac_matrix_bushing_numbers(const double *K, const double *C, double *first, double *second,
                                int *which, bool *energy)
{
    const double *of[2] = {K, C};
    double L[N * N], sum[N * N];
    for (*which = 0; *which < 2; ++*which) {
        *energy = is_symmetric(of[*which]);
        if (!*energy || !factor(of[*which], L)) {
            return false;
        }
    }
    for (int i = 0; i < N * N; i++) {
        sum[i] = K[i] + C[i] / damped_per;
    }
    (void)factor(sum, L);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) {
            first[tac_lower6(i, j)] = L[i * N + j];
        }
    }
    mix(L, K, first + TAC_LOWER6);
    mix(L, C, second);
    return true;
}
