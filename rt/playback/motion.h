// The motion of a model or a recording, computed into a playback: first what can be wrong is found, then another
// process may solve while this one does something else.
#ifndef TAC_MOTION_H
#define TAC_MOTION_H

#include "log/reader.h"
#include "playback_file.h"
#include "simulation/export.h"

typedef struct tac_seen_motion {
    const char *path;
    double duration, dt; // s, of a model; negative: as it says
    int bounds;
    bool is_log;
    tac_log log;
    tac_simulation sim;
    int64_t steps;
    tac_playback_file playback;
    tac_export export;
} tac_seen_motion;

// A model, a rig or a log, with bounds as in given.h. The path stays the caller's. False with a line in diag; to be
// closed all the same.
bool tac_motion_open(tac_seen_motion *m, const char *path, double duration, double dt, int bounds,
                     tac_diag *diag);
void tac_motion_close(tac_seen_motion *m);

// All rows, and how it ended. Nothing is printed: the playback says it.
void tac_motion_solve(tac_seen_motion *m);

#endif
