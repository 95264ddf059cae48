// tactus bench throughput: time per step of mechanisms of growing size, on one thread and on several.
#ifndef TAC_BENCH_THROUGHPUT_H
#define TAC_BENCH_THROUGHPUT_H

#include "command/command.h"

extern const tac_command tac_bench_throughput_help; // arguments and options

// The words after `throughput`. Returns the exit code; errors go to standard error as one line.
int tac_bench_throughput(tac_args *a);

#endif
