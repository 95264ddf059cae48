// The measurement of a run from its begin to what is said of it: beside it, its verdict, and why there is none.
#ifndef TAC_MEASURED_RUN_H
#define TAC_MEASURED_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "beside.h"
#include "error_text.h"
#include "simulation/doubts.h"

typedef enum tac_error_check { TAC_CHECK_ON, TAC_CHECK_OFF, TAC_CHECK_ALWAYS } tac_error_check;

typedef struct tac_error_options {
    int check;   // a tac_error_check; on: unless it takes too long and no bound was asked for
    double most; // of positions, relative, and of angles, rad; 0: as the limits say
    tac_half_watch watch;
} tac_error_options;

// The measurement of one run. Zeroed: there is none.
typedef struct tac_error_run {
    tac_beside beside;
    tac_error_bounds bounds;
    tac_error error;
    bool measured; // error is set
    bool needed;   // by a bound that was asked for: without it results are in doubt
    char why[512]; // why there is no measurement, "" when there is one or none was asked for
} tac_error_run;

// Begins beside a run of n_step steps that is at its start, and tells the doubts what they need not judge.
void tac_error_begin(tac_error_run *r, const tac_error_options *o, const tac_simulation *s,
                     int64_t n_step, tac_doubts *doubts);
void tac_error_finish(tac_error_run *r, const tac_simulation *s); // waits for the verdict
void tac_error_end(tac_error_run *r);

// By what the difference to half the step is an error; 0: nothing was measured.
double tac_error_factor(const tac_error_run *r);

// The last line of a summary.
void tac_error_say(const tac_error_run *r, const tac_simulation *s, FILE *out);

// Why results are in doubt by their error, as a line; whether they are.
bool tac_error_warn(const tac_error_run *r, const tac_simulation *s, const tac_doubts *doubts,
                    FILE *out);
bool tac_error_doubtful(const tac_error_run *r);

#endif
