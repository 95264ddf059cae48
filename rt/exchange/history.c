#include "history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "exchange_parts.h"
#include "io/slot.h"
#include "segment.h"
#include "system/fail.h"
#include "system/ring_memory.h"

enum { LONGEST_PAUSE_NS = 5000000, LOOKS_PER_LAP = 8 };

// ---- sizes ---------------------------------------------------------------------------------------

// Slots for that many seconds of frames, within a number of bytes.
static uint64_t slots(const tac_state_header *h, int seconds, uint64_t most)
{
    uint64_t wanted = (uint64_t)seconds * 1000000000U / (uint64_t)h->period_ns;
    uint64_t possible = most / h->slot_size;
    uint64_t n = wanted < possible ? wanted : possible;
    return n > TAC_HISTORY_LEAST ? n : TAC_HISTORY_LEAST;
}

uint64_t tac_history_size(const tac_state_header *h)
{
    return sizeof(tac_history_header) +
           slots(h, TAC_HISTORY_SECONDS, TAC_HISTORY_MOST) * (uint64_t)h->slot_size;
}

// ---- life ----------------------------------------------------------------------------------------

static int take_memory(tac_history *y, const tac_state_header *h)
{
    y->n_slot = slots(h, TAC_HISTORY_SECONDS, TAC_HISTORY_MOST);
    y->n_ring = slots(h, TAC_HISTORY_ON_THE_WAY, TAC_HISTORY_ON_THE_WAY_MOST);
    y->stride = h->slot_size / TAC_WORD;
    y->words = (TAC_SLOT_HEAD - TAC_WORD + h->state_size) / TAC_WORD;
    int64_t often = h->period_ns * (int64_t)y->n_ring / LOOKS_PER_LAP;
    y->pause_ns = often < LONGEST_PAUSE_NS ? often : LONGEST_PAUSE_NS;
    y->ring = tac_ring_memory(y->n_ring * h->slot_size);
    y->copy = calloc(y->words, sizeof *y->copy);
    return y->ring && y->copy;
}

static tac_history_header fill_header(const tac_history *y, const tac_state_header *h)
{
    return (tac_history_header){.magic = TAC_HISTORY_MAGIC,
                                .byte_order = TAC_BYTE_ORDER_MARK,
                                .major = TAC_LAYOUT_MAJOR,
                                .minor = TAC_LAYOUT_MINOR,
                                .size = h->history_size,
                                .header_size = sizeof(tac_history_header),
                                .n_slot = (uint32_t)y->n_slot,
                                .slot_size = h->slot_size,
                                .slot_offset = sizeof(tac_history_header),
                                .state_size = h->state_size,
                                .hash = h->hash,
                                .generation = h->generation};
}

int tac_history_open(tac_history *y, const tac_state_header *h, tac_diag *diag)
{
    char name[TAC_SEGMENT_NAME];
    tac_new_segment made;
    *y = (tac_history){0};
    if (!take_memory(y, h)) {
        return tac_diag_say_memory(diag, "not enough memory for the history of exchange '%s'",
                                   h->instance);
    }
    tac_history_segment_name(h->instance, name);
    y->segment = tac_segment_create(name, h->history_size, 0644, &made);
    if (!y->segment) {
        return tac_diag_say(diag, "%s: no %llu bytes of shared memory: %s", name,
                            (unsigned long long)h->history_size, strerror(errno));
    }
    close(made.file);
    y->segment_size = h->history_size;
    const tac_history_header head = fill_header(y, h);
    memcpy(y->segment, &head, sizeof head);
    return tac_shared_put(made.fresh, name + 1, diag);
}

void tac_history_unlink(const char *instance)
{
    char name[TAC_SEGMENT_NAME];
    tac_history_segment_name(instance, name);
    (void)shm_unlink(name);
}

void tac_history_close(tac_history *y, const char *instance)
{
    if (y->segment) {
        tac_history_unlink(instance);
        tac_guard_remove(y->segment);
        munmap(y->segment, y->segment_size);
    }
    free((void *)y->ring);
    free(y->copy);
    *y = (tac_history){0};
}

// ---- cycle thread --------------------------------------------------------------------------------

static _Atomic uint64_t *on_the_way(const tac_history *y, uint64_t number)
{
    return y->ring + number % y->n_ring * y->stride;
}

void tac_history_put(tac_history *y, uint64_t number, const uint64_t *frame)
{
    tac_slot_write(on_the_way(y, number), number, frame, y->words);
    // release: with the number comes the frame
    atomic_store_explicit(&y->put, number, memory_order_release);
}

// ---- helper --------------------------------------------------------------------------------------

static void leave_out(tac_history *y, uint64_t n)
{
    uint64_t sum = atomic_load_explicit(&y->segment->left_out, memory_order_relaxed);
    atomic_store_explicit(&y->segment->left_out, sum + n, memory_order_relaxed);
}

void tac_history_follow(tac_history *y)
{
    _Atomic uint64_t *to =
        (_Atomic uint64_t *)(void *)((unsigned char *)y->segment + sizeof(tac_history_header));
    // acquire: with the number come the frames
    uint64_t put = atomic_load_explicit(&y->put, memory_order_acquire);
    if (put - y->taken > y->n_ring) {
        leave_out(y, put - y->taken - y->n_ring);
        y->taken = put - y->n_ring;
    }
    while (y->taken < put) {
        uint64_t number = ++y->taken;
        if (tac_slot_read(on_the_way(y, number), number, y->copy, y->words)) {
            tac_slot_write(to + number % y->n_slot * y->stride, number, y->copy, y->words);
            tac_signal_watch_look(&y->watch, y->copy + (TAC_SLOT_HEAD - TAC_WORD) / TAC_WORD);
        } else {
            leave_out(y, 1);
        }
        // release: a reader that sees the number finds the frame, or that it was left out
        atomic_store_explicit(&y->segment->newest, number, memory_order_release);
    }
}

void *tac_history_helper(void *exchange)
{
    tac_exchange *x = exchange;
    tac_history *y = &x->history;
    const struct timespec pause = {.tv_nsec = (long)y->pause_ns};
    // acquire: what the cycle thread has put before the end was asked for is carried over below
    while (!atomic_load_explicit(&y->quit, memory_order_acquire)) {
        tac_history_follow(y);
        tac_view_follow(&x->view);
        nanosleep(&pause, NULL);
    }
    tac_history_follow(y);
    tac_view_follow(&x->view);
    return NULL;
}

void tac_history_quit(tac_exchange *x)
{
    atomic_store_explicit(&x->history.quit, 1, memory_order_release);
}
