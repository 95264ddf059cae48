#include "ring.h"

#include <stdlib.h>

#include "system/ring_memory.h"

#define MIN_SLOTS 64
#define MAX_SLOTS 16384

static size_t slot_size(size_t words)
{
    return (sizeof(tac_log_slot) + 8 * words + TAC_CACHE_LINE - 1) / TAC_CACHE_LINE *
           TAC_CACHE_LINE;
}

size_t tac_log_ring_size(size_t words, size_t bytes)
{
    size_t size = slot_size(words), n = MIN_SLOTS;
    while (n < MAX_SLOTS && 2 * n * size <= bytes) {
        n *= 2;
    }
    return n * size;
}

int tac_log_ring_open(tac_log_ring *r, size_t words, size_t bytes)
{
    size_t size = slot_size(words);
    uint64_t n = tac_log_ring_size(words, bytes) / size;
    *r = (tac_log_ring){.n = n, .slot_size = size, .slot = tac_ring_memory(n * size)};
    return r->slot != NULL;
}

void tac_log_ring_close(tac_log_ring *r)
{
    free(r->slot);
    r->slot = NULL;
}

static tac_log_slot *slot(const tac_log_ring *r, uint64_t index)
{
    return (tac_log_slot *)(void *)(r->slot + (index & (r->n - 1)) * r->slot_size);
}

void tac_log_ring_ready(tac_log_ring *r, size_t words)
{
    uint64_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
    tac_fetch_for_writing(&r->head, sizeof r->head); // the consumer looks at it
    tac_fetch_for_writing(slot(r, head), sizeof(tac_log_slot) + 8 * words);
    tac_fetch_for_writing(slot(r, head + 1), sizeof(tac_log_slot) + 8 * TAC_LOG_CYCLE_WORDS);
}

int tac_log_ring_has_room(tac_log_ring *r, tac_log_kind kind)
{
    int is_event = kind == TAC_LOG_EVENT || kind == TAC_LOG_RESTORE;
    uint64_t room = is_event ? r->n : r->n - r->n / 4;
    uint64_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
    if (head - r->tail_seen >= room) {
        // acquire: the consumer has read the slots before it gave them back
        r->tail_seen = atomic_load_explicit(&r->tail, memory_order_acquire);
    }
    return head - r->tail_seen < room;
}

tac_log_slot *tac_log_ring_next(tac_log_ring *r, tac_log_kind kind)
{
    if (!tac_log_ring_has_room(r, kind)) {
        return NULL;
    }
    tac_log_slot *s = slot(r, atomic_load_explicit(&r->head, memory_order_relaxed));
    s->kind = kind;
    s->gap = r->gap;
    return s;
}

void tac_log_ring_put(tac_log_ring *r)
{
    uint64_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
    r->gap = 0;
    // release: the consumer that sees the new head sees the slot's content
    atomic_store_explicit(&r->head, head + 1, memory_order_release);
}

void tac_log_ring_drop(tac_log_ring *r, tac_log_kind kind)
{
    int64_t lost = atomic_load_explicit(&r->lost, memory_order_relaxed);
    r->gap = 1;
    if (kind == TAC_LOG_EVENT || kind == TAC_LOG_RESTORE) {
        atomic_store_explicit(&r->broken, 1, memory_order_relaxed);
    }
    atomic_store_explicit(&r->lost, lost + 1, memory_order_relaxed);
}

const tac_log_slot *tac_log_ring_peek(const tac_log_ring *r)
{
    uint64_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
    return atomic_load_explicit(&r->head, memory_order_acquire) == tail ? NULL : slot(r, tail);
}

void tac_log_ring_release(tac_log_ring *r)
{
    uint64_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
    // release: the slot has been read
    atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
}
