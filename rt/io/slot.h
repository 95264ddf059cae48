// A sequenced slot: one word that says which frame the others belong to.
//
// Frame n (n = 1, 2, ...) of a ring of N slots lies in slot n mod N. Its sequence number is 2 n - 1
// while it is written and 2 n once it is complete. One writer, any number of readers; none of them waits.
// A reader that finds another number, before or after copying, has no frame. With four slots a
// reader has the time of three frames to copy one, and what a writer left unfinished when it died
// or was stopped hides nothing: the frame before is still there.
//
// Each store of the payload is a release, each load an acquire, instead of one fence for all: the
// same instructions on x86-64, and a thread sanitizer can follow it. tests/rt/io/exchange.pml is the
// model of this protocol.
#ifndef TAC_SLOT_H
#define TAC_SLOT_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

// Writes frame `number`, n words. Bounded; only the one writer of the ring may call it.
static inline void tac_slot_write(_Atomic uint64_t *slot, uint64_t number, const uint64_t *word,
                                  size_t n)
{
    // relaxed: the payload stores carry it, a reader that sees one of them sees this number too
    atomic_store_explicit(&slot[0], 2 * number - 1, memory_order_relaxed);
    for (size_t i = 0; i < n; i++) {
        // release: not before the odd number
        atomic_store_explicit(&slot[1 + i], word[i], memory_order_release);
    }
    // release: a reader that sees the even number sees the whole payload
    atomic_store_explicit(&slot[0], 2 * number, memory_order_release);
}

// Copies frame `number`; 0 when the slot does not hold it or was written meanwhile. One attempt.
static inline int tac_slot_read(const _Atomic uint64_t *slot, uint64_t number, uint64_t *word,
                                size_t n)
{
    // acquire: with the even number comes the payload
    if (atomic_load_explicit(&slot[0], memory_order_acquire) != 2 * number) {
        return 0;
    }
    for (size_t i = 0; i < n; i++) {
        // acquire: a word of a later frame brings the odd number with it, for the look below
        word[i] = atomic_load_explicit(&slot[1 + i], memory_order_acquire);
    }
    // relaxed: the loads above keep it behind them
    return atomic_load_explicit(&slot[0], memory_order_relaxed) == 2 * number;
}

#endif
