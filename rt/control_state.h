// Inside of the control thread: connections, the command under way, tables. Shared by control.c,
// which moves bytes, control_verbs.c and control_values.c, which give them a meaning; nobody else
// needs it.
#ifndef TAC_CONTROL_STATE_H
#define TAC_CONTROL_STATE_H

#include <stdint.h>

#include "checkpoint.h"
#include "control.h"
#include "control_socket.h"
#include "variables.h"

enum {
    TAC_CONTROL_CLIENTS = 32,
    TAC_CONTROL_LINE = 4096,    // longest request with its end of line
    TAC_CONTROL_ANSWER = 32768, // longest answer with its end of line
};

typedef struct tac_control_client {
    int fd;          // -1: free
    int64_t heard;   // ns, when its last request came, or it
    int n_in, n_out; // bytes in the buffers
    int sent;        // of n_out
    int too_long;    // the rest of the line is thrown away
    int ended;       // it will send no more
    char in[TAC_CONTROL_LINE];
    char out[TAC_CONTROL_ANSWER];
} tac_control_client;

typedef struct tac_control_job { // commands on their way to the loop
    int active;
    int client;                  // who asked, -1: gone
    tac_verb verb;               // of the whole; a restore writes variables first
    int n, sent;                 // messages in all, given to the queue
    uint64_t awaited;            // id of the last one given
    int64_t limit, deadline;     // ns: how long it may take, and until when
    char path[TAC_CONTROL_LINE]; // save
} tac_control_job;

struct tac_control {
    tac_executive *e;
    int listener, wake; // wake: eventfd that ends the thread
    char place[TAC_CONTROL_PLACE];
    tac_control_client *client; // (TAC_CONTROL_CLIENTS)
    int turn;                   // client whose request is looked at first
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
};

// control_verbs.c: answers a request, or starts a job that will.
void tac_control_request(tac_control *c, int client, char *line);

// control_verbs.c: looks whether the loop has done what it was given; answers when all is done.
void tac_control_job_go_on(tac_control *c);

// control_verbs.c: starts a job of the n messages in c->message, or answers why not.
void tac_control_start_job(tac_control *c, int client, tac_verb verb, int n);

// control_verbs.c: the next word of a request, ended in place; NULL when there is none.
char *tac_control_word(char **rest);

// control_verbs.c: words as they came may hold anything; only what can be printed is repeated.
const char *tac_control_printable(const char *text, char out[41]);

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
