// Sources: functions of time and inputs, with their first and second derivative.
#ifndef TAC_SOURCE_H
#define TAC_SOURCE_H

#include "element_types.h"
#include "tables.h"

// All sources at time end - ahead, where a step dt ends at `end`.
//   history (n_input, 3): inputs at the end of the step, one and two steps before; in between, and
//   for the derivatives, the parabola through them
void tac_signals(const tac_model *m, double end, double ahead, double dt, const double *history,
                 tac_signal *out);

// A step, or one of its sub-steps.
typedef struct tac_signal_span {
    double start, end; // s, as they were and are given to tac_signals
    double ahead;      // of the start, before the last of the inputs
} tac_signal_span;

// Inputs of a model.
typedef struct tac_inputs {
    const double *history; // now, one and two steps ago                       (n_input, 3)
    const double *mean;    // over the step; NULL: known at steps alone, of both ends (n_input)
} tac_inputs;

// All sources over a step: exact for all kinds but sweeps, of which 1e-3 of a turn in a step is
// lost in 1e-12, and inputs that are known at steps alone.
//   reads    end (n_source): at the end of the step
//   writes   mean (n_source): x the mean, xd the mean rate; push (n_source): x what the trapezoidal rule wants at the
//            end of the step, so that its mean is the source's: 2 mean less the value at the start
void tac_step_signals(const tac_model *m, const tac_signal_span *of, double dt,
                      const tac_inputs *inputs, const tac_signal *end, tac_signal *mean,
                      tac_signal *push);

// The largest that a source gets, of either sign; of inputs what they are before any is given.
double tac_largest_of_source(const tac_model *m, int source);

// Adds to the second derivatives at the end of a step by how much rates jump within it, over the step: a drive's reaction
// is then the mean force of its corner.
//   writes   scratch (n_source), of (n_source)
void tac_add_kicks(const tac_model *m, double start, double end, tac_signal *scratch,
                   tac_signal *of);

#endif
