// The history: every frame of the last seconds, for readers that get no processor for a while.
//
// The cycle thread writes each frame into a private ring, which is its only cost; a helper carries them
// into a segment of their own, so that no page of that segment and nothing done to its file concerns the cycle
// thread. Both rings have the protocol of io/slot.h: neither thread waits for the other, and a frame that the
// cycle thread has overwritten before the helper came is left out and counted.
#ifndef TAC_EXCHANGE_HISTORY_H
#define TAC_EXCHANGE_HISTORY_H

#include "exchange.h"
#include "signal_watch.h"

enum {
    TAC_HISTORY_SECONDS = 10,    // readers get seven eighths of them: 8 s at least
    TAC_HISTORY_MOST = 16 << 20, // bytes of shared memory for frames, so that fast rigs keep less
    TAC_HISTORY_ON_THE_WAY = 2,  // s
    TAC_HISTORY_ON_THE_WAY_MOST = 4 << 20, // private bytes
    TAC_HISTORY_LEAST = 16,                // frames, whatever their size and period
};

typedef struct tac_history {
    tac_history_header *segment;
    size_t segment_size;
    uint64_t n_slot;
    size_t stride; // words from slot to slot, in both rings
    size_t words;  // of a frame
    // private ring
    _Atomic uint64_t *ring; // (n_ring, stride)
    uint64_t n_ring;
    _Alignas(64) _Atomic uint64_t put; // frames written there; by the cycle thread
    // helper
    _Alignas(64) uint64_t taken; // newest frame that was looked at
    uint64_t *copy;              // (words)
    tac_signal_watch watch;
    int64_t pause_ns;
    _Atomic int quit;
} tac_history;

// Bytes of the segment for an exchange with that header, whose frames are complete in it.
uint64_t tac_history_size(const tac_state_header *h);

// Takes all memory and creates the segment; the header says how large. 0 and a line in diag.
int tac_history_open(tac_history *y, const tac_state_header *h, tac_diag *diag);
void tac_history_unlink(const char *instance);
void tac_history_close(tac_history *y, const char *instance); // fine when it was not opened

// Cycle thread: one frame of `words` words behind its sequence number. Bounded, no system call.
void tac_history_put(tac_history *y, uint64_t number, const uint64_t *frame);

// Carries over what is new; one thread only.
void tac_history_follow(tac_history *y);

// Thread body: follows until told to quit, and once more then.
void *tac_history_helper(void *exchange);
void tac_history_quit(tac_exchange *x);

#endif
