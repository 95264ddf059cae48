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
    void (*unit)(void *to, const char *unit); // of the column named last; NULL: nobody wants it
    void (*note)(void *to, const char *key, const char *text); // of the table; NULL: likewise
} tac_row_sink;

static inline void tac_row_sink_name(const tac_row_sink *t, const char *prefix, const char *text)
{
    t->name(t->to, prefix, text);
}

// A column with what it is measured in; "": a plain number.
static inline void tac_row_sink_column(const tac_row_sink *t, const char *prefix, const char *text,
                                       const char *unit)
{
    t->name(t->to, prefix, text);
    if (t->unit && *unit) {
        t->unit(t->to, unit);
    }
}

static inline void tac_row_sink_note(const tac_row_sink *t, const char *key, const char *text)
{
    if (t->note) {
        t->note(t->to, key, text);
    }
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
