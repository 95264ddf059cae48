// Signals that leave the executive: groups of sensors, each at its own divisor of the base rate.
//
// Every group has one frame, written by the cycle thread when its cycle has come and readable by any
// thread at any time: the sequence number is odd while the frame is written, and a reader that saw
// it change reads again. A rig without groups publishes all sensors in every cycle as group "all".
//
// In the safe state readers get the safe values, which are zero, whatever the frame holds: the
// watchdog can order that while the cycle thread hangs.
//
// This is the seam to the exchange with other processes: the loop knows only tac_outputs_publish.
#ifndef TAC_OUTPUTS_H
#define TAC_OUTPUTS_H

#include <stdatomic.h>
#include <stdint.h>

#include "rig_file.h"
#include "simulation/simulation.h"

typedef struct tac_output_group {
    _Alignas(64) _Atomic uint64_t sequence; // 0: never published
    _Atomic int64_t step;                   // solver steps done when it was published
    _Atomic double *value;                  // (n_value)
    int *from; // place of every value among the values of all sensors     (n_value)
    const char *name;
    int divisor, phase, n_value;
} tac_output_group;

typedef struct tac_outputs {
    tac_output_group *group; // (n_group)
    int n_group;
    int used;    // 0: the model has no sensors, nothing is computed
    double *all; // values of all sensors                                (tac_sensor_total)
    _Atomic int safe;
} tac_outputs;

// Takes the memory and finds the sensors. 0 with a line in diag when a sensor does not exist or there
// is no memory.
int tac_outputs_open(tac_outputs *o, const tac_rig_file *rig, const tac_simulation *s,
                     tac_diag *diag);
void tac_outputs_close(tac_outputs *o);

// Publishes the groups that are due in this cycle, counted from t = 0.
//   cost     all sensors once when any group is due; no allocation, no system call
void tac_outputs_publish(tac_outputs *o, const tac_simulation *s, int64_t cycle);

// Copies the newest frame of a group and its step. Returns 0 when there is none yet, or none that
// stood still within a few attempts.
int tac_outputs_read(const tac_outputs *o, int group, double *value, int64_t *step);

#endif
