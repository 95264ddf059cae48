// What a simulation run amounts to: worst values and when they happened, energy, speed.
#ifndef TAC_SUMMARY_H
#define TAC_SUMMARY_H

#include <stdint.h>
#include <stdio.h>

#include "doubts.h"
#include "reach.h"
#include "simulation.h"

typedef struct tac_peak {
    double value;
    double t; // s
} tac_peak;

typedef struct tac_summary {
    int64_t steps;
    tac_report first, last;
    tac_lock lock;                                        // at the start
    tac_peak position, velocity, acceleration, increment; // largest of all steps
    tac_peak drift;                                       // largest |energy - first energy|, J
    int64_t uncombined; // steps of order 2 where more was asked for
    int uncombined_by;  // the element that had the last of them so, TAC_NONE
    tac_doubts doubts;
} tac_summary;

// How many of some steps were of order 2 where more was asked for, and the law that had them so; nothing of none.
void tac_print_uncombined(FILE *out, const tac_simulation *s, int64_t uncombined, int64_t steps,
                          int by);

typedef struct tac_wall_time { // of the clock on the wall, s
    double whole;              // from the first step to the last result
    double waited;             // of that for runs beside it, which measure its error
    double output;             // of that for results, recording and pictures; the rest is for steps
} tac_wall_time;

// At the start; uses the simulation's work as scratch.
void tac_summary_begin(tac_summary *m, const tac_simulation *s);
void tac_summary_add(tac_summary *m, const tac_simulation *s); // after every step
void tac_summary_print(const tac_summary *m, const tac_simulation *s, const tac_wall_time *t,
                       FILE *out);

#endif
