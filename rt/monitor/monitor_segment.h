// The life of a monitor segment: created, found stale, attached, removed.
//
// Creation is exclusive. Between making the file and writing the magic number the creator holds a
// lock on it (flock), which ends with the process; so a process that finds an unfinished segment knows
// whether its maker still works on it. A finished one belongs to a process known by its number and
// start time, because numbers are used again.
#ifndef TAC_MONITOR_SEGMENT_H
#define TAC_MONITOR_SEGMENT_H

#include "diag.h"
#include "monitor.h"

// Creates the segment "/tactus.NAME" (an old one of a dead process is replaced, one of a living
// process refused) or maps it read-only. NULL and a line in diag on failure.
tac_monitor *tac_monitor_create(const char *name, int64_t period_ns, tac_diag *diag);
const tac_monitor *tac_monitor_attach(const char *name, tac_diag *diag);

// Unmaps; with remove the segment's name disappears too, which only its owner can do.
void tac_monitor_close(const tac_monitor *m, int remove);

// 1 while the process that created the segment lives.
int tac_monitor_owner_lives(const tac_monitor *m);

#endif
