#include "log_memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((size_t)2 << 20)

void *tac_log_memory(size_t bytes)
{
    size_t all = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void *memory = aligned_alloc(HUGE_PAGE, all);
    if (memory) {
        (void)madvise(memory, all, MADV_HUGEPAGE); // refused: small pages, some 50 ns more per step
        memset(memory, 0, all);
    }
    return memory;
}
