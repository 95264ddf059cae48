// What a recording holds round a ring in memory, until a trigger asks for it.
#ifndef TAC_LOG_STORE_RING_H
#define TAC_LOG_STORE_RING_H

#include "store.h"

int tac_log_store_is_asked_for(const tac_log_store *s); // a piece is written for a trigger

// What was not written for a trigger goes round: a frame more, those that are too old away, all of it into the piece
// as far as it can be written, and the end of what was asked for.
void tac_store_into_ring(tac_log_store *s, tac_log_frame frame, const tac_store_source *from);
void tac_store_forget_old(tac_log_store *s, int64_t now);
void tac_store_flush(tac_log_store *s);
void tac_store_end_asked(tac_log_store *s, int64_t step, const uint64_t *state);
void tac_store_lose_ring(tac_log_store *s); // all that is in it

#endif
