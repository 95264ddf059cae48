// All contenders on one mechanism: time per step and distance from the reference, in one run.
//
// Contenders of one step size take turns on the same core: each goes on by one interval of the grid,
// each of its steps timed alone, then its bodies are compared with the reference. So what else
// the machine does falls on all of them, and time and error belong to the same steps. Adaptive integrators, of whose steps nothing is known, go
// through all of it three times; the shortest time of each interval counts. Of steps it is the tenth
// percentile: on a shared machine others only add time, to more than half of the steps at times.
#ifndef PEERS_MEASURE_H
#define PEERS_MEASURE_H

#include <math.h>

#include "contender.h"
#include "reference.h"

enum { MOST_ENTRIES = 128 };

#define NONE ((double)NAN) // what was not measured

typedef enum entry_state {
    ENTRY_GOOD,
    ENTRY_FAILED,  // it gave up, or its positions are no numbers
    ENTRY_SLOW,    // it would have taken longer than the plan allows: timed, not compared
    ENTRY_REFUSED, // it cannot be given the mechanism
} entry_state;

typedef struct entry {
    const contender *of;
    double dt; // s; of an adaptive integrator its accuracy
    entry_state state;
    char why[WHY_SIZE]; // refused
    long steps;         // that were timed; of an adaptive integrator intervals of the grid
    double us_min, us_p10, us_p50; // one step; NONE of an adaptive integrator
    double cost;                   // us per simulated second
    double error;                  // largest distance of a centre of mass from the reference, m
} entry;

typedef struct plan {
    const double *dt, *accuracy;
    int n_dt, n_accuracy;
    double longest; // s of one contender with one step
} plan;

typedef struct result {
    mechanism m;
    int good;
    reference ref;
    // how far two other accurate solutions are from it, m; NONE where it is Simbody's
    double ref_tactus, ref_simbody;
    entry entry[MOST_ENTRIES]; // all steps of one contender stand together, as its order
    int n_entry;
} result;

// Fills the result; !good with a line on stderr when there is nothing to compare with.
void measure(result *r, const mechanism_case *c, const plan *p);
void measure_free(result *r);

// NULL: there is none.
const entry *measure_find(const result *r, const char *name, double dt);

// Drives a contender over the whole horizon: its positions at the grid          (n, n_body, 3)
// 0: it could not.
int measure_solve(const mechanism *m, const contender *c, double dt, double *r, char why[WHY_SIZE]);

#endif
