// Files of the exchange in shared memory: made, found, replaced, removed.
#ifndef TAC_SEGMENT_H
#define TAC_SEGMENT_H

#include "exchange_parts.h"

void tac_state_segment_name(const char *instance, char out[TAC_SEGMENT_NAME]);
void tac_command_segment_name(const char *instance, int place, char out[TAC_SEGMENT_NAME]);
void tac_port_unlink(const char *instance, int place); // also what was not complete yet

// A new file of that size under the name, all its memory taken, mapped for writing; an old one of
// that name disappears first. *file is its descriptor. NULL when the system refuses, errno says why.
void *tac_segment_create(const char *name, size_t size, unsigned mode, int *file);

// Generation of a state segment that is left from a dead process, 0 when there is none. -1 in
// *living: it belongs to a living process, whose number is put there instead.
uint64_t tac_segment_left(const char *name, int32_t *living);

// Puts a fresh command segment at a place. 0 when the system refuses.
int tac_port_renew(tac_exchange *x, int place);
void tac_port_drop(tac_exchange *x, int place); // unmaps, closes and removes it

#endif
