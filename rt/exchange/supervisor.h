// The supervisor: who may command, and who no longer exists. Never the cycle thread.
//
// A client holds an exclusive lock (flock) on its segment as long as it lives; the kernel takes it
// away with the process. Number and start time of the process say the same for a client whose lock
// lives on in a child. Either is enough to free the place.
#ifndef TAC_SUPERVISOR_H
#define TAC_SUPERVISOR_H

#include "exchange.h"

enum { TAC_SUPERVISOR_MS = 20 }; // a dead client's place is free again after two of these

// One look at all places; called by one thread only.
void tac_exchange_supervise(tac_exchange *x);

// Thread body: looks until told to quit.
void *tac_exchange_supervisor(void *exchange);
void tac_exchange_quit(tac_exchange *x);

#endif
