// Results of the latency benchmark for people, programs and pictures.
#ifndef TAC_BENCH_REPORT_H
#define TAC_BENCH_REPORT_H

#include "latency_bench.h"

void tac_bench_print(const tac_bench *b, FILE *out);

// Each writes one file, "-" is standard output; 0 and a line in diag when it cannot be written.
int tac_bench_write_json(const tac_bench *b, const char *path, tac_diag *diag);
int tac_bench_write_csv(const tac_bench *b, const char *path, tac_diag *diag); // all buckets
int tac_bench_write_svg(const tac_bench *b, const char *path, tac_diag *diag); // needs gnuplot

#endif
