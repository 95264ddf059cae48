// Measures the error of a run while it goes: its halving (halving.h) on a thread of its own, which the run
// hands its motion to, some steps at a time. The run's bits are its own; it waits where the thread is far
// behind. Where no thread can be started the run does the work itself, and finds the same.
#ifndef TAC_BESIDE_H
#define TAC_BESIDE_H

#include <pthread.h>

#include "halving.h"
#include "system/threads.h"

typedef struct tac_beside {
    tac_halving halving; // the thread's until tac_beside_end
    bool open;           // there is something to be added to
    tac_motion *row;     // ring of steps                              (n_row, n_body)
    int n_row;
    int64_t put, taken; // steps so far, guarded by the lock
    bool over;          // nothing comes any more, or is wanted any more
    bool threaded;
    tac_thread thread;
    pthread_mutex_t lock;
    pthread_cond_t more, room;
    double waited; // s that the run has waited
} tac_beside;

// For n_step steps of a simulation at its start. False, with the line in why, where half the step cannot be
// run; to be ended in any case.
bool tac_beside_begin(tac_beside *b, const tac_simulation *s, int64_t n_step, tac_diag *why);
void tac_beside_add(tac_beside *b, const tac_simulation *s); // after every step
void tac_beside_wait(tac_beside *b); // until all is compared; the halving is the caller's
void tac_beside_end(tac_beside *b);  // of a zeroed one nothing

#endif
