// Lines of plain files that may be larger than memory, one file after another, with what is said of them and numbers in
// them.
#ifndef TAC_IMPORT_LINES_H
#define TAC_IMPORT_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "diag.h"
#include "reader/pool.h"

enum {
    TAC_LINES_LETTERS = 1 << 16, // of a line, with its end
    TAC_LINES_NUMBER = 100000000 // the largest whole number
};

typedef struct tac_lines {
    tac_diag *diag;
    const tac_pool *scratch,
        *result;      // what is said when there is no memory tells whether they are full
    const char *path; // of the file at hand
    int line;
    bool failed; // a line is said
    FILE *stream;
    char text[TAC_LINES_LETTERS]; // the line at hand, without its end
} tac_lines;

// Always false, with file and line at hand.
__attribute__((format(printf, 2, 3))) bool tac_lines_refuse(tac_lines *in, const char *format, ...);
bool tac_lines_no_memory(tac_lines *in);

// False with a line in diag, of closing also where a line was none or not all could be read.
bool tac_lines_open(tac_lines *in, const char *path);
bool tac_lines_close(tac_lines *in);
bool tac_lines_next(
    tac_lines *in); // false behind the last line, and after one that is too long or binary

// The next number behind blanks and a comma; false where there is none, or no whole one from 1 on.
bool tac_lines_number(const char **at, double *x);
bool tac_lines_whole(const char **at, int *n);

// Makes place for one more of n things of that size in memory of the heap; what they are is said when they are too many.
bool tac_lines_grow(tac_lines *in, void **things, size_t n, size_t *room, size_t size,
                    const char *what);

#endif
