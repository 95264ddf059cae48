// What others do to a running instance, noticed from outside the loop within a second: priority and cores taken from
// its threads, its files removed or cut short. All of it is said on standard error, counted in the monitor, and
// recorded; files are made anew, so that it can be found and attached to again.
#ifndef TAC_LOOKOUT_H
#define TAC_LOOKOUT_H

#include "run_threads.h"

typedef struct tac_lookout tac_lookout;

// Before the loop begins. NULL: not enough memory, nothing is noticed.
tac_lookout *tac_lookout_open(tac_run_threads *c);
void tac_lookout_close(tac_lookout *l); // NULL is fine

// One look; returns at once when the last one was less than half a second ago. before: what is printed in front of a
// line, where a status line stands.
void tac_lookout_look(tac_lookout *l, int64_t now, const char *before);

#endif
