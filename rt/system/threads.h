// Threads with a name, a core and a priority, and the memory they touch.
#ifndef TAC_THREADS_H
#define TAC_THREADS_H

#include <pthread.h>

#include "diag.h"

typedef struct tac_thread {
    char name[16]; // as shown by ps -L
    int core;      // -1: any housekeeping core
    int priority;  // SCHED_FIFO 1..99, 0: ordinary
    void *(*run)(void *argument);
    void *argument;
    pthread_t id;
    int tid; // as the system numbers it
    int got_core,
        got_priority;  // what the system granted; differs from the wish only with a warning
    char refused[160]; // why, "" when all was granted
} tac_thread;

// Starts the thread with its stack touched and its float mode set (float_mode.h). Never a silent
// fallback: what was refused stands in ->refused. 0 when it cannot be started.
int tac_thread_start(tac_thread *t, tac_diag *diag);

enum { TAC_LACKS_PRIORITY = 1, TAC_LACKS_CORE = 2 };

// What was taken from a running thread of what it got: flags of the above. Asks the system.
int tac_thread_lacks(const tac_thread *t);

// Keeps a running thread on one core. 0: done, otherwise an errno.
int tac_thread_pin(pthread_t id, int core);

// mlockall, malloc trimming off, /dev/cpu_dma_latency held at 0. Each refusal appends a sentence.
void tac_lock_memory(char *refused, int size);

// One line per thread: name, core, priority, what was refused.
void tac_print_threads(const tac_thread *const *thread, int n);

#endif
