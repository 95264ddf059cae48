// Results of bench-paper: table, the paper's statements, CSV and drawing.
#ifndef BENCH_PAPER_OUTPUT_H
#define BENCH_PAPER_OUTPUT_H

#include "paper.h"

// Files: NULL is not wanted; "-" is standard output, and then the table goes to standard error. Returns
// false with a line in diag when a file cannot be written.
bool tac_paper_write(const tac_paper *p, const char *csv, const char *svg, tac_diag *diag);

#endif
