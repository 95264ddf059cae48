#include "heap.h"

#include <dlfcn.h>
#include <string.h>

static struct {
    void *(*malloc)(size_t size);
    void *(*calloc)(size_t n, size_t size);
    void *(*realloc)(void *block, size_t size);
    void (*free)(void *block);
} heap;

static void find(void *program, const char *name, void *function)
{
    void *found = dlsym(program, name);
    memcpy(function, &found, sizeof found);
}

// The first call comes while the library is being loaded, before it starts threads.
static void find_heap(void)
{
    if (!heap.free) {
        void *program = dlopen(NULL, RTLD_LAZY);
        find(program, "malloc", &heap.malloc);
        find(program, "calloc", &heap.calloc);
        find(program, "realloc", &heap.realloc);
        find(program, "free", &heap.free);
    }
}

void *malloc(size_t size)
{
    find_heap();
    return heap.malloc(size);
}

void *calloc(size_t n, size_t size)
{
    find_heap();
    return heap.calloc(n, size);
}

void *realloc(void *block, size_t size)
{
    find_heap();
    return heap.realloc(block, size);
}

void free(void *block)
{
    find_heap();
    heap.free(block);
}
