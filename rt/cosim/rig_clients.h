// FMUs that a run starts as clients of its instance: each by `tactus fmu-run`, which watches it. They are started before
// the threads of the run are, so that the process of the executive forks at no time when it keeps one.
#ifndef TAC_COSIM_RIG_CLIENTS_H
#define TAC_COSIM_RIG_CLIENTS_H

#include "rig_file.h"
#include "system/process.h"

typedef struct tac_rig_clients {
    const tac_rig_file *rig;
    tac_process process[TAC_MAX_RIG_CLIENTS]; // (n); pid -1: it has ended
    int n;
} tac_rig_clients;

// Starts all of a rig, off the cores (n_core) where others are to be had. False with a line; what was started may be ended.
bool tac_rig_clients_start(tac_rig_clients *c, const tac_rig_file *rig, const int *core, int n_core,
                           tac_diag *diag);

// Says on standard error, behind `erase`, which of them have ended since the last look. System calls: for a thread that
// may wait.
void tac_rig_clients_look(tac_rig_clients *c, const char *erase);

void tac_rig_clients_stop(tac_rig_clients *c); // a zeroed one is fine

#endif
