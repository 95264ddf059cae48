// An exchange without a model behind it: cycles made by hand or by a clock, and its supervisor.
//
// Signals, dt = 1 ms:
//   clock     state, s
//   position  state, m, 3 x 1; [0] follows "hold" in the cycle that takes it
//   load      state, 3 x 38; all values equal: torn frames show
//   hold      command, N, within +-10, 5 steps, then hold
//   ramp      command, rad, within +-1, 100 rad/s, 5 steps, then ramp to 0.5
//   zero      command, m, 3 x 1, 5 steps, then zero
//   keep      command, for ever
#ifndef INSTANCE_H
#define INSTANCE_H

#include <pthread.h>

#include "exchange/exchange_parts.h"
#include "io/tactus_io.h"

enum { CLOCK, POSITION, LOAD, HOLD, RAMP, ZERO, KEEP, N_SIGNAL };
enum { TTL = 5 };

typedef struct instance {
    char name[TAC_NAME_SIZE];
    tac_exchange *x;
    pthread_t supervisor, helper;
    int has_supervisor, has_helper;
    int n_load;
    int64_t step;
    int64_t wall;  // ns, of the cycles
    int64_t stall; // ns by which the next cycle comes late, or early when negative
    int is_paused, is_safe;
} instance;

// Opens "test.TAG.PID" with a supervisor; returns 0 and prints why when it cannot.
int instance_open(instance *i, const char *tag, int clients);
int instance_open_as(instance *i, const char *name, int clients);

// The same with a load of 3 x 1 and the shortest history there is: for drd, whose time grows with the
// square of the atomic words in use.
int instance_open_small(instance *i, const char *tag, int clients);
void instance_close(instance *i);

// Ends the helper of the history, so that a test carries frames over itself.
void instance_stop_history(instance *i);

// One cycle of one step: take, "step", publish. Returns the frame's step.
int64_t instance_cycle(instance *i);

// The command segment at a place, mapped for writing: what a hostile client sees.
tac_command_header *instance_segment(const instance *i, int place);
void instance_unmap(const instance *i, tac_command_header *h);

#endif
