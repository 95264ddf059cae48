// What commands do, at the top of a cycle.
#ifndef TAC_APPLY_COMMANDS_H
#define TAC_APPLY_COMMANDS_H

#include "executive.h"

// Takes all commands that are there as one batch and applies them in order. Returns flags for the
// cycle's record.
//   cost     at most the queue's size; no allocation, no system call
uint32_t tac_apply_commands(tac_executive *e);

// Back to t = 0: state and inputs.
void tac_rewind(tac_executive *e);

#endif
