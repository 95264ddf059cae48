#include "watched_heap.h"

#include <malloc.h>
#include <stdlib.h>

#ifndef INSTRUMENTED

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

void *malloc(size_t size)
{
    return heap_allows() ? __libc_malloc(size) : NULL;
}

void *calloc(size_t n, size_t size)
{
    return heap_allows() ? __libc_calloc(n, size) : NULL;
}

void *realloc(void *block, size_t size)
{
    return heap_allows() ? __libc_realloc(block, size) : NULL;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return heap_allows() ? __libc_memalign(alignment, size) : NULL;
}

void *memalign(size_t alignment, size_t size)
{
    return heap_allows() ? __libc_memalign(alignment, size) : NULL;
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    *block = heap_allows() ? __libc_memalign(alignment, size) : NULL;
    return *block ? 0 : 12;
}

void free(void *block)
{
    (void)heap_allows();
    __libc_free(block);
}

#endif
