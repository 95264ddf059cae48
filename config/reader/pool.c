#include "pool.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES ((size_t)1 << 16) // small models need one or two

struct tac_pool_chunk {
    tac_pool_chunk *older;
    size_t used, size;
    alignas(max_align_t) unsigned char data[];
};

static tac_pool_chunk *new_chunk(tac_pool *p, size_t bytes)
{
    size_t size = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
    if (size > p->limit || p->total > p->limit - size) {
        p->is_full = true;
        return NULL;
    }
    tac_pool_chunk *c = malloc(sizeof *c + size);
    if (!c) {
        return NULL;
    }
    c->used = 0;
    c->size = size;
    c->older = p->newest;
    p->newest = c;
    p->total += size;
    return c;
}

void *tac_pool_take(tac_pool *p, size_t n, size_t size)
{
    if (size != 0 && n > (SIZE_MAX / 2) / size) {
        return NULL;
    }
    size_t align = alignof(max_align_t);
    size_t bytes = (n * size + align - 1) / align * align;
    tac_pool_chunk *c = p->newest;
    if (!c || bytes > c->size - c->used) {
        c = new_chunk(p, bytes);
        if (!c) {
            return NULL;
        }
    }
    void *at = c->data + c->used;
    c->used += bytes;
    return memset(at, 0, bytes);
}

void tac_pool_free(tac_pool *p)
{
    while (p->newest) {
        tac_pool_chunk *older = p->newest->older;
        free(p->newest);
        p->newest = older;
    }
    p->total = 0;
    p->is_full = false;
}
