// What one does with logs without replaying them: walk, check, compare, export.
#ifndef TAC_LOG_TOOLS_H
#define TAC_LOG_TOOLS_H

#include "format/csv.h"
#include "reader.h"

// Walks over all records of a log in their order.
typedef struct tac_log_cursor {
    tac_log *log;
    size_t next_block;   // to load next
    tac_log_block block; // loaded; kind NULL: none
    size_t at;           // next record of it
    size_t row[TAC_LOG_N_KIND];
    int64_t step; // of the log, after the record
    int failed;   // a block could not be unpacked
} tac_log_cursor;

void tac_log_cursor_open(tac_log_cursor *c, tac_log *l);
// Gives the memory back. Returns 0 with a line in diag when a block could not be unpacked.
int tac_log_cursor_end(tac_log_cursor *c, tac_diag *diag);

// The next record of a kind, or of any (TAC_LOG_N_KIND); NULL at the end or when failed. The row stays
// until the next call.
const uint64_t *tac_log_cursor_next(tac_log_cursor *c, tac_log_kind kind);

// Walks over the steps that two logs both hold.
typedef struct tac_log_pair {
    const uint64_t *a, *b; // rows of the step
    int alone;             // steps were met that one log holds alone
} tac_log_pair;

// The next such step, as both cursors say; 0 at the end.
int tac_log_cursor_pair(tac_log_cursor *a, tac_log_cursor *b, tac_log_pair *p);

// Unpacks everything: records, hashes of kept states, the chain. Returns 0 with a line in diag.
int tac_log_check(tac_log *l, uint64_t *chain, tac_diag *diag);

// Where two logs differ first.
typedef struct tac_log_diff {
    int64_t steps;    // held by both and compared
    int differ;       // 1: in a step, 3: only in which steps they hold
    int64_t step;     // the last one compared
    const char *item; // of the header, when they differ there; NULL: they do not
    char signal[160]; // "" when the logs do not hold states
    uint64_t a, b;    // bits of the signal
    int whole;        // an integer, not a double
} tac_log_diff;

int tac_log_compare(tac_log *a, tac_log *b, tac_log_diff *d, tac_diag *diag);

typedef struct tac_log_window { // steps from .. until; until < 0: to the end
    int64_t from, until;
} tac_log_window;

int tac_log_is_inside(const tac_log_window *w, int64_t step);

// One line per cycle.
int tac_log_export_timing(tac_log *l, const tac_log_window *window, tac_csv *out, tac_diag *diag);

#endif
