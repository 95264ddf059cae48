// Adaptive integrators of SUNDIALS over a problem, one step of their own at a time.
//
// The paper's ode45, ode23 and ode113 in their counterparts: ERKStep with the pairs of Dormand and Prince 5(4) and of
// Bogacki and Shampine 3(2), CVODE with Adams methods of variable order and plain fixed-point iteration. Relative and
// absolute tolerance are one number, as in the paper.
#ifndef FORMULATIONS_INTEGRATOR_H
#define FORMULATIONS_INTEGRATOR_H

#include "problem.h"

typedef enum integrator_kind {
    DORMAND_PRINCE_45,
    ADAMS,
    BOGACKI_SHAMPINE_23,
    N_INTEGRATOR
} integrator_kind;

typedef struct integrator integrator;

// NULL, with a line on stderr, when SUNDIALS refuses. The problem is integrated from its start at t = 0 to `end`.
integrator *integrator_open(integrator_kind kind, problem *p, double tolerance, double end);
void integrator_close(integrator *s);

// One step; false when it failed. Writes the time reached; y stays the integrator's.
bool integrator_step(integrator *s, double *t, double **y);

#endif
