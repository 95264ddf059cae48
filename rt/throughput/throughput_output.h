// Results of tactus bench throughput as table, CSV, JSON and drawing.
#ifndef TAC_THROUGHPUT_OUTPUT_H
#define TAC_THROUGHPUT_OUTPUT_H

#include "throughput.h"

// Where to; NULL: not wanted, "-": standard output, and then the table goes to standard error.
typedef struct tac_throughput_files {
    const char *json, *csv, *svg;
} tac_throughput_files;

// Returns false with a line in diag when a file cannot be written.
bool tac_throughput_write(const tac_throughput *t, const tac_throughput_files *to, tac_diag *diag);

#endif
