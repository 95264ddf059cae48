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

#include "doctor_probe.h"
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

typedef struct tac_doctor_case {
    const char *root;        // in front of /proc and /sys: "" for this machine
    const char *home;        // of the user, for a session daemon of his own; NULL: none
    const char *no_tracer;   // why the tracing library cannot be loaded, NULL when it can
    const tac_rig_file *rig; // NULL: no rig in particular, 1 kHz and one thread are assumed
    const char *rig_problem; // why the rig's model cannot run, NULL when it can
    const char
        *error; // line of the error of the rig's step in the first part of its motion; NULL: none
    bool error_large;  // too large to be trusted
    const char *taken; // what running rigs lack of what they got, "": nothing; NULL: none runs
    int64_t need;      // memory the rig takes, bytes
    const tac_probe *probe;
} tac_doctor_case;

// Runs all checks; returns their number.
int tac_doctor_run(const tac_doctor_case *c, tac_finding finding[TAC_MAX_FINDINGS]);

// First core the executive would use for the cycle thread; -1 when there is no way to tell.
int tac_doctor_first_core(const char *root, const tac_rig_file *rig);

// The worst of all findings, unknown counted as good.
tac_health tac_doctor_verdict(const tac_finding *finding, int n);

#endif
