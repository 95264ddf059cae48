// The life of a monitor segment: created, attached, removed.
//
// Who creates it holds the claim of the instance (instance/claim.h), so whatever lies under the name is left from
// a dead process or was put there by others, and is replaced. The segment gets its name complete.
#ifndef TAC_MONITOR_SEGMENT_H
#define TAC_MONITOR_SEGMENT_H

#include <stdbool.h>

#include "diag.h"
#include "io/tactus_io.h"
#include "monitor.h"

// A monitor in memory of this process alone, all of it touched; given back by free. NULL: no memory, or no period.
tac_monitor *tac_monitor_new(const char *instance, const char *model, int64_t period_ns);

// Creates the segment "/tactus.NAME.monitor", guarded against whoever cuts it short, or maps that of a trusted user
// (io/segment_file.h) read-only. NULL and a line in diag on failure. model: path of its file, for lists.
tac_monitor *tac_monitor_create(const char *instance, const char *model, int64_t period_ns,
                                tac_diag *diag);
const tac_monitor *tac_monitor_attach(const char *instance, tac_diag *diag);

// Unmaps; of whoever has created the segment of that instance, its name disappears too.
void tac_monitor_close(const tac_monitor *m);
void tac_monitor_remove(tac_monitor *shown, const char *instance);

// 1 while the process that created the segment lives, in whatever process namespace.
int tac_monitor_owner_lives(const tac_monitor *m);

// How it is with the instance, as io/tactus_io.h says: also of one that shares no signals.
void tac_monitor_health(const tac_monitor *m, tac_io_health *out);

// The same by name. False with a line where there is no monitor.
bool tac_monitor_look(const char *instance, tac_io_health *out, tac_diag *diag);

#endif
