#include "free_modes.h"

#include <math.h>

#include "flexible.h"

bool tac_shapes_move_body(const tac_flex_desc *f)
{
    int n = f->n_mode;
    bool moves = false;
    for (int j = 0; j < n; j++) {
        const double *Ct = f->Ct + j, *I = f->I + j;
        moves |= Ct[0] != 0.0 || Ct[n] != 0.0 || Ct[2 * n] != 0.0;
        moves |= I[n] != I[3 * n] || I[2 * n] != I[6 * n] || I[5 * n] != I[7 * n]; // Cr
    }
    return moves;
}

// What mass and inertia of the body make of Ct and Cr: rows R (6, n) with A = 1 - R^T R.
static bool own_motion(const tac_flex_desc *f, double mass, const double *J, double *R)
{
    static const int xx = 0, yy = 1, zz = 2, xy = 3, xz = 4, yz = 5;
    int n = f->n_mode;
    const double *I = f->I;
    // J = L L^T
    double a = sqrt(J[xx]), b = J[xy] / a, c = J[xz] / a, d = sqrt(J[yy] - b * b),
           e = (J[yz] - b * c) / d, g = sqrt(J[zz] - c * c - e * e), light = 1.0 / sqrt(mass);
    if (!(a > 0.0 && d > 0.0 && g > 0.0 && mass > 0.0)) {
        return false;
    }
    for (int j = 0; j < n; j++) {
        double x = I[5 * n + j] - I[7 * n + j], y = I[6 * n + j] - I[2 * n + j],
               z = I[n + j] - I[3 * n + j]; // Cr
        for (int k = 0; k < 3; k++) {
            R[k * n + j] = light * f->Ct[k * n + j];
        }
        R[3 * n + j] = x / a;
        R[4 * n + j] = (y - b * R[3 * n + j]) / d;
        R[5 * n + j] = (z - c * R[3 * n + j] - e * R[4 * n + j]) / g;
    }
    return true;
}

bool tac_free_inertia(const tac_flex_desc *f, double mass, const double *J, double *A)
{
    double R[6 * TAC_MOST_MODES];
    int n = f->n_mode;
    if (!own_motion(f, mass, J, R)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = i == j ? 1.0 : 0.0;
            for (int k = 0; k < 6; k++) {
                sum -= R[k * n + i] * R[k * n + j];
            }
            A[i * n + j] = sum;
        }
    }
    return true;
}

// Whether w2 A - K is positive definite: every mode is slower than w. B is scratch (n, n).
static bool all_slower(const tac_flex_desc *f, const double *A, double w2, double *B)
{
    int n = f->n_mode;
    for (int j = 0; j < n; j++) {
        for (int i = j; i < n; i++) {
            double sum = w2 * A[i * n + j] - (i == j ? f->omega[i] * f->omega[i] : 0.0);
            for (int k = 0; k < j; k++) {
                sum -= B[i * n + k] * B[j * n + k];
            }
            if (i == j && !(sum > 0.0)) {
                return false;
            }
            B[i * n + j] = i == j ? sqrt(sum) : sum / B[j * n + j];
        }
    }
    return true;
}

double tac_fastest_free_mode(const tac_flex_desc *f, double mass, const double *J)
{
    static const double most =
        1e16; // times the square of a held frequency: beyond it no inertia is left
    double A[TAC_MOST_MODES * TAC_MOST_MODES], B[TAC_MOST_MODES * TAC_MOST_MODES];
    int n = f->n_mode;
    double slow = 0.0;
    for (int j = 0; j < n; j++) {
        slow = f->omega[j] > slow ? f->omega[j] : slow;
    }
    if (!tac_shapes_move_body(f)) {
        return slow;
    }
    if (!tac_free_inertia(f, mass, J, A)) {
        return HUGE_VAL;
    }
    double from = slow * slow, to = 4.0 * from;
    while (to < most * slow * slow && !all_slower(f, A, to, B)) {
        from = to;
        to *= 4.0;
    }
    if (!(to < most * slow * slow)) {
        return HUGE_VAL;
    }
    for (int i = 0; i < 50; i++) { // bisection
        double w2 = 0.5 * (from + to);
        bool above = all_slower(f, A, w2, B);
        from = above ? from : w2;
        to = above ? w2 : to;
    }
    return sqrt(to);
}

// ---- limits ------------------------------------------------------------------------------------

// Combined sequences change the energy of a mode: measured, as a damping ratio between -3.3e-4 and 3.3e-4 does at omega
// dt of 1.6, far less where it is slower. Damping of its own hides it; without any, modes up to the lower limits change
// their energy by some parts in a hundred in two thousand steps.
static const double fastest_damped = 1.6, damped = 0.005;
static const double fastest_undamped[] = {0.5, 0.7}; // of orders 3 and 4

double tac_fastest_mode_of_order(int order, double zeta)
{
    if (order == 2) {
        return HUGE_VAL;
    }
    return zeta >= damped ? fastest_damped : fastest_undamped[order - 3];
}

double tac_least_damping(const tac_flex_desc *f)
{
    double least = HUGE_VAL;
    for (int j = 0; j < f->n_mode; j++) {
        least = f->zeta[j] < least ? f->zeta[j] : least;
    }
    return least;
}
