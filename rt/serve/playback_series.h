// Whole columns of a motion for charts, and where its misses are: pieces of bounded work, asked for one after another.
#ifndef TAC_SERVE_PLAYBACK_SERIES_H
#define TAC_SERVE_PLAYBACK_SERIES_H

#include "playback_reader.h"

enum { TAC_SERIES_COLUMNS = 16, TAC_SERIES_ROWS = 65536, TAC_SERIES_BINS = 2048 };

typedef struct tac_series_wanted {
    int64_t from, every;                // first row, a multiple of `every`: rows of a bin
    int64_t column[TAC_SERIES_COLUMNS]; // words behind the head of a row: poses, forces, values
    int n;
} tac_series_wanted;

// Time, least and largest value of whole bins from row `from` on, as far as rows are there (the last bin of a motion that
// has ended may be short), of at most TAC_SERIES_ROWS rows and TAC_SERIES_BINS bins; `next` is the row that comes after
// them. NULL: nothing that can be asked, or no memory.
tac_message *tac_playback_series(const tac_playback_reader *p, uint32_t id,
                                 const tac_series_wanted *w);

// The errors of columns, n and column of w: `time` of the instants at which they are known, `values` of each column, what it
// is off there. NULL: nothing is known yet, or nothing that can be asked, or no memory.
tac_message *tac_playback_errors(const tac_playback_reader *p, uint32_t id,
                                 const tac_series_wanted *w);

// How many steps with a miss there are in each of n equal parts of the motion, at most TAC_SERIES_BINS.
tac_message *tac_playback_misses(const tac_playback_reader *p, uint32_t id, int64_t n);

#endif
