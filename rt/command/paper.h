// tactus bench paper: the scaling study of [004] section 5 on this machine, beside the paper's words.
#ifndef TAC_BENCH_PAPER_H
#define TAC_BENCH_PAPER_H

#include "command.h"

extern const tac_command tac_bench_paper_help; // its place in the help of bench

// The words after `paper`. Returns the exit code; errors go to standard error as one line.
int tac_bench_paper(tac_args *a);

#endif
