// What is written down after a cycle was published, and when the next one begins.
#ifndef TAC_ACCOUNT_CYCLE_H
#define TAC_ACCOUNT_CYCLE_H

#include "executive.h"

// What happened, for the recording if there is one.
void tac_note(const tac_executive *e, tac_log_event_code code, uint64_t what, double value);

// A fault on purpose that is put on, or over.
void tac_note_fault(const tac_executive *e, const tac_fault_order *o, tac_log_event_code code);

// The safe state and its reason, once for each time it is entered, by whichever thread.
void tac_record_safe(tac_executive *e);

// After publishing: asks the policy what to do next, names a miss, writes record, counters and
// traces, and returns the release of the next cycle.
int64_t tac_account(tac_executive *e, tac_cycle *c);

#endif
