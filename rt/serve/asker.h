// Requests of browsers to instances, over their control sockets (docs/control.md), on a thread of their own: an instance
// that answers late makes others wait, never the server. Who drives (seats.h) does so on this thread as well.
#ifndef TAC_SERVE_ASKER_H
#define TAC_SERVE_ASKER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "io/layout.h"
#include "seats.h"

enum { TAC_ASK_LINE = 512, TAC_ASK_ANSWER = 32768, TAC_ASK_QUEUE = 64 };

typedef struct tac_ask {
    uint64_t client; // who asks, and which of its requests
    uint32_t request;
    char name[TAC_NAME_SIZE];
    char line[TAC_ASK_LINE];
    char *answer; // to be freed by who takes it; NULL without memory
} tac_ask;

typedef struct tac_asker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more;
    tac_ask waiting[TAC_ASK_QUEUE], done[TAC_ASK_QUEUE]; // (n_waiting), (n_done), the oldest first
    int n_waiting, n_done;
    int under_way; // taken by the thread, not answered yet
    bool quit;
    tac_seats seats; // of the thread
    char folder[64]; // of the checkpoints that pages keep, one per instance; "" before the first
    void (*wake)(void *context); // an answer is there; called on the thread
    void *context;
} tac_asker;

bool tac_asker_open(tac_asker *a, void (*wake)(void *context), void *context, tac_diag *diag);
void tac_asker_close(tac_asker *a); // waits for the request under way

// Whether a browser may ask this: what runs, pauses and writes, but nothing that names files. `keep` saves a checkpoint
// in a folder of this server's own and `back` restores it; the folder goes with the server. `drive` commands signals.
bool tac_asker_takes(const char *line);

bool tac_asker_put(tac_asker *a, const tac_ask *ask); // false: too many wait
bool tac_asker_take(tac_asker *a, tac_ask *ask);      // false: no answer waits

#endif
