// The latency benchmark: `tactus run` and cyclictest in turn, slice by slice, on the same core with the
// same priority and period, so that both see the same weather; idle, and again under load.
#ifndef TAC_BENCH_LATENCY_H
#define TAC_BENCH_LATENCY_H

#include <stdio.h>

#include "given.h"
#include "latency.h"
#include "rig_file.h"
#include "system/fail.h"

typedef struct tac_bench_options {
    const char *rig_path;
    const char *method; // its word; NULL: as in the file
    tac_given given;    // for the rig's model
    double duration;    // s of each of both, per condition
    double slice;       // s
    int load;           // measure under load, too
    int safe_code;      // exit code of a run that ended in the safe state
    FILE *progress;     // NULL: silent
} tac_bench_options;

typedef struct tac_bench { // large: take it from the heap
    tac_bench_options options;
    tac_rig_file *rig;
    int core; // of the cycle thread
    int has_cyclictest, has_load;
    char cyclictest[128]; // its version
    tac_latency idle, loaded;
    tac_failure why; // one line that says why something failed
    int run_code;    // exit code of a `tactus run` that failed, 0: none did
} tac_bench;

// Reads the rig, finds core and tools. 0 with a line in b->why; so does run.
int tac_bench_open(tac_bench *b, const tac_bench_options *o);
int tac_bench_run(tac_bench *b);
void tac_bench_close(tac_bench *b);

extern const char *const tac_bench_load[]; // the command that makes the load, NULL at the end

#endif
