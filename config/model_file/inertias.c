#include "inertias.h"

#include <math.h>
#include <string.h>

#include "flexible/symmetric.h"

static void decompose(const double J[6], double moment[3], double axes[9])
{
    double A[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    tac_jacobi(3, A, moment, axes);
}

void tac_principal_moments(const double J[6], double moment[3])
{
    double axes[9];
    decompose(J, moment, axes);
}

// Onto I_i <= I_j + I_k, by a third of what is too much from each.
static void project(double moment[3], int i, double change[3])
{
    double excess = 2.0 * moment[i] - (moment[0] + moment[1] + moment[2]);
    for (int k = 0; k < 3; k++) {
        change[k] = excess > 0.0 ? (k == i ? -excess : excess) / 3.0 : 0.0;
        moment[k] += change[k];
    }
}

// A rod has some moment about its axis, as those of shapes.
static const double least_part = 1e-4;

// Dykstra's projections onto the three half-spaces in which all moments of bodies lie.
static void to_possible(double moment[3])
{
    double change[3][3] = {{0.0}};
    for (int k = 0; k < 600; k++) {
        int i = k % 3;
        for (int j = 0; j < 3; j++) {
            moment[j] -= change[i][j];
        }
        project(moment, i, change[i]);
    }
    double most = fmax(fmax(moment[0], moment[1]), moment[2]);
    for (int j = 0; j < 3; j++) {
        moment[j] = fmax(moment[j], least_part * most);
    }
}

static void compose(const double moment[3], const double axes[9], double J[6])
{
    static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    memset(J, 0, 6 * sizeof *J);
    for (int e = 0; e < 6; e++) {
        for (int k = 0; k < 3; k++) {
            J[e] += axes[3 * row[e] + k] * moment[k] * axes[3 * column[e] + k];
        }
    }
}

void tac_nearest_inertia(const double J[6], double nearest[6])
{
    double moment[3], axes[9];
    decompose(J, moment, axes);
    to_possible(moment);
    compose(moment, axes, nearest);
}

void tac_inertia_at_least(double J[6], double least)
{
    double moment[3], axes[9];
    decompose(J, moment, axes);
    if (moment[0] < least) {
        for (int k = 0; k < 3; k++) {
            moment[k] = fmax(moment[k], least);
        }
        compose(moment, axes, J);
    }
}
