// Results of tactus bench throughput as table, CSV, JSON and drawing.
#ifndef TAC_BENCH_THROUGHPUT_OUTPUT_H
#define TAC_BENCH_THROUGHPUT_OUTPUT_H

#include "command/exit.h"
#include "team/step_time.h"

typedef struct tac_throughput {
    char name[64];
    int bodies, workers, lanes, order;
    int pays; // workers that the plan would use of those this machine has
    tac_bench_times us;
} tac_throughput;

// Where to; NULL: not wanted, "-": standard output, and then the table goes to standard error.
typedef struct tac_throughput_files {
    const char *json, *csv, *svg;
} tac_throughput_files;

tac_exit tac_throughput_write(const tac_throughput *r, int n, const tac_throughput_files *to,
                              tac_diag *diag);

#endif
