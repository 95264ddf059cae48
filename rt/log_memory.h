// Memory that the cycle thread fills and the log's helper thread reads: huge pages, touched before time
// starts, and lines asked for before they are written.
//
// What recording costs is not the writing but the waiting for memory: a line was last read by the
// other core, or a second ago, and has to be fetched before it can be written. It arrives while the
// thread waits or computes, when it is asked for early. Huge pages, so that a record costs no walk
// through the page tables.
#ifndef TAC_LOG_MEMORY_H
#define TAC_LOG_MEMORY_H

#include <emmintrin.h>
#include <stddef.h>

#define TAC_LOG_LINE ((size_t)64)

// Zeroed; NULL without memory; to be freed.
void *tac_log_memory(size_t bytes);

// For writing: the lines leave the caches of the other core. Every processor of the last ten years
// has the instruction, older ones ignore it; compilers emit it only when asked for these.
static inline void tac_log_fetch(const void *from, size_t bytes)
{
    const char *at = from;
    for (size_t i = 0; i < bytes; i += TAC_LOG_LINE) {
#if defined __x86_64__
        __asm__ volatile("prefetchw %0" : : "m"(at[i]));
#else
        __builtin_prefetch(at + i, 1, 3);
#endif
    }
}

// Copies whole lines past the caches, which keep what the next step needs. `to` is aligned to a line.
static inline void tac_log_copy_past(void *to, const void *from, size_t bytes)
{
    const __m128i *source = from;
    __m128i *at = to;
    for (size_t i = 0; i < bytes; i += sizeof *at) {
        _mm_stream_si128(at++, _mm_loadu_si128(source++));
    }
    _mm_sfence(); // whoever is told of the copy finds it
}

#endif
