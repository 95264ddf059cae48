// Memory of a ring that one thread writes and a thread on another core reads. What such a ring costs its
// writer is not the copying but the waiting: a line was last read by the other core and has to be fetched
// before it can be written, and its page has to be found. Hence large pages, and lines asked for long before
// they are needed.
#ifndef TAC_RING_MEMORY_H
#define TAC_RING_MEMORY_H

#include <stddef.h>

enum { TAC_CACHE_LINE = 64 };

// Zeroed and touched, in huge pages where the system grants them; NULL without memory. Given back by free.
void *tac_ring_memory(size_t size);

// Fetches lines for writing: they leave the caches of the other cores. A hint that waits for nothing. Every
// processor of the last ten years has the instruction, older ones ignore it; compilers emit it only when asked
// for these.
static inline void tac_fetch_for_writing(const void *from, size_t bytes)
{
    const char *at = from;
    for (size_t i = 0; i < bytes; i += TAC_CACHE_LINE) {
#if defined __x86_64__
        __asm__ volatile("prefetchw %0" : : "m"(at[i]));
#else
        __builtin_prefetch(at + i, 1, 3);
#endif
    }
}

#endif
