#include "free_spectrum.h"

#include <math.h>
#include <stdlib.h>

#include "free_modes.h"
#include "symmetric.h"

bool tac_find_free_modes(const tac_flex_desc *f, double mass, const double *J, double *omega,
                         double *zeta)
{
    size_t n = (size_t)f->n_mode;
    double *A = calloc(3 * n * n, sizeof *A), *K = A + n * n, *V = K + n * n;
    int row;
    bool good = A && tac_free_inertia(f, mass, J, A);
    for (size_t i = 0; good && i < n; i++) {
        K[i * n + i] = f->omega[i] * f->omega[i];
    }
    good = good && tac_general_eigen(f->n_mode, K, A, 0.0, omega, V, &row);
    for (size_t j = 0; good && j < n; j++) {
        double damper = 0.0; // v^T D v = 2 zeta omega
        for (size_t i = 0; i < n; i++) {
            damper += 2.0 * f->zeta[i] * f->omega[i] * V[i * n + j] * V[i * n + j];
        }
        omega[j] = sqrt(omega[j]);
        zeta[j] = 0.5 * damper / omega[j];
    }
    free(A);
    return good;
}
