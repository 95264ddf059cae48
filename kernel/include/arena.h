// Carving one caller-owned block into arrays.
//
// A layout function walks its arrays with tac_take. Run on an empty arena it only counts; run on
// the caller's block it hands out addresses, so that size and layout cannot disagree.
#ifndef TAC_ARENA_H
#define TAC_ARENA_H

#include <stddef.h>
#include <stdint.h>

#define TAC_ALIGN 64 // every array starts on a cache line

typedef struct tac_arena {
    unsigned char *base; // NULL: count only
    size_t used;
} tac_arena;

// n items of the given size, zero-length arrays included; NULL while counting.
static inline void *tac_take(tac_arena *a, size_t n, size_t size)
{
    size_t at = a->used;
    a->used = at + (n * size + TAC_ALIGN - 1) / TAC_ALIGN * TAC_ALIGN;
    return a->base ? a->base + at : NULL;
}

static inline int tac_misaligned(const void *mem)
{
    return ((uintptr_t)mem & (TAC_ALIGN - 1)) != 0;
}

#endif
