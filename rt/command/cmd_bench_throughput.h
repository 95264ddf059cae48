// tactus bench throughput, of which tactus bench reads the first word.
#ifndef TAC_CMD_BENCH_THROUGHPUT_H
#define TAC_CMD_BENCH_THROUGHPUT_H

#include "command.h"

extern const tac_command tac_bench_throughput_help; // its place in the help of bench

// The words after `throughput`. Returns the exit code; errors go to standard error as one line.
int tac_bench_throughput(tac_args *a);

#endif
