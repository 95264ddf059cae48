// The requests to a running loop as a table: commands, checkpoints and values. docs/control.md is the
// reference.
#ifndef TAC_CONTROL_VERBS_H
#define TAC_CONTROL_VERBS_H

#include "control.h"

extern const tac_control_verbs tac_control_loop_verbs;

#endif
