// An FMU that commands a running instance, watched: its process is started, killed when it hangs, and started anew a
// bounded number of times.
#ifndef TAC_COSIM_WATCHED_RUN_H
#define TAC_COSIM_WATCHED_RUN_H

#include "host_process.h"

typedef struct tac_watched_run {
    const char *command; // in front of lines
    const char *path;
    const char *const *words; // for tactus-fmu-host (ends with NULL)
    double timeout;           // s, of one call
    int restarts;
} tac_watched_run;

// Until the FMU, the instance or a signal that asks for the end ends it. Returns an exit code, all lines said.
int tac_watched_run_go(const tac_watched_run *r);

#endif
