// Libraries that end the program, or never come back, where they get no memory: they are called while there is room.
#ifndef TAC_MEMORY_ROOM_H
#define TAC_MEMORY_ROOM_H

#include <stdbool.h>
#include <stddef.h>

// Whether the process may have so much more address space, in one piece. Two system calls; nothing is touched or kept.
bool tac_memory_has_room(size_t bytes);

#endif
