// Comma-separated values, one row at a time.
//
// Cells are separated and rows ended here, so that callers only name values. The first failed
// write is remembered with its reason; later ones do nothing.
#ifndef TAC_CSV_H
#define TAC_CSV_H

#include <stdio.h>

#include "row_sink.h"

typedef struct tac_csv {
    FILE *file; // NULL: not open, every function does nothing
    const char *path;
    int n_cell; // written into the current row
    int error;  // errno of the first failure, 0 while all is well
} tac_csv;

// Opens the path for writing, "-" is standard output. Returns 0 when that fails.
int tac_csv_open(tac_csv *c, const char *path);

void tac_csv_text(tac_csv *c, const char *prefix, const char *text); // one cell, both joined
void tac_csv_number(tac_csv *c, double x);
void tac_csv_numbers(tac_csv *c, const double *x, int n);

tac_row_sink tac_csv_table(tac_csv *c); // names as cells of the first row

// Ends the row; returns 0 when something could not be written so far.
int tac_csv_end_row(tac_csv *c);

// Writes what is buffered and closes; returns 0 when not all could be written. May be called twice.
int tac_csv_close(tac_csv *c);

#endif
