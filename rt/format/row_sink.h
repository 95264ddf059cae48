// Rows of numbers under names, on their way into a file of whatever format.
//
// Who computes results names the columns, ends that row, and then gives row after row; csv.h and
// hdf5_table.h take them. Failures are remembered by the file and told by end_row.
#ifndef TAC_ROW_SINK_H
#define TAC_ROW_SINK_H

#include <stdio.h>

typedef struct tac_row_sink {
    void *to;
    void (*name)(void *to, const char *prefix, const char *text); // of the next column, both joined
    void (*numbers)(void *to, const double *x, int n);            // of the next columns
    int (*end_row)(void *to); // returns 0 when something could not be written so far
} tac_row_sink;

static inline void tac_row_sink_name(const tac_row_sink *t, const char *prefix, const char *text)
{
    t->name(t->to, prefix, text);
}

static inline void tac_row_sink_numbers(const tac_row_sink *t, const double *x, int n)
{
    t->numbers(t->to, x, n);
}

static inline int tac_row_sink_end_row(const tac_row_sink *t)
{
    return t->end_row(t->to);
}

#endif
