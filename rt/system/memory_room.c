#include "memory_room.h"

#include <sys/mman.h>

bool tac_memory_has_room(size_t bytes)
{
    void *probe = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return probe != MAP_FAILED && munmap(probe, bytes) == 0;
}
