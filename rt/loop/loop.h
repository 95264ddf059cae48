// The loop: one cycle after another.
#ifndef TAC_LOOP_H
#define TAC_LOOP_H

#include "executive.h"

// The body of the cycle thread: start phase, then cycles until told to stop; returns NULL. The
// workers 1 ... workers - 1 serve the team meanwhile.
void *tac_executive_cycle(void *executive);

#endif
