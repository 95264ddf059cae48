// The segment that an executive made for a process, as that process finds it.
#ifndef TAC_APART_SEGMENT_H
#define TAC_APART_SEGMENT_H

#include <stdbool.h>

#include "apart_layout.h"
#include "apart_server.h"
#include "diag.h"

// Whether the executive that made it lives: it holds a lock, which whoever may open the segment sees, of whatever user.
bool tac_apart_runs(int file);

// The same of what lies under a name in /dev/shm now.
bool tac_apart_runs_under(const char *name);

// Opens it, locked by this process, if it is of whom it should be and its executive lives. *file is open then, and may be
// in all other cases: -1, or the caller's to close. *segment is mapped and guarded, or stays.
tac_apart_meeting tac_apart_open_segment(const char *name, int *file, tac_apart_segment **segment,
                                         tac_diag *diag);

#endif
