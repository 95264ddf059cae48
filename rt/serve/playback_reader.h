// A motion that another process computes (playback/playback.h), read while it grows: what it is, how far it is, and
// frames of any of its rows.
#ifndef TAC_SERVE_PLAYBACK_READER_H
#define TAC_SERVE_PLAYBACK_READER_H

#include "message.h"
#include "playback/playback.h"

typedef struct tac_playback_reader {
    const unsigned char *at;  // read-only
    tac_playback_header head; // copied and checked; what grows is read at `at`
} tac_playback_reader;

// Takes the descriptor over; false: that is no playback.
bool tac_playback_reader_open(tac_playback_reader *p, int descriptor);

tac_playback_value tac_playback_value_of(const tac_playback_reader *p, uint32_t i); // ended texts
int64_t tac_playback_rows(const tac_playback_reader *p);                            // so far

const double *tac_playback_row(const tac_playback_reader *p, int64_t row); // (row_words)
bool tac_playback_has_ended(const tac_playback_reader *p);                 // no row comes any more
int64_t tac_playback_miss(const tac_playback_reader *p, int64_t i); // its step; -1: there is none

// How far the motion is from the truth; false: not known yet.
typedef struct tac_playback_error_about {
    char text[512]; // what is known of it
    bool in_doubt;
    uint32_t n; // rows of the run with half the step
    double by;  // times the difference to them is the error; 0: there are none
} tac_playback_error_about;

bool tac_playback_error(const tac_playback_reader *p, tac_playback_error_about *out);
const double *tac_playback_half_row(const tac_playback_reader *p,
                                    uint32_t k); // beside row k * error_every

// Messages of the source with this number; NULL without memory.
tac_message *tac_playback_about(const tac_playback_reader *p, uint32_t id);
tac_message *tac_playback_status(const tac_playback_reader *p, uint32_t id);

// A frame of row `to`, or the nearest that is there, with the least and largest values from row `from` on, of at most
// 4096 rows. NULL: there is no row yet, or no memory.
tac_message *tac_playback_frame(const tac_playback_reader *p, uint32_t id, int64_t from,
                                int64_t to);

// The first row at or after a step, else the last; -1: there is none.
int64_t tac_playback_find(const tac_playback_reader *p, int64_t step);
// The row of the first miss after a step; -1: there is none.
int64_t tac_playback_miss_after(const tac_playback_reader *p, int64_t step);

#endif
