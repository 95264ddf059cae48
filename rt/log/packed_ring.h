// Packed frames in memory, the oldest first: what a recording holds before somebody asks for it.
//
// All memory is taken before; a frame that finds no room makes the oldest ones leave. One thread.
#ifndef TAC_PACKED_RING_H
#define TAC_PACKED_RING_H

#include <stddef.h>
#include <stdint.h>

#include "format.h"

typedef struct tac_packed { // one frame, followed by its stored bytes and the hashes of its steps
    size_t size;            // of all that, a multiple of 8; 0: the rest of the memory is not used
    tac_log_frame frame;
    int64_t number;          // of the block, 0: a note
    int64_t ended;           // ns, when its last record came
    int64_t records, cycles; // of a block
    uint64_t n_hash;
} tac_packed;

typedef struct tac_packed_ring {
    unsigned char *memory;
    size_t size;       // bytes
    size_t head, tail; // where the next one goes, where the oldest is
    size_t n;          // frames
    // steps and records that were not kept since the newest, because nobody asked for them
    int64_t skipped_steps, skipped_records;
} tac_packed_ring;

int tac_packed_ring_open(tac_packed_ring *r, size_t size); // touches it; 0 without memory
void tac_packed_ring_close(tac_packed_ring *r);

// The oldest, NULL: none. Its stored bytes and hashes. Drop gives its memory back.
const tac_packed *tac_packed_ring_oldest(const tac_packed_ring *r);
const unsigned char *tac_packed_bytes(const tac_packed *p);
const uint64_t *tac_packed_hashes(const tac_packed *p);
void tac_packed_ring_drop(tac_packed_ring *r);

// Room for a frame with so many stored bytes and hashes behind all others, NULL: there is none; the caller fills it.
tac_packed *tac_packed_ring_push(tac_packed_ring *r, size_t stored, size_t n_hash);

#endif
