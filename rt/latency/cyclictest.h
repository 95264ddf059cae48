// cyclictest of Debian's rt-tests as the yardstick: the same priority, period and core, its wake-up
// latencies as a histogram like the executive's own.
#ifndef TAC_CYCLICTEST_H
#define TAC_CYCLICTEST_H

#include <stdint.h>
#include <stdio.h>

#include "diag.h"
#include "monitor/histogram.h"

typedef struct tac_cyclictest_options {
    int core;
    int priority; // 0: ordinary scheduling
    int64_t period_ns;
    int64_t loops;
} tac_cyclictest_options;

// Reads the histogram that `cyclictest --nsecs --histogram` prints: one line per ns with a count, the
// rest in lines that begin with '#'. Latencies beyond its end count as the largest one. Adds them to
// h; 0 and a line in diag when the text is something else.
int tac_cyclictest_parse(FILE *in, tac_histogram *h, tac_diag *diag);

// Runs it and adds what it measured. 0 and a line in diag on failure.
int tac_cyclictest_run(const tac_cyclictest_options *o, tac_histogram *h, tac_diag *diag);

// Version and options, in one line for the record; 0 when it is not installed.
int tac_cyclictest_version(char *text, int size);

#endif
