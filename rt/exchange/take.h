// The exchange: what comes in. All of this runs in the cycle thread, at the top of a cycle.
#ifndef TAC_EXCHANGE_TAKE_H
#define TAC_EXCHANGE_TAKE_H

#include <stdbool.h>

#include "exchange.h"

typedef struct tac_exchange_moment {
    int64_t step;   // steps done so far; 0 again after a reset
    int64_t now;    // ns, wall time of this cycle, by a clock that is never set
    bool is_paused; // no steps are made but those that were ordered
    bool is_safe;
} tac_exchange_moment;

// Takes the commands of all clients as one batch: checked, limited, in effect afterwards. Signals
// whose client was not heard of for longer than their time-to-live go to their fallback.
//
// Wall time is what a client and the machine behind it live in: silence and rates are measured on it, so that
// neither a burst of cycles after a stall nor the stall itself makes a client stale or a signal faster. Silence while no
// cycle looked counts up to half a time-to-live, since nobody could be heard. In a pause and in the safe state both
// stand; in the safe state nothing that clients send is looked at but that they live.
//   cost     at most one frame and TAC_CLIENT_EVENTS events per client, and one pass over all values
void tac_exchange_take(tac_exchange *x, const tac_exchange_moment *m);

// Whether a client has the command signal, and a value for all that nobody has: clamped, at the signal's rate, in
// effect until a client commands something else, or of a signal that expires until its time-to-live is over. By the
// cycle thread as well, between taking and taking.
int tac_exchange_is_taken(const tac_exchange *x, int signal);
void tac_exchange_write(tac_exchange *x, int signal, double value);

// The next event after *number that is still kept, oldest first; advances *number and returns 1, or
// 0 when there is none. The words are those of the layout's log: kind and client, signal and code, the
// bits of a value.
int tac_exchange_next_event(const tac_exchange *x, uint64_t *number, uint64_t word[3]);

// For the files of the exchange: a line of the log that clients read.
void tac_exchange_log(tac_exchange *x, tac_event_kind kind, int place, int signal, int code,
                      double value);

#endif
