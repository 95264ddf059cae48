// Files of the exchange in shared memory: made, found, replaced, removed.
#ifndef TAC_SEGMENT_H
#define TAC_SEGMENT_H

#include "exchange_parts.h"
#include "instance/shared_file.h"

void tac_state_segment_name(const char *instance, char out[TAC_SEGMENT_NAME]);
void tac_history_segment_name(const char *instance, char out[TAC_SEGMENT_NAME]);
void tac_view_segment_name(const char *instance, char out[TAC_SEGMENT_NAME]);
void tac_command_segment_name(const char *instance, int place, char out[TAC_SEGMENT_NAME]);
void tac_port_unlink(const char *instance, int place);

typedef struct tac_new_segment { // not under its name yet
    int file;
    char fresh[TAC_SHARED_NAME];
} tac_new_segment;

// A new file of that size, all its memory taken, mapped for writing; tac_shared_put gives it its name when it is
// complete. NULL when the system refuses, errno says why.
void *tac_segment_create(const char *name, size_t size, unsigned mode, tac_new_segment *made);

// Generation of a state segment of this user that is left from a dead process, 0 when there is none. When it
// belongs to a living process, one that held no claim, *living is its number.
uint64_t tac_segment_left(const char *instance, int32_t *living);

// Puts a fresh command segment at a place. 0 with a line when the system refuses.
int tac_port_renew(tac_exchange *x, int place, tac_diag *diag);
void tac_port_drop(tac_exchange *x, int place); // unmaps, closes and removes it

#endif
