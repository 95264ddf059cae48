// The cases of the accuracy comparison, as data.
#ifndef ACCURACY_CASES_H
#define ACCURACY_CASES_H

#define N_STEP_SIZE 3

typedef struct accuracy_case {
    const char *label; // short name for the table and the command line
    const char *model; // stem of the model file and of the reference file
    double horizon;    // s; rows up to here are compared
    double dt;         // s, the first step size, which hits the rows; each next one is half of it
    double floor;      // state error below which rounding and penalty hide the order
    int planar;        // 1: loads along z are undetermined and not compared
    int conservative;  // 1: the total energy is constant
    int quick;         // 1: part of --quick
} accuracy_case;

extern const accuracy_case accuracy_cases[];
extern const int n_accuracy_case;

#endif
