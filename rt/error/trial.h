// The first part of a motion, tried: what its error is with a step, before time starts, and which method and step of those
// that were tried keeps it small for the fewest operations.
//
// How far a trial goes is counted in operations (price.h): the same on every machine.
#ifndef TAC_TRIAL_H
#define TAC_TRIAL_H

#include <stdio.h>

#include "verdict.h"

typedef struct tac_trial {
    tac_error error;
    int64_t steps; // made; 0: nothing was tried, why says why
    double dt;     // s
    tac_diag why;
} tac_trial;

// Of a simulation that is at its start, by a copy of it; as long as it lasts, at most `most` seconds and what
// `operations` allow; infinite: however much it takes.
void tac_try_step(tac_trial *t, const tac_simulation *s, double most, double operations);

// The error of the first part with the step at hand, as a line; and whether it is too large.
bool tac_trial_say(const tac_trial *t, const tac_simulation *s, FILE *out);

// Builds one more simulation of the same model, to be prepared with another method; says why not in s->diag.
typedef bool tac_trial_build(void *context, tac_simulation *s);

typedef struct tac_trial_choice {
    const tac_method *method;
    int order;
    double dt, size, price; // s; error; operations per second of motion
    double needs;           // s, the step for the bound, about
} tac_trial_choice;

enum { TAC_MOST_CANDIDATES = 16 };

typedef struct tac_trial_table {
    int n, best; // candidates that could be tried; the cheapest that keeps the bound, -1: none does
    tac_trial_choice with[TAC_MOST_CANDIDATES]; // the step of the model
    tac_trial_choice advised;                   // of the best
    double bound, seconds;
} tac_trial_table;

// Tries all methods for real time and their orders, over the first part of s, which is at its start.
void tac_try_methods(tac_trial_table *t, const tac_simulation *s, tac_trial_build *build,
                     void *context);

// "advice        method modular with a step of 2 ms: ..." and what the others had.
void tac_trial_advise(const tac_trial_table *t, FILE *out);

#endif
