// One case at one step size: builds the solver from the model file, steps through the reference's
// rows and keeps the worst differences.
#ifndef ACCURACY_RUN_H
#define ACCURACY_RUN_H

#include "cases.h"

// Differences are max |a - b| / (1 + |b|) over rows and columns, b the reference.
typedef struct accuracy_result {
    int good;        // 0: could not be read, built or stepped; a line on stderr says why
    double states;   // positions, velocities, sensors
    double loads;    // reaction forces, -1 if the reference has none
    double energies; // -1 if the reference has none
    double drift;    // |E - E(0)| over the largest kinetic energy, every step
    double position; // worst norm of the constraints, every step
    double velocity; // and of their rates
    double wall;     // s, for all steps
} accuracy_result;

// Reads <root>/config/models/<model>.yaml and <root>/tests/reference/<model>.csv.
accuracy_result accuracy_run(const accuracy_case *c, double dt, const char *root);

#endif
