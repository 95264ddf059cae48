// Momentum of isolated mechanisms.
#ifndef TAC_MOMENTUM_H
#define TAC_MOMENTUM_H

#include "workspace/work.h"

// A phase: isolated mechanisms first .. last - 1 get back the momentum that the step has lost.
void tac_keep_momentum(tac_work *work, int first, int last);

// A phase: the new states of isolated mechanisms first .. last - 1 are turned to where their momentum points.
void tac_turn_momentum(tac_work *work, int first, int last);

#endif
