// The watchdog: a thread outside the loop that notices a step which does not end.
//
// It enters the safe state by the same function as everyone else. If the step comes back after all,
// it is not committed. If it never does, the cycle thread is lost, but the process is not: monitor,
// control and signals live in other threads. Because a thread that spins for ever with SCHED_FIFO can
// starve its core, the threads of the team go back to ordinary scheduling.
#ifndef TAC_WATCHDOG_H
#define TAC_WATCHDOG_H

#include "executive.h"

typedef struct tac_watchdog {
    tac_executive *executive;
    const tac_thread *team; // cycle thread and workers                     (n_team)
    int n_team;
    int barked;
    _Atomic int quit;
} tac_watchdog;

// Thread function, argument tac_watchdog; ends soon after quit was set.
void *tac_watchdog_run(void *watchdog);

// One look at the given time; returns 1 when it found a hung step now.
int tac_watchdog_look(tac_watchdog *w, int64_t now);

#endif
