// Threads with a name, a core and a priority, and the memory they touch.
#ifndef TAC_THREADS_H
#define TAC_THREADS_H

#include <pthread.h>

#include "diag.h"
#include "rig_file.h"

typedef struct tac_thread {
    char name[16]; // as shown by ps -L
    int core;      // -1: any housekeeping core
    int priority;  // SCHED_FIFO 1..99, 0: ordinary
    void *(*run)(void *argument);
    void *argument;
    pthread_t id;
    int got_core,
        got_priority;  // what the system granted; differs from the wish only with a warning
    char refused[160]; // why, "" when all was granted
} tac_thread;

// Starts the thread with its stack touched and its float mode set (float_mode.h). Never a silent
// fallback: what was refused stands in ->refused. 0 when it cannot be started.
int tac_thread_start(tac_thread *t, tac_diag *diag);

// Keeps a running thread on one core. 0: done, otherwise an errno.
int tac_thread_pin(pthread_t id, int core);

// mlockall, malloc trimming off, /dev/cpu_dma_latency held at 0. Each refusal appends a sentence.
void tac_lock_memory(char *refused, int size);

// Cores: one physical core each out of the isolated set if there is one, same last-level cache
// where possible; otherwise all online cores but the first. wish (n) may hold -1 for "choose".
// *helper_core: the wish on entry, the choice on return. Fails when a wished core does not exist or
// is offline. Members that have to share a core are oversubscribed.
int tac_choose_cores(const int *wish, int n, int *core, int *helper_core, int *oversubscribed,
                     tac_diag *diag);

// Lowers the number of workers of a rig to those that have a core of their own, unless it wants them
// all (share_always); `auto` leaves one core to the helpers. Cores that are named stay.
void tac_limit_workers(tac_rig_file *rig);

// One line per thread: name, core, priority, what was refused.
void tac_print_threads(const tac_thread *const *thread, int n);

#endif
