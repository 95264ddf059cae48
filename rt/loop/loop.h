// The parts of a cycle that the loop names: what commands do, and what is written down afterwards.
// For the executive's own files.
#ifndef TAC_LOOP_H
#define TAC_LOOP_H

#include "executive.h"

// Takes all commands that are there as one batch and applies them in order. Returns flags for the
// cycle's record.
//   cost     at most the queue's size; no allocation, no system call
uint32_t tac_apply_commands(tac_executive *e);

// Back to t = 0: state and inputs.
void tac_rewind(tac_executive *e);

// What happened, for the recording if there is one.
void tac_note(const tac_executive *e, tac_log_event_code code, uint64_t what, double value);

// After publishing: asks the policy what to do next, names a miss, writes record, counters and
// traces, and returns the release of the next cycle.
int64_t tac_account(tac_executive *e, tac_cycle *c);

#endif
