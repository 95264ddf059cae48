// Preflight: what of this machine stands in the way of deadlines, why, and which command changes it.
//
// Two sources. What the system says about itself is read from /proc and /sys below a root folder, so
// that tests run on made-up machines. What only trying can tell (scheduling and locking permission,
// wake-up latency) is measured once into a tac_probe, which tests fill by hand. A file that is
// missing or unreadable makes a finding "unknown, because ...", never a failure.
//
// Findings about cores look at those the rig names; for cores it leaves open, at those the executive
// would choose: isolated ones first, otherwise all but the first.
#ifndef TAC_DOCTOR_H
#define TAC_DOCTOR_H

#include <stdint.h>
#include <stdio.h>

#include "rig_file.h"

typedef enum tac_health {
    TAC_HEALTH_GOOD,
    TAC_HEALTH_UNKNOWN,  // could not be found out; does not count against the verdict
    TAC_HEALTH_DEGRADED, // runs, deadlines will be missed now and then
    TAC_HEALTH_UNUSABLE, // cannot run, or no deadline can be relied on
} tac_health;

enum { TAC_MAX_FINDINGS = 24 };

typedef struct tac_finding {
    const char *check;
    tac_health health;
    char found[400];   // what is the case, "unknown, because ..." included
    char meaning[500]; // for deadlines
    char fix[400];     // a command, or what to change; "" when there is nothing to do
} tac_finding;

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

typedef struct tac_doctor_case {
    const char *root;        // in front of /proc and /sys: "" for this machine
    const char *home;        // of the user, for a session daemon of his own; NULL: none
    const tac_rig_file *rig; // NULL: no rig in particular, 1 kHz and one thread are assumed
    const char *rig_problem; // why the rig's model cannot run, NULL when it can
    int64_t need;            // memory the rig takes, bytes
    const tac_probe *probe;
} tac_doctor_case;

// Runs all checks; returns their number.
int tac_doctor_run(const tac_doctor_case *c, tac_finding finding[TAC_MAX_FINDINGS]);

// First core the executive would use for the cycle thread; -1 when there is no way to tell.
int tac_doctor_first_core(const char *root, const tac_rig_file *rig);

// The worst of all findings, unknown counted as good.
tac_health tac_doctor_verdict(const tac_finding *finding, int n);

const char *tac_health_name(tac_health h);

void tac_doctor_print(const tac_finding *finding, int n, FILE *out);
void tac_doctor_print_json(const char *rig, const tac_finding *finding, int n, FILE *out);

#endif
