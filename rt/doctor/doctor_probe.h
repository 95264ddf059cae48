// What only trying can tell: permissions, wake-up latency, the cost of reading the clock.
#ifndef TAC_DOCTOR_PROBE_H
#define TAC_DOCTOR_PROBE_H

#include <stdint.h>

// What was found out by trying.
typedef struct tac_probe {
    int fifo_priority;                    // asked for; 0: not asked
    int fifo_error;                       // errno, 0: granted
    int64_t priority_limit;               // RLIMIT_RTPRIO, -1: none
    int64_t lock_bytes;                   // asked to lock
    int lock_error;                       // errno, 0: granted
    int64_t lock_limit;                   // RLIMIT_MEMLOCK, -1: none
    int latency_error;                    // opening /dev/cpu_dma_latency for writing
    int n_wake;                           // timed sleeps; 0: not measured
    int wake_fifo, wake_core;             // with SCHED_FIFO; core it ran on, -1: any
    int64_t wake_p50, wake_p99, wake_max; // ns
    int64_t clock_read;                   // cost of reading the clock, ns
    int time_error;                       // errno of adjtimex
    int time_synchronised;                // by a time service
    double rate_ppm;                      // correction of CLOCK_MONOTONIC's rate
    int shm_error;                        // errno of looking at /dev/shm
    int64_t shm_size, shm_free;
} tac_probe;

// Tries everything; takes about probe_ns for the timed sleeps (0: none). The calling thread keeps
// its scheduling. core -1: any.
void tac_doctor_probe(tac_probe *p, int priority, int core, int64_t period_ns, int64_t probe_ns,
                      int64_t lock_bytes);

#endif
