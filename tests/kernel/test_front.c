// Partial Cholesky factorization of a dense front against extended precision.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "dense.h"
#include "internal.h"
#include "rng.h"

#define MOST 24

static const real rounding = 1e-13L; // measured 4e-15 relative to unit diagonals

typedef struct front {
    int n, n_e;
    double F[MOST * MOST], b[MOST], column[MOST];
    double A[MOST * MOST], rhs[MOST]; // as given
} front;

// A random well-conditioned symmetric matrix; the upper triangle of F holds nonsense.
static void random_front(front *f, rng *g)
{
    double G[MOST * MOST];
    f->n = 1 + pick(g, MOST);
    f->n_e = pick(g, f->n + 1);
    int n = f->n;
    for (int i = 0; i < n * n; i++) {
        G[i] = uniform(g, -1.0, 1.0);
    }
    for (int i = 0; i < n; i++) {
        f->b[i] = f->rhs[i] = uniform(g, -1.0, 1.0);
        for (int j = 0; j < n; j++) {
            double sum = i == j ? 0.3 : 0.0;
            for (int k = 0; k < n; k++) {
                sum += G[i * n + k] * G[j * n + k] / n;
            }
            f->A[i * n + j] = sum;
            f->F[i * n + j] = j <= i ? sum : nan("");
        }
    }
}

// Schur complement of the first n_e rows of [A rhs], by plain elimination.
static void eliminate(const front *f, real *S, real *b)
{
    int n = f->n;
    for (int i = 0; i < n; i++) {
        b[i] = (real)f->rhs[i];
        for (int j = 0; j < n; j++) {
            S[i * n + j] = (real)f->A[i * n + j];
        }
    }
    for (int k = 0; k < f->n_e; k++) {
        for (int i = k + 1; i < n; i++) {
            real share = S[i * n + k] / S[k * n + k];
            for (int j = k; j < n; j++) {
                S[i * n + j] -= share * S[k * n + j];
            }
            b[i] -= share * b[k];
        }
    }
}

Test(front, leaves_the_schur_complement)
{
    rng g = {1};
    real worst = 0.0L;
    for (int trial = 0; trial < 500; trial++) {
        front f;
        real S[MOST * MOST], b[MOST];
        random_front(&f, &g);
        eliminate(&f, S, b);
        tac_front_factor(f.F, f.n, f.n_e, f.column);
        tac_front_forward(f.F, f.n, f.n_e, f.b);
        for (int i = f.n_e; i < f.n; i++) {
            worst = fmaxl(worst, fabsl((real)f.b[i] - b[i]));
            for (int j = f.n_e; j <= i; j++) {
                worst = fmaxl(worst, fabsl((real)f.F[i * f.n + j] - S[i * f.n + j]));
            }
        }
    }
    cr_log_info("schur complement: %.1Le", worst);
    cr_expect_lt(worst, rounding);
}

// With the boundary's values given, the eliminated ones solve the first n_e equations.
Test(front, backward_solves_the_eliminated_equations)
{
    rng g = {2};
    real worst = 0.0L;
    for (int trial = 0; trial < 500; trial++) {
        front f;
        random_front(&f, &g);
        tac_front_factor(f.F, f.n, f.n_e, f.column);
        tac_front_forward(f.F, f.n, f.n_e, f.b);
        for (int i = f.n_e; i < f.n; i++) {
            f.b[i] = uniform(&g, -1.0, 1.0);
        }
        tac_front_backward(f.F, f.n, f.n_e, f.b);
        for (int i = 0; i < f.n_e; i++) {
            real sum = -(real)f.rhs[i];
            for (int j = 0; j < f.n; j++) {
                sum += (real)f.A[i * f.n + j] * (real)f.b[j];
            }
            worst = fmaxl(worst, fabsl(sum));
        }
    }
    cr_log_info("eliminated equations: %.1Le", worst);
    cr_expect_lt(worst, rounding);
}

Test(front, a_failed_pivot_becomes_nan)
{
    double F[4] = {-1.0, 0.0, 0.5, 1.0}, column[2];
    tac_front_factor(F, 2, 1, column);
    cr_expect(isnan(F[3]));
}
