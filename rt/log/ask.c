#include "ask.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define PATIENCE_S 3 // a disk that takes longer is not waited for

void tac_log_asked_open(tac_log_asked *a)
{
    pthread_condattr_t monotonic;
    *a = (tac_log_asked){.is_answered = 1};
    pthread_mutex_init(&a->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&a->done, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

void tac_log_asked_close(tac_log_asked *a)
{
    pthread_cond_destroy(&a->done);
    pthread_mutex_destroy(&a->lock);
}

static int wait(tac_log_asked *a)
{
    struct timespec until;
    int late = 0;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += PATIENCE_S;
    while (!a->is_answered && !late) {
        late = pthread_cond_timedwait(&a->done, &a->lock, &until) != 0;
    }
    return a->is_answered;
}

static void put(tac_log_asked *a, tac_log_verb verb, const char *text)
{
    a->verb = verb;
    snprintf(a->text, sizeof a->text, "%s", text);
    a->is_answered = 0;
    // release: what is asked is there when it is seen
    atomic_store_explicit(&a->waits, 1, memory_order_release);
}

int tac_log_asked_ask(tac_log_asked *a, tac_log_verb verb, const char *text, char *why, size_t size)
{
    int good = 0;
    pthread_mutex_lock(&a->lock);
    if (!a->is_answered) {
        snprintf(why, size, "an earlier request still waits for the disk");
    } else {
        put(a, verb, text);
        if (wait(a)) {
            good = a->good;
            snprintf(why, size, "%s", a->why);
        } else {
            snprintf(why, size, "the disk has not answered within %d s; it is done when it does",
                     PATIENCE_S);
        }
    }
    pthread_mutex_unlock(&a->lock);
    return good;
}

void tac_log_asked_look(tac_log_asked *a,
                        int (*answer)(void *context, tac_log_verb verb, const char *text, char *why,
                                      size_t size),
                        void *context)
{
    char text[TAC_LOG_NOTE_TEXT], why[sizeof a->why] = "";
    // acquire: with it comes what is asked
    if (!atomic_load_explicit(&a->waits, memory_order_acquire)) {
        return;
    }
    pthread_mutex_lock(&a->lock);
    tac_log_verb verb = a->verb;
    memcpy(text, a->text, sizeof text);
    pthread_mutex_unlock(&a->lock);
    int good = answer(context, verb, text, why, sizeof why);
    pthread_mutex_lock(&a->lock);
    atomic_store_explicit(&a->waits, 0, memory_order_relaxed); // the lock orders it
    a->good = good;
    memcpy(a->why, why, sizeof a->why);
    a->is_answered = 1;
    pthread_cond_broadcast(&a->done);
    pthread_mutex_unlock(&a->lock);
}
