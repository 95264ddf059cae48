// Inside of the control thread: connections, the command under way, tables. For the files of this
// folder: control.c serves the connections, control_verbs.c and control_values.c answer the requests,
// control_job.c brings commands to the loop.
#ifndef TAC_CONTROL_STATE_H
#define TAC_CONTROL_STATE_H

#include <stdint.h>

#include "control.h"
#include "loop/signal_places.h"
#include "simulation/checkpoint.h"
#include "simulation/variables.h"
#include "system/line_server.h"

typedef struct tac_control_job { // commands on their way to the loop
    tac_verb verb;               // of the whole; a restore writes variables first
    int n, sent;                 // messages in all, given to the queue
    uint64_t awaited;            // id of the last one given
    int64_t limit, deadline;     // ns: how long it may take, and until when
    char path[TAC_LINE_REQUEST]; // save
    char note[320];              // behind the answer "ok"
} tac_control_job;

struct tac_control {
    tac_executive *e;
    const tac_control_verbs *verbs;
    int wake;               // eventfd that ends the thread
    tac_line_server server; // busy while a job is under way
    tac_control_job job;
    uint64_t last_id; // of the messages
    int64_t requests; // writes so far

    double *value;                // of every writable variable, as acknowledged (n_variable)
    double *initial;              // of every writable variable                  (n_variable)
    double *loaded;               // from a checkpoint                           (n_variable)
    tac_command_message *message; // of the job            (n_variable + TAC_QUEUE_SIZE)
    tac_signal_place *signal;     // (n_signal)
    int n_signal;
    uint64_t *frame;           // of the largest group of outputs
    tac_checkpoint checkpoint; // its state is the buffer of save and restore
    size_t step_at;            // bytes before the number of the step in a state
};

#endif
