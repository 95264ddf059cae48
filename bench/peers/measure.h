// All contenders on one mechanism: time per step and distance from the reference, in one run.
//
// Contenders of one step size take turns on the same core: each goes on by one interval of the grid,
// each of its steps timed alone, then its bodies are compared with the reference. So what else
// the machine does falls on all of them, and time and error belong to the same steps. Adaptive
// integrators, of whose steps nothing is known, go through all of it three times; the shortest time of
// each interval counts. Of steps it is the tenth percentile: on a shared machine others only add time,
// to more than half of the steps at times.
#ifndef PEERS_MEASURE_H
#define PEERS_MEASURE_H

#include "result.h"

typedef struct plan {
    const double *dt, *accuracy;
    int n_dt, n_accuracy;
    double longest; // s of one contender with one step
} plan;

// Fills the result; !good with a line on stderr when there is nothing to compare with.
void measure(result *r, const mechanism_case *c, const plan *p);
void measure_free(result *r);

// Drives a contender over the whole horizon: its positions at the grid          (n, n_body, 3)
// 0: it could not.
int measure_solve(const mechanism *m, const contender *c, double dt, double *r, char why[WHY_SIZE]);

#endif
