// Stimuli: values over time that are played into a running instance, from a table or from the inputs of a recording.
//
// Opening reads the names; who knows the instance says then which columns are wanted, and reading takes those
// alone. A value holds until the next row, or is joined to it by a line.
#ifndef TAC_STIMULUS_H
#define TAC_STIMULUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "diag.h"
#include "format/unit_value.h"
#include "log/reader.h"

enum {
    TAC_STIMULUS_NAME = 144,
    TAC_STIMULUS_LINE = 1 << 16,    // characters of a line
    TAC_STIMULUS_NUMBERS = 1 << 26, // of all rows, half a GiB
};

typedef struct tac_stimulus_column {
    char name[TAC_STIMULUS_NAME];
    char unit[TAC_UNIT_TEXT]; // "": as the signal has it, or SI
    int at;                   // character of the header line, from 1
    bool wanted;              // false until somebody says so
} tac_stimulus_column;

typedef struct tac_stimulus {
    const char *path;            // the caller's
    tac_stimulus_column *column; // without that of the time              (n_column)
    int n_column, header;        // header: its line
    bool is_si;                  // what has no unit is SI: a recording

    // a table
    FILE *file; // NULL: a recording
    char separator;
    int time_field, line; // field of the time, and of column k: k, or k + 1 behind it
    double time_factor;   // s
    char *text;           // a line                                       (TAC_STIMULUS_LINE)

    tac_log log; // a recording

    // what was read
    int n; // wanted columns
    size_t n_row, capacity;
    double *time;  // s from the first row                                (n_row)
    double *value; // wanted columns, in their order                      (n_row, n)
} tac_stimulus;

// Reads the names of a table or recording; false with a line in diag. What failed to open may be closed as well.
bool tac_stimulus_open(tac_stimulus *s, const char *path, tac_diag *diag);
void tac_stimulus_close(tac_stimulus *s); // a zeroed one is fine

// Reads the rows of the wanted columns; false with a line in diag.
bool tac_stimulus_read(tac_stimulus *s, tac_diag *diag);

double tac_stimulus_length(const tac_stimulus *s); // s

// The wanted values at a time: those of the newest row up to then, or on the line to the next one.
void tac_stimulus_at(const tac_stimulus *s, double time, bool on_lines, double *value);

// For the readers of files: room for one more row, of which time and values are filled in by the caller; NULL with
// a line in diag.
double *tac_stimulus_add(tac_stimulus *s, double time, tac_diag *diag);

#endif
