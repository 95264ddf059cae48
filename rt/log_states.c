#include "log_states.h"

#include <stdlib.h>

#include "log_memory.h"

int tac_log_states_open(tac_log_states *p, size_t size, size_t bytes, uint64_t least, uint64_t most)
{
    size_t whole = (size + TAC_LOG_LINE - 1) / TAC_LOG_LINE * TAC_LOG_LINE;
    whole = whole > 0 ? whole : TAC_LOG_LINE;
    uint64_t n = bytes / whole;
    n = n < least ? least : n > most ? most : n;
    *p = (tac_log_states){.n = n, .size = whole, .buffer = tac_log_memory(n * whole)};
    p->next = p->buffer;
    p->oldest = p->buffer;
    return p->buffer != NULL;
}

void tac_log_states_close(tac_log_states *p)
{
    free(p->buffer);
    p->buffer = NULL;
}

void *tac_log_states_next(tac_log_states *p, int must)
{
    uint64_t room = must ? p->n : p->n - p->n / 4;
    uint64_t put = atomic_load_explicit(&p->put, memory_order_relaxed);
    if (put - p->taken_seen >= room) {
        // acquire: the consumer has read the states before it gave them back
        p->taken_seen = atomic_load_explicit(&p->taken, memory_order_acquire);
        if (put - p->taken_seen >= room) {
            return NULL;
        }
    }
    return p->next;
}

// The buffer behind this one; behind the last comes the first.
static size_t behind(const tac_log_states *p, const unsigned char *at)
{
    size_t next = (size_t)(at - p->buffer) + p->size;
    return next < p->n * p->size ? next : 0;
}

void tac_log_states_put(tac_log_states *p)
{
    uint64_t put = atomic_load_explicit(&p->put, memory_order_relaxed);
    p->next = p->buffer + behind(p, p->next);
    // release: whoever sees the new count sees the state
    atomic_store_explicit(&p->put, put + 1, memory_order_release);
}

const void *tac_log_states_peek(const tac_log_states *p)
{
    uint64_t taken = atomic_load_explicit(&p->taken, memory_order_relaxed);
    return atomic_load_explicit(&p->put, memory_order_acquire) == taken ? NULL : p->oldest;
}

void tac_log_states_take(tac_log_states *p)
{
    uint64_t taken = atomic_load_explicit(&p->taken, memory_order_relaxed);
    p->oldest = p->buffer + behind(p, p->oldest);
    // release: the state has been read
    atomic_store_explicit(&p->taken, taken + 1, memory_order_release);
}
