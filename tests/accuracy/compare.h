// A trial against a reference file: steps through the rows and keeps the worst differences.
//
// Differences are max |a - b| / (1 + |b|) over rows and columns, b the reference.
#ifndef ACCURACY_COMPARE_H
#define ACCURACY_COMPARE_H

#include "reference.h"
#include "trial.h"

typedef struct comparison {
    const char *root;
    const char *model;        // stem of the model file
    const char *reference;    // stem of the reference file, NULL: the same
    double horizon;           // s; rows up to here are compared
    double grid;              // s; only rows at its multiples are compared, 0: of the step
    int planar;               // 1: loads along z are undetermined and not compared
    const tac_options *o;     // NULL: the file's own
    const tac_method *method; // NULL: index-3
} comparison;

typedef struct difference {
    int good;        // 0: could not be read, built or stepped to the horizon
    double time;     // s, reached
    double states;   // positions, velocities, sensors
    double loads;    // reaction forces, -1 if the reference has none
    double energies; // -1 if the reference has none
    double drift;    // largest change of the total energy over the largest kinetic energy
    double lost;     // J, largest change of the total energy
    double position, velocity, acceleration, increment; // largest of any step
    double cpu;                                         // s of processor time, for all steps
    double step_cpu;                                    // s, mean of one step
} difference;

// A step that fails is no error of the program: good is 0, time says when.
difference compare(const comparison *c);

// Opens the reference of a model; 0 and a line on stderr when that fails.
int compare_open(reference *ref, const comparison *c, const trial *t);

#endif
