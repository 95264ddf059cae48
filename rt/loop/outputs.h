// Signals that leave the executive: groups of sensors, each at its own divisor of the base rate.
//
// Every group has a ring of sequenced slots (io/slot.h), written by the cycle thread when its cycle has
// come and readable by any thread at any time. A rig without groups publishes all sensors in every cycle as group "all".
//
// In the safe state readers get the safe values, which are zero, whatever the frame holds: the
// watchdog can order that while the cycle thread hangs.
//
// This is the seam to the exchange with other processes: the loop knows only tac_outputs_publish.
#ifndef TAC_OUTPUTS_H
#define TAC_OUTPUTS_H

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "rig_file.h"
#include "simulation/simulation.h"

typedef struct tac_output_group {
    _Alignas(64) _Atomic uint64_t newest; // number of the newest frame, 0: never published
    _Atomic uint64_t *slot;
    uint64_t *word; // of the cycle thread: the frame on its way out    (n_value + 1)
    int *from;      // place of every value among the values of all sensors (n_value)
    const char *name;
    int divisor, phase, n_value;
} tac_output_group;

typedef struct tac_outputs {
    tac_output_group *group; // (n_group)
    int n_group;
    int used;    // 0: the model has no sensors, nothing is computed
    double *all; // values of all sensors                                (tac_sensor_total)
    int sensed;  // they are those of the cycle at hand
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

// Values of all sensors (tac_sensor_total) after the step at hand; computed once per cycle, whoever asks first
// after tac_outputs_publish began it.
const double *tac_outputs_sense(tac_outputs *o, const tac_simulation *s);

// Copies the newest frame of a group (n_value + 1 words). Returns 0 when there is none yet, or none
// that could be copied in a few attempts.
int tac_outputs_read(const tac_outputs *o, int group, uint64_t *frame);

// What such a frame holds: solver steps done when it was published, and values in their order.
static inline int64_t tac_output_step(const uint64_t *frame)
{
    return (int64_t)frame[0];
}

static inline double tac_output_value(const uint64_t *frame, int k)
{
    double value;
    memcpy(&value, &frame[1 + k], sizeof value);
    return value;
}

#endif
