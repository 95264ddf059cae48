// What a simulation run amounts to: worst values and when they happened, energy, speed.
#ifndef TAC_SUMMARY_H
#define TAC_SUMMARY_H

#include <stdint.h>
#include <stdio.h>

#include "simulation.h"

typedef struct tac_peak {
    double value;
    double t; // s
} tac_peak;

typedef struct tac_summary {
    int64_t steps;
    tac_report first, last;
    tac_peak position, velocity, acceleration, increment; // largest of all steps
    tac_peak drift;                                       // largest |energy - first energy|, J
} tac_summary;

void tac_summary_begin(tac_summary *m, const tac_simulation *s);
void tac_summary_add(tac_summary *m, const tac_simulation *s); // after every step
// Whether the Newton iteration came to an end in every step: a line with the remedy if not.
void tac_summary_warn(const tac_summary *m, const tac_simulation *s, FILE *out);
void tac_summary_print(const tac_summary *m, const tac_simulation *s, double wall_s, FILE *out);

#endif
