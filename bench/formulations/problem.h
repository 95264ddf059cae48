// A shipped model as an ordinary differential equation, in one of the two formulations on bodies or on joints.
#ifndef FORMULATIONS_PROBLEM_H
#define FORMULATIONS_PROBLEM_H

#include "method/hamiltonian/formulation.h"
#include "simulation/simulation.h"

typedef struct problem {
    tac_simulation sim; // of index-3: its start and its fronts
    tac_formulation f;
    void *block;
    double *y; // the start                                                      (f.n_y)
    long calls;
} problem;

// False, with a line on stderr, when the model cannot be read or started.
bool problem_open(problem *p, const char *model, bool momenta, tac_coordinate_set of);
void problem_close(problem *p);

void problem_derivative(problem *p, double t, const double *y, double *yd);

// Residuals and energies at a time; of HDCA sigma is left in p->f.
tac_report problem_report(problem *p, double t, double *y);

double problem_largest_sigma(const problem *p);

#endif
