// What the readers of other programs' modal files share: the file as lines, complaints with file and line, and what all of
// them end with: uncoupled modes.
#ifndef TAC_IMPORT_TEXT_H
#define TAC_IMPORT_TEXT_H

#include "modal_import.h"
#include "reader/pool.h"

typedef struct tac_import_result { // what tac_modal_free releases
    tac_modal modal;
    tac_pool pool;
} tac_import_result;

typedef struct tac_import_text {
    tac_diag *diag;
    const char *path;
    tac_pool *pool; // of the result
    char *text, *next;
    size_t size; // of the file
    char *line;  // the one at hand, without its end
    int number;  // of it, from 1
} tac_import_text;

enum { TAC_IMPORT_BYTES = 64 << 20 };
#define TAC_IMPORT_MEMORY ((size_t)4 << 30) // of a pool
#define TAC_IMPORT_TOO_LARGE \
    "the body takes more than %d GiB, which is the bound; export a coarser model or fewer modes"

// A plain file, for reading; a pipe would not be waited for. NULL: errno says why, EINVAL: it is no plain file.
FILE *tac_import_plain(const char *path);

// The whole file; false with a line in diag.
bool tac_import_open(tac_import_text *t, const char *path, tac_pool *pool, tac_diag *diag);
void tac_import_close(tac_import_text *t);

bool tac_import_next(tac_import_text *t); // the next line; false behind the last
// Always false, with file and line at hand.
__attribute__((format(printf, 2, 3))) bool tac_import_refuse(tac_import_text *t, const char *format,
                                                             ...);
bool tac_import_no_memory(tac_import_text *t);

// The next number behind blanks, of Fortran too (1.0D+00); false where there is none.
bool tac_import_number(const char **at, double *x);

double *tac_import_take(tac_import_text *t, size_t n); // zeros of the pool; NULL said

// Uncouples the shapes of m, whose integrals and interfaces are those of the file, for the stiffness K (n x n), which
// is lost, and the damping D (n x n), NULL: none; says what m is native in.
bool tac_import_uncouple(tac_import_text *t, double *K, const double *D, tac_modal *m);

// Which nodes are interfaces: NAME=NODE of the command, else all by their number. For `label` of every node, in the
// order of the file, gets index (n_point) and names.
bool tac_import_choose(tac_import_text *t, const tac_import *i, const int *label, int n, int *index,
                       const char **name, int *n_point);

// Takes the text between `from` and `end` as the name of interface k, which modal files hold: name[k], NULL without
// memory. Returns what is wrong with it beside the names before it, NULL: nothing.
const char *tac_import_name(tac_pool *pool, const char *from, const char *end, const char **name,
                            int k);

// Runs a reader with memory and the mode for text.
tac_modal *tac_import_run(const tac_import *i, tac_diag *diag,
                          bool (*read)(tac_import_text *t, const tac_import *i, tac_modal *m));

#endif
