// The one way into the safe state.
#ifndef TAC_SAFE_STATE_H
#define TAC_SAFE_STATE_H

#include "executive.h"

// Enters the safe state after that many steps; only the first reason counts. Returns 1 to the caller
// that was first. May be called by the cycle thread and by the watchdog.
int tac_safe_state_enter(tac_executive *e, tac_safe_reason reason, int64_t step);

// The reason, TAC_SAFE_NONE outside the safe state.
tac_safe_reason tac_safe_state(const tac_executive *e);

// Changes the run state as the monitor shows it. The safe state is left for STOPPED only.
void tac_set_run_state(tac_executive *e, tac_run_state state);

#endif
