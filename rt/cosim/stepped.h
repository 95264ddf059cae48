// FMUs that a simulation steps: each reads sensors and inputs at the begin of its communication step, is stepped over it
// first, and what it gives is held as inputs of the model over the same step. So a command is made of what was measured at
// the begin of the step in which it acts, as in a run against the clock.
#ifndef TAC_COSIM_STEPPED_H
#define TAC_COSIM_STEPPED_H

#include "format/csv.h"
#include "host_process.h"
#include "simulation/values.h"
#include "step_protocol.h"

typedef struct tac_stepped_settings {
    const char *const *path; // of FMUs, or files that couple them (n)
    int n;
    const char *const *set; // [NUMBER:]NAME=VALUE; without a number of the first one (n_set)
    int n_set;
    const char *table; // CSV of all their outputs, NULL: none
    double timeout;    // s, of one answer; 0: as long as it takes
} tac_stepped_settings;

typedef struct tac_stepped_fmu {
    tac_host host;
    tac_step_coupled about;
    int32_t *input, *output; // as indices of the signals     (about.n_input), (about.n_output)
    double *sent, *got;      // values of these
    double *all;             // of all outputs                (about.n_all)
    char (*name)[TAC_STEP_NAME];
    double time; // s, up to which it is stepped
    bool ended;
} tac_stepped_fmu;

typedef struct tac_stepped {
    const tac_stepped_settings *set; // NULL: no FMU
    tac_stepped_fmu *fmu;            // (set->n)
    int n;
    tac_values values;
    double *signal; // all sensors, then all inputs
    int n_signal;
    bool *is_driven; // inputs that an FMU writes
    tac_csv csv;
    tac_diag diag;
} tac_stepped;

// Starts and couples them, and gives the inputs that they have for the start; s stands at it. Returns an exit code, after
// TAC_EXIT_OK nothing is in diag.
int tac_stepped_open(tac_stepped *t, const tac_stepped_settings *set, tac_simulation *s);

// Before a step of the simulation: steps those that are due, and sets inputs.
int tac_stepped_step(tac_stepped *t, tac_simulation *s);

// Ends them; TAC_EXIT_OUTPUT, with the line in diag, when the table is not whole.
int tac_stepped_close(tac_stepped *t);

#endif
