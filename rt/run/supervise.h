// The main thread while the loop runs: signals, status line, service manager.
//
// SIGTERM and SIGINT stop after the cycle at hand, a second one, that does not belong to the first
// (stop_signal.h), at once; SIGHUP rotates the log. The signals must be blocked in every thread: those of
// tac_thread_start block them themselves. One that tac_stop_catch noted before counts as the first.
#ifndef TAC_SUPERVISE_H
#define TAC_SUPERVISE_H

#include "run_threads.h"

typedef enum tac_outcome {
    TAC_RUN_ENDED,   // the loop has ended, by itself or as told
    TAC_RUN_LEFT,    // it was told to stop and did not within the time a hung step may take
    TAC_RUN_AT_ONCE, // a second signal came
} tac_outcome;

// Those above, in this thread. SIGPIPE is ignored from here on.
void tac_block_signals(void);

// Returns when the run is over. status: 1 for a status line every second on standard error.
// signal_number: the last signal that asked for the end, 0 when none did.
tac_outcome tac_supervise(tac_run_threads *c, int status, int *signal_number);

#endif
