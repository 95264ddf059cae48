// All threads of a run, and the order in which they come and go.
//
//   cycle thread, workers   one step together; pinned, SCHED_FIFO, floats as in the kernel
//   watchdog                one priority above them, on the helper core, so that it can look at any time
//   writer, log, disk, tick,
//   control, exchange,
//   history                 helpers with ordinary scheduling on the helper core
//   main thread             signals, status, the service manager; on the helper core as well, where
//                           the threads of the tracing library are put too
//
// All threads start and wait; then memory is locked, stacks and all; then the gate opens. The end comes
// in reverse. A cycle thread that never comes back is left behind: tac_run_threads_end says so, and the
// memory it uses must stay until the process ends.
#ifndef TAC_RUN_THREADS_H
#define TAC_RUN_THREADS_H

#include <semaphore.h>

#include "control/control.h"
#include "loop/executive.h"
#include "loop/watchdog.h"
#include "monitor/cycle_writer.h"
#include "system/fail.h"

enum { TAC_MAX_HELPERS = 8 };

typedef struct tac_run_thread { // one of the team
    struct tac_run_threads *threads;
    int index;
} tac_run_thread;

typedef struct tac_run_threads {
    tac_executive *executive;
    tac_thread team[TAC_MAX_WORKERS];       // the cycle thread first               (workers)
    tac_thread helper[TAC_MAX_HELPERS];     //                                    (n_helper)
    tac_run_thread thread[TAC_MAX_WORKERS]; //                                    (workers)
    int n_team, n_helper, helper_core;
    int n_tracer; // threads of the tracing library
    int ended;    // eventfd, readable once the cycle thread has ended
    sem_t gate;   // the cycle thread waits here until all is ready
    tac_writer writer;
    tac_watchdog watchdog;
    tac_control *control;
    struct tac_lookout *lookout;     // NULL: not open
    struct tac_rig_clients *clients; // the caller's; NULL: none
    char refused[512];               // about memory, "" when all was granted
} tac_run_threads;

// Starts all threads on the cores chosen by tac_choose_cores; the loop itself still waits at the gate.
// 0 with a line in why; threads that failed to start, and a zeroed struct, may be ended.
int tac_run_threads_start(tac_run_threads *c, tac_executive *e, const int *core, int helper_core,
                          tac_failure *why);
void tac_run_threads_open_gate(tac_run_threads *c);

// Whether the cycle thread has ended, waiting at most this long.
int tac_run_threads_have_ended(const tac_run_threads *c, int milliseconds);

// Ends and joins all threads, writes what is left. Returns 0 when the cycle thread had to be left
// behind.
int tac_run_threads_end(tac_run_threads *c);

// The list of threads, as it is printed at start.
void tac_run_threads_print(const tac_run_threads *c);

#endif
