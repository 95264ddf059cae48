// Where the frames of a recording go: into pieces, one file after the other, or round a ring in memory until
// something asks for it.
//
// A piece is a log of its own: it has the whole header and begins with a checkpoint. Of which recording it is the how
// many-eth, and whether it goes on where the one before it ended, stands in its header.
//
// What cannot be written is lost, counted, and said at once; then it is tried again, twice a second, until it can. A
// file that took no more gets a successor. The next frame that is written begins after a gap, which a note describes.
// One thread; what others may know of it is in `shown`.
#ifndef TAC_LOG_STORE_H
#define TAC_LOG_STORE_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>
#include <time.h>

#include "block.h"
#include "file.h"
#include "monitor/record_state.h"
#include "note.h"
#include "packed_ring.h"
#include "piece_name.h"
#include "rig_file.h"

typedef struct tac_log_shown { // of a recording, for whoever asks
    tac_record_state state;
    char path[TAC_PIECE_PATH]; // of the piece that is written, or was last; "" before the first
} tac_log_shown;

typedef struct tac_piece { // being written
    char path[TAC_PIECE_PATH];
    int number; // in its name; 0: there was none yet
    int64_t steps, cycles, records, began;
    int64_t block;         // number of the newest block in it
    int64_t lost;          // records, within it
    int64_t producer_lost; // by the producer, when it began
    uint64_t chain;
} tac_piece;

typedef struct tac_kept_piece { // one that may be removed
    int number;
    dev_t device;
    ino_t inode; // which a file has that comes after it,
    off_t size;  // so that these tell it from that one
    struct timespec modified;
} tac_kept_piece;

typedef struct tac_came { // a block
    int64_t number;       // from 1 on
    int64_t at;           // ns
} tac_came;

typedef struct tac_log_store {
    tac_record_options how;
    const char *recording; // its name
    const tac_log_shape *shape;
    int numbered;          // its first piece as well
    uint64_t id;           // of the recording
    unsigned char *header; // with room for what differs from piece to piece
    size_t header_size;
    unsigned char *end; // of a piece
    int64_t most_bytes; // of a file, by the limits of the process; 0: any
    tac_log_file file;  // of the piece
    tac_piece piece;
    // of the recording
    tac_record_mode mode;
    tac_came newest; // of all blocks, wherever it is
    int64_t until;   // ns, when what was asked for ends; 0: the ring waits, INT64_MAX: by command
    int follows;     // the next piece goes on where the last one ended
    int needs_piece; // the file takes no more
    int64_t retry;   // ns
    tac_packed_ring ring;
    tac_log_note_row gap; // being lost: step of the first, then as in the note
    int64_t gap_from;
    int is_gap;
    int64_t lost_by_producer, said_lost, said_lost_at; // so far, and said of it
    tac_wall_anchor anchor;
    int64_t next_anchor, next_look;
    tac_kept_piece
        kept[TAC_MOST_PIECES]; // finished ones, a ring            (n_kept from first_kept)
    int first_kept, n_kept;
    _Atomic int synced;   // descriptor that the disk is asked for, -1: none
    _Atomic int parting;  // one that is to be closed by whoever asks the disk, -1: none
    _Atomic int has_sync; // somebody asks the disk
    int ends_on_disk;     // the last piece is there when all has ended,
    int ends_now;         // as it does now
    _Atomic int sync_error;
    int first_error; // of all
    tac_log_shown now;
    pthread_mutex_t lock; // of shown
    tac_log_shown shown;  // as `now` was when it was told
} tac_log_store;

// Takes all memory, and opens the first piece unless it is not wanted yet. raw_size: bytes of the largest block; how:
// NULL for one piece. The recording's name and the shape stay the caller's. Fails with a line in diag.
int tac_log_store_open(tac_log_store *s, const char *recording, const tac_log_header *h,
                       const tac_log_shape *shape, const tac_record_options *how, size_t raw_size,
                       tac_diag *diag);
void tac_log_store_close(tac_log_store *s); // a zeroed one is fine

// A block of steps up to `last`, unpacked in raw, and the state after it.
void tac_log_store_block(tac_log_store *s, const tac_log_block *b, int64_t last,
                         const uint64_t *after, const unsigned char *raw, size_t size);

void tac_log_store_note(tac_log_store *s, const tac_log_note_row *n);

// What is due by time: the clock, the disk, the end of what a trigger asked for. step: of the recording.
void tac_log_store_look(tac_log_store *s, int64_t step);

// A second helper: closes pieces that have ended, with all that is in them on the disk; ask: also asks for the one at
// hand.
void tac_log_store_sync(tac_log_store *s, int ask);

// The end of all.
void tac_log_store_end(tac_log_store *s, int64_t step, const uint64_t *state);

// Any thread.
void tac_log_store_shown(tac_log_store *s, tac_log_shown *out);

// Bytes that the memory of a store takes beside the largest block and its packed copy.
size_t tac_log_store_size(const tac_record_options *how, size_t raw_size);

// ---- for store_ring.c and store_commands.c ---------------------------------------------------------

typedef struct tac_store_source { // of a frame's bytes
    const unsigned char *raw;     // NULL: it is packed
    size_t size;
    const tac_packed *packed;
    int64_t number; // of the block; 0: a note
    int64_t steps, records, cycles;
    const uint64_t *hash; // of step i at hash[i * stride]
    size_t stride;
} tac_store_source;

void tac_store_show(tac_log_store *s); // to other threads
void tac_store_set_mode(tac_log_store *s, tac_record_mode mode);

// The end of the piece at hand, which the disk did not take.
void tac_store_lose_end(tac_log_store *s);

// Records of steps after `first` that are in no piece.
void tac_store_lose(tac_log_store *s, int64_t first, int64_t steps, int64_t records);

int tac_store_open_piece(tac_log_store *s, int64_t step);

// Into the piece at hand, or its successor where that takes no more; 0: into none.
int tac_store_deliver(tac_log_store *s, const tac_log_frame *frame, const tac_store_source *from);

#endif
