// One recording of one simulation: header, writer and its helper thread together.
#ifndef TAC_RECORDING_H
#define TAC_RECORDING_H

#include <pthread.h>

#include "system/fail.h"
#include "writer.h"

typedef struct tac_recording {
    tac_log_writer *writer; // NULL: nothing is recorded
    pthread_t thread;
} tac_recording;

// Starts to record a simulation that stands at its start. Fails with a line in why.
int tac_recording_start(tac_recording *r, const char *path, const tac_simulation *s,
                        const tac_log_origin *origin, const tac_log_writer_options *o,
                        tac_failure *why);

// The step that was just made, with the iterations as configured.
void tac_recording_step(tac_recording *r, const tac_simulation *s, int failed);

// Writes what is left. Returns 0 when the recording is incomplete; may be called twice.
int tac_recording_stop(tac_recording *r, tac_log_totals *totals);

#endif
