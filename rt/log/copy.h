// New logs of old ones: a part of one, the pieces of a recording as one.
#ifndef TAC_LOG_COPY_H
#define TAC_LOG_COPY_H

#include "reader.h"
#include "system/fail.h"

// A new log with the blocks that hold steps from .. until (until < 0: to the end). whole: it may call
// itself complete. Fails with a line in why.
int tac_log_copy(tac_log *l, int64_t from, int64_t until, int whole, const char *path,
                 tac_failure *why);

// The pieces of one recording (n of them, in any order, which becomes theirs) as one log. It calls itself complete when
// nothing is missing in them, nor between them. Fails with a line in why.
int tac_log_join(tac_log **piece, size_t n, const char *path, tac_failure *why);

// The number of a piece in its recording, and that of the piece it goes on from; 0: it is none, it goes on from none.
int tac_log_piece_number(const tac_log *l);
int tac_log_piece_before(const tac_log *l);

#endif
