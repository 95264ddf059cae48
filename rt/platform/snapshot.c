#include "snapshot.h"

#include <string.h>

#include "io/slot.h"

enum { ATTEMPTS = 100 }; // each fails only when three snapshots came while one was copied

void tac_snapshot_show(tac_snapshot_ring *r, const tac_snapshot *p)
{
    uint64_t word[TAC_SNAPSHOT_WORDS];
    // relaxed: no other thread writes it
    uint64_t number = atomic_load_explicit(&r->newest, memory_order_relaxed) + 1;
    memcpy(word, p, sizeof word);
    tac_slot_write(r->slot[number % TAC_SNAPSHOT_SLOTS], number, word, TAC_SNAPSHOT_WORDS);
    // release: with the number comes the complete slot
    atomic_store_explicit(&r->newest, number, memory_order_release);
}

int tac_snapshot_look(const tac_snapshot_ring *r, tac_snapshot *p)
{
    uint64_t word[TAC_SNAPSHOT_WORDS];
    for (int i = 0; i < ATTEMPTS; i++) {
        // acquire: the slot of that number is complete
        uint64_t number = atomic_load_explicit(&r->newest, memory_order_acquire);
        if (number == 0) {
            return 0;
        }
        if (tac_slot_read(r->slot[number % TAC_SNAPSHOT_SLOTS], number, word, TAC_SNAPSHOT_WORDS)) {
            memcpy(p, word, sizeof word);
            return 1;
        }
    }
    return 0;
}
