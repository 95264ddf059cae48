// Sources: functions of time and inputs, with their first and second derivative.
#ifndef TAC_SOURCE_H
#define TAC_SOURCE_H

#include "tables.h"

// Value of a source and its time derivatives.
typedef struct tac_signal {
    double x, xd, xdd;
} tac_signal;

// All sources at time end - ahead, where a step dt ends at `end`.
//   history (n_input, 3): inputs at the end of the step, one and two steps before; in between, and
//   for the derivatives, the parabola through them
void tac_signals(const tac_model *m, double end, double ahead, double dt, const double *history,
                 tac_signal *out);

#endif
