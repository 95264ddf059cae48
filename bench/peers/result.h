// What was measured of a mechanism: one entry per contender and step.
#ifndef PEERS_RESULT_H
#define PEERS_RESULT_H

#include <math.h>

#include "contender.h"
#include "reference.h"

#define OURS "Tactus order 2" // what others are compared with at the same step

// Error below which rounding, tolerances of constraints and the reference's own error count, m.
#define ERROR_FLOOR 1e-8

enum { MOST_ENTRIES = 160 };

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

typedef struct result {
    mechanism m;
    int good;
    reference ref;
    // how far two other accurate solutions are from it, m; NONE where it is Simbody's
    double ref_tactus, ref_simbody;
    entry entry[MOST_ENTRIES]; // all steps of one contender stand together, as its order
    int n_entry;
} result;

// The entry of a contender with a fixed step; NULL: there is none.
const entry *result_find(const result *r, const char *name, double dt);

#endif
