// One request at a time from any thread to the helper of a recording, and its answer. The helper looks for it without
// waiting.
#ifndef TAC_LOG_ASK_H
#define TAC_LOG_ASK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "note.h"

typedef enum tac_log_verb {
    TAC_LOG_ASK_START,
    TAC_LOG_ASK_STOP,
    TAC_LOG_ASK_SPLIT,
    TAC_LOG_ASK_TRIGGER, // with a text
    TAC_LOG_ASK_MARK,    // with a text
} tac_log_verb;

typedef struct tac_log_asked {
    pthread_mutex_t lock;
    pthread_cond_t done;
    _Atomic int waits; // there is one
    int is_answered;   // by the lock, as all that follows
    tac_log_verb verb;
    char text[TAC_LOG_NOTE_TEXT];
    int good;
    char why[256];
} tac_log_asked;

void tac_log_asked_open(tac_log_asked *a);
void tac_log_asked_close(tac_log_asked *a);

// Any thread but the helper; waits as long as a disk may take. 0 with the reason in why.
int tac_log_asked_ask(tac_log_asked *a, tac_log_verb verb, const char *text, char *why,
                      size_t size);

// Helper: calls `answer` for a request that waits; it returns 0 and fills in why. Others wait meanwhile.
void tac_log_asked_look(tac_log_asked *a,
                        int (*answer)(void *context, tac_log_verb verb, const char *text, char *why,
                                      size_t size),
                        void *context);

#endif
