// The latency benchmark: `tactus run` and cyclictest in turn, slice by slice, on the same core with the
// same priority and period, so that both see the same weather; idle, and again under load.
#ifndef TAC_BENCH_LATENCY_H
#define TAC_BENCH_LATENCY_H

#include <stdio.h>

#include "latency.h"
#include "rig_file.h"
#include "system/exit.h"

typedef struct tac_bench_options {
    const char *rig_path;
    double duration; // s of each of both, per condition
    double slice;    // s
    int load;        // measure under load, too
    FILE *progress;  // NULL: silent
} tac_bench_options;

typedef struct tac_bench { // large: take it from the heap
    tac_bench_options options;
    tac_rig_file *rig;
    int core; // of the cycle thread
    int has_cyclictest, has_load;
    char cyclictest[128]; // its version
    tac_latency idle, loaded;
    tac_diag diag; // one line that says why something failed
} tac_bench;

// Reads the rig, finds core and tools.
tac_exit tac_bench_open(tac_bench *b, const tac_bench_options *o);
tac_exit tac_bench_run(tac_bench *b);
void tac_bench_close(tac_bench *b);

extern const char *const tac_bench_load[]; // the command that makes the load, NULL at the end

#endif
