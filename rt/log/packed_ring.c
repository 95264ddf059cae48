#include "packed_ring.h"

#include <stdlib.h>
#include <string.h>

static size_t rounded(size_t n)
{
    return (n + 7) / 8 * 8;
}

static size_t size_of(size_t stored, size_t n_hash)
{
    return sizeof(tac_packed) + rounded(stored) + 8 * n_hash;
}

int tac_packed_ring_open(tac_packed_ring *r, size_t size)
{
    *r = (tac_packed_ring){.size = rounded(size)};
    r->memory = aligned_alloc(64, (r->size + 64) / 64 * 64);
    if (r->memory) {
        memset(r->memory, 0, r->size);
    }
    return r->memory != NULL;
}

void tac_packed_ring_close(tac_packed_ring *r)
{
    free(r->memory);
    *r = (tac_packed_ring){0};
}

static tac_packed *at(const tac_packed_ring *r, size_t place)
{
    return (tac_packed *)(void *)(r->memory + place);
}

const tac_packed *tac_packed_ring_oldest(const tac_packed_ring *r)
{
    return r->n > 0 ? at(r, r->tail) : NULL;
}

const unsigned char *tac_packed_bytes(const tac_packed *p)
{
    return (const unsigned char *)(p + 1);
}

const uint64_t *tac_packed_hashes(const tac_packed *p)
{
    return (const uint64_t *)(const void *)(tac_packed_bytes(p) + rounded((size_t)p->frame.stored));
}

// Where the memory ends, or is not used behind the last frame that fits, it begins anew.
static size_t wrapped(const tac_packed_ring *r, size_t place)
{
    int ends = r->size - place < sizeof(tac_packed) || at(r, place)->size == 0;
    return ends ? 0 : place;
}

void tac_packed_ring_drop(tac_packed_ring *r)
{
    if (--r->n == 0) {
        r->head = r->tail = 0;
        return;
    }
    r->tail = wrapped(r, r->tail + at(r, r->tail)->size);
}

tac_packed *tac_packed_ring_push(tac_packed_ring *r, size_t stored, size_t n_hash)
{
    size_t size = size_of(stored, n_hash);
    int is_split = r->n > 0 && r->head <= r->tail; // the free memory lies between the two
    size_t room = is_split ? r->tail - r->head : r->size - r->head;
    if (size > room && !is_split && r->n > 0 && size < r->tail) {
        if (r->size - r->head >= sizeof(tac_packed)) {
            at(r, r->head)->size = 0;
        }
        r->head = 0;
        room = r->tail;
    }
    if (size > room) {
        return NULL;
    }
    tac_packed *p = at(r, r->head);
    *p = (tac_packed){.size = size, .n_hash = n_hash};
    p->frame.stored = stored;
    r->head += size;
    r->n++;
    return p;
}
