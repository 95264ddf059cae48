// The heap of the program, for the tracing library too: bound to the C library's own functions (stand_ins.h) it would
// free what the C library has taken from an allocator that somebody put in with LD_PRELOAD.
#ifndef TAC_LTTNG_HEAP_H
#define TAC_LTTNG_HEAP_H

#include <stddef.h>

#pragma GCC visibility push(default)
void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *block, size_t size);
void free(void *block);
#pragma GCC visibility pop

#endif
