// A ring between the cycle thread and the log's helper thread: slots of one size, one producer, one
// consumer, each on cache lines of its own. A recording has two, for records and for states.
//
// What recording costs is not the copying but the waiting for memory: a slot was last read by the
// other core, so that every line of it has to be fetched before it can be written. Hence `ready`: it
// asks for the lines of the next slots long before they are filled, and they arrive while the thread
// waits or the step is computed. Hence also huge pages, so that a slot costs no walk through the page
// tables.
#ifndef TAC_LOG_RING_H
#define TAC_LOG_RING_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "block.h"

typedef struct tac_log_slot {
    uint32_t kind;                // tac_log_kind
    uint32_t gap;                 // records were dropped before this one
    _Alignas(16) uint64_t word[]; // for vectors
} tac_log_slot;

typedef struct tac_log_ring {
    _Alignas(64) _Atomic uint64_t head; // records put; written by the producer
    uint64_t tail_seen;                 // producer: tail when last looked at
    uint32_t gap;                       // producer: records were dropped since the last one put
    _Alignas(64) _Atomic uint64_t tail; // records taken; written by the consumer
    _Alignas(64) _Atomic int64_t lost;  // written by the producer
    _Atomic int broken;                 // an event was dropped: nothing later can be replayed
    uint64_t n;                         // slots, a power of two
    size_t slot_size;                   // bytes, a multiple of 64
    unsigned char *slot;                // (n, slot_size)
} tac_log_ring;

// Bytes of a ring with slots of so many words that should take at most so many bytes; it has 64 slots at least.
size_t tac_log_ring_size(size_t words, size_t bytes);

// Takes the memory and touches it; 0 without memory.
int tac_log_ring_open(tac_log_ring *r, size_t words, size_t bytes);
void tac_log_ring_close(tac_log_ring *r);

// Producer: fetches the slots of the next records, the first of which has n words; a hint that
// waits for nothing.
void tac_log_ring_ready(tac_log_ring *r, size_t words);

// Producer: whether there is a free slot; without a look at it.
int tac_log_ring_has_room(tac_log_ring *r, tac_log_kind kind);

// Producer: the next free slot, NULL when there is none; it becomes visible with put.
tac_log_slot *tac_log_ring_next(tac_log_ring *r, tac_log_kind kind);
void tac_log_ring_put(tac_log_ring *r);
void tac_log_ring_drop(tac_log_ring *r, tac_log_kind kind); // counts one that found no slot

// Consumer: the oldest record, NULL when there is none; it is given back with take.
const tac_log_slot *tac_log_ring_peek(const tac_log_ring *r);
void tac_log_ring_release(tac_log_ring *r);

#endif
