// The files of a recording: opened, ended, given up, and removed when there are too many of them. For store.c.
#ifndef TAC_PIECES_H
#define TAC_PIECES_H

#include "store.h"

// Whether there can be pieces at all, before any is wanted. 0 with a line in diag.
int tac_pieces_check(const tac_log_store *s, tac_diag *diag);

// The next piece, its header and the time of day in it. 0: s->file.error says why; no file is left behind.
int tac_pieces_open(tac_log_store *s, int64_t step);
int tac_pieces_is_open(const tac_log_store *s);

// Whether every block that came is in the piece, so that it ends with the state there is now.
int tac_pieces_is_current(const tac_log_store *s);

// The piece at hand gets its end, with the state if that is known and the piece is current. 0: it could not be written; closed it is.
int tac_pieces_end(tac_log_store *s, int64_t step, const uint64_t *state);

// The next one, before the one at hand is ended, which goes on being written when there is no next one: 0.
int tac_pieces_follow(tac_log_store *s, int64_t step, const uint64_t *state);

// The one at hand takes no more.
void tac_pieces_give_up(tac_log_store *s);

// Removes the oldest ones, as many as are asked for; whether the disk is as free as it should be then.
int tac_pieces_keep(tac_log_store *s);

#endif
