// Notes of a recording: what its helper thread and people say about it, each a frame of its own between the blocks.
//
// A note changes no physics: replay passes over it. It stands at a step of the log, and at a time.
#ifndef TAC_LOG_NOTE_H
#define TAC_LOG_NOTE_H

#include <stddef.h>
#include <stdint.h>

#include "system/wall_clock.h"

typedef enum tac_log_note_kind {
    TAC_LOG_MARK = 1, // text of a person
    TAC_LOG_GAP, // word: steps, records, errno; text: why. Its step is the first that is there again
    TAC_LOG_TRIGGER,    // text: what asked for the piece
    TAC_LOG_CLOCK,      // word: UTC, uncertainty, TAI - UTC, error (system/wall_clock.h)
    TAC_LOG_CLOCK_STEP, // word: ns by which UTC was set since the anchor before it
    TAC_LOG_N_NOTE
} tac_log_note_kind;

enum { TAC_LOG_NOTE_WORDS = 4, TAC_LOG_NOTE_TEXT = 512 };

// Bytes of a note unpacked: head and text.
enum { TAC_LOG_NOTE_HEAD = 8 * (4 + TAC_LOG_NOTE_WORDS) };
enum { TAC_LOG_NOTE_MOST = TAC_LOG_NOTE_HEAD + TAC_LOG_NOTE_TEXT };

typedef struct tac_log_note_row {
    tac_log_note_kind kind;
    int64_t step;      // of the log: made before it
    int64_t monotonic; // ns
    int64_t word[TAC_LOG_NOTE_WORDS];
    char text[TAC_LOG_NOTE_TEXT]; // ends with a zero; any bytes
} tac_log_note_row;

// To bytes; returns how many. And back: 0 when they are no note.
size_t tac_log_note_put(const tac_log_note_row *n, unsigned char out[TAC_LOG_NOTE_MOST]);
int tac_log_note_get(const unsigned char *bytes, size_t size, tac_log_note_row *n);

tac_log_note_row tac_log_note_anchor(const tac_wall_anchor *a, int64_t step);
tac_wall_anchor tac_log_note_anchor_of(const tac_log_note_row *n);

const char *tac_log_note_name(tac_log_note_kind kind);

#endif
