// What `tactus run` tells people: at the start, once a second on a terminal, and at the end.
#ifndef TAC_RUN_REPORT_H
#define TAC_RUN_REPORT_H

#include <stdio.h>

#include "loop/executive.h"
#include "run_threads.h"

// Rig, model, period, policy; then threads, cores and everything that was refused.
void tac_print_run_start(const tac_run_threads *c, int oversubscribed);

// One line without its end: time, counters and the last latencies.
void tac_print_run_status(const tac_executive *e, FILE *out);
// The same for the service manager.
void tac_describe_run(const tac_executive *e, char *out, size_t size);

// Histograms, counters and their sums, log, verdict.
void tac_print_run_end(const tac_run_threads *c, FILE *out);

#endif
