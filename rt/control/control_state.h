// Inside of the control thread: connections, the command under way, tables. Shared by control.c,
// which serves them, control_verbs.c and control_values.c, which give them a meaning; nobody else
// needs it.
#ifndef TAC_CONTROL_STATE_H
#define TAC_CONTROL_STATE_H

#include <stdint.h>

#include "control.h"
#include "loop/variables.h"
#include "simulation/checkpoint.h"
#include "system/line_server.h"

typedef struct tac_control_job { // commands on their way to the loop
    tac_verb verb;               // of the whole; a restore writes variables first
    int n, sent;                 // messages in all, given to the queue
    uint64_t awaited;            // id of the last one given
    int64_t limit, deadline;     // ns: how long it may take, and until when
    char path[TAC_LINE_REQUEST]; // save
} tac_control_job;

struct tac_control {
    tac_executive *e;
    int wake;               // eventfd that ends the thread
    tac_line_server server; // busy while a job is under way
    tac_control_job job;
    uint64_t last_id; // of the messages

    double *value;                // of every writable variable, as acknowledged (n_variable)
    double *initial;              // of every writable variable                  (n_variable)
    double *loaded;               // from a checkpoint                           (n_variable)
    tac_command_message *message; // of the job            (n_variable + TAC_QUEUE_SIZE)
    tac_signal_place *signal;     // (n_signal)
    int n_signal;
    double *frame;             // of the largest group of outputs
    tac_checkpoint checkpoint; // its state is the buffer of save and restore
    size_t step_at;            // bytes before the number of the step in a state
};

// control_verbs.c: answers a request, or starts a job that will.
void tac_control_request(tac_control *c, int client, char *line);

// control_verbs.c: looks whether the loop has done what it was given; answers when all is done.
void tac_control_job_go_on(tac_control *c);

// control_verbs.c: starts a job of the n messages in c->message, or answers why not.
void tac_control_start_job(tac_control *c, int client, tac_verb verb, int n);

// control_values.c: the requests of these names.
void tac_control_read(tac_control *c, int client, char *rest);
void tac_control_write(tac_control *c, int client, char *rest);
void tac_control_variables(tac_control *c, int client, char *rest);
void tac_control_status(tac_control *c, int client, char *rest);

// control.c: one answer line; longer ones are cut off. Nothing happens when the client is gone.
void tac_control_answer(tac_control *c, int client, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

int64_t tac_control_now(void); // ns

#endif
