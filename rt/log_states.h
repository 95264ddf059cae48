// The states of a recording: the second ring between the cycle thread and the log's helper thread,
// beside that of records (log_ring.h).
//
// States are by far the largest part of what is recorded, and the one part that need not be copied at
// once: a state stands until the step after the next. Hence a ring of their own, into which a state
// may come later than its record; the consumer waits with the record until it is there. Which state
// belongs to which record needs no word: both sides go round in the same order.
#ifndef TAC_LOG_STATES_H
#define TAC_LOG_STATES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tac_log_states {
    _Alignas(64) _Atomic uint64_t put;   // states handed over; written by the producer
    uint64_t taken_seen;                 // producer: taken when last looked at
    unsigned char *next;                 // producer: buffer of the next state
    _Alignas(64) _Atomic uint64_t taken; // states given back; written by the consumer
    const unsigned char *oldest;         // consumer: buffer of the oldest state
    _Alignas(64) uint64_t n;             // buffers
    size_t size;                         // bytes of one, a multiple of 64
    unsigned char *buffer;               // (n, size)
} tac_log_states;

// Takes the memory, zeroed and touched, for as many states as there is room for in so many bytes, but
// at least and at most so many; 0 without memory.
int tac_log_states_open(tac_log_states *p, size_t size, size_t bytes, uint64_t least,
                        uint64_t most);
void tac_log_states_close(tac_log_states *p);

// Producer: the next free buffer, the same until it is put; NULL when there is none. The last
// quarter of them is for states that must not get lost.
void *tac_log_states_next(tac_log_states *p, int must);
void tac_log_states_put(tac_log_states *p);

// Consumer: the oldest state, NULL when there is none; it is given back with take.
const void *tac_log_states_peek(const tac_log_states *p);
void tac_log_states_take(tac_log_states *p);

#endif
