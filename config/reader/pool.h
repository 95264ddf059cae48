// Memory of a model file: many small pieces that live and die together.
//
// Pieces are carved from chunks and never returned one by one, so that no error path can leak.
#ifndef TAC_POOL_H
#define TAC_POOL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tac_pool_chunk tac_pool_chunk;

typedef struct tac_pool {
    tac_pool_chunk *newest; // chunks, newest first
    size_t total;           // bytes asked from the heap
    size_t limit;           // bytes the pool may ask for
    bool is_full;           // it was asked for more than that
} tac_pool;

// n zeroed items of the given size, aligned for any type; NULL when heap or limit are used up.
void *tac_pool_take(tac_pool *p, size_t n, size_t size);
void tac_pool_free(tac_pool *p);

#endif
