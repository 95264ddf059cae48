// The one way into the safe state, and the one out of it.
//
// Where the rig allows it the cycle thread leaves the safe state by command, for the pause: the state is as
// it was kept, outputs are live again, nothing moves until somebody starts it. The reason is taken away last,
// so that the watchdog, which may order the safe state again at any time, never finds a half of it.
#ifndef TAC_SAFE_STATE_H
#define TAC_SAFE_STATE_H

#include "executive.h"

// Enters the safe state after that many steps; only the first reason counts. Returns 1 to the caller
// that was first. May be called by the cycle thread and by the watchdog.
int tac_safe_state_enter(tac_executive *e, tac_safe_reason reason, int64_t step);

// Cycle thread, between cycles: leaves the safe state for the pause and gives the policy a clean slate.
// Returns 0 when it was ordered because a step hung: there is no telling what its threads do.
int tac_safe_state_leave(tac_executive *e);

// The reason, TAC_SAFE_NONE outside the safe state.
tac_safe_reason tac_safe_state(const tac_executive *e);

// Changes the run state as the monitor shows it. The safe state is left for STOPPED only, but for tac_safe_state_leave.
void tac_set_run_state(tac_executive *e, tac_run_state state);

// Why it was entered, with the numbers and the key of the rig that decide it.
void tac_safe_state_describe(const tac_executive *e, char *text, size_t size);

#endif
