// Mappings whose files belong to others: a file that another process cut short raises SIGBUS on access.
// Guarded mappings turn into zeroed private memory instead, once, and the access goes on.
#ifndef TAC_MAPPING_GUARD_H
#define TAC_MAPPING_GUARD_H

#include <stddef.h>

// at a time: four executives with 64 clients each in one process, their tick and monitor, and one segment of each to come
enum { TAC_MAX_GUARDS = 280 };

int tac_guard_add(void *at, size_t size); // 0: the table is full or the handler was refused
void tac_guard_remove(const void *at);
int tac_guard_hit(const void *at); // 1 once that has happened

#endif
