// Limits of signals that are looked at in every frame on its way to the history, by its helper: no frame is passed
// over, and the cycle thread has nothing of it.
#ifndef TAC_SIGNAL_WATCH_H
#define TAC_SIGNAL_WATCH_H

#include <stddef.h>
#include <stdint.h>

enum { TAC_MOST_WATCHES = 8 };

typedef struct tac_signal_limit {
    int signal, n;  // of the dictionary, and how many values it has
    int is_command; // it is one, not a state
    double limit;
    int below; // 1: a value below it is beyond, 0: one above
    int which; // told with it
} tac_signal_limit;

typedef struct tac_signal_watch {
    struct {
        size_t first; // of the values of a frame
        tac_signal_limit about;
    } limit[TAC_MOST_WATCHES];
    int n;
    void (*beyond)(void *context, int which);
    void *context;
} tac_signal_watch;

// Tells which limits a value of the frame is beyond; `values` has those of all signals.
void tac_signal_watch_look(const tac_signal_watch *w, const uint64_t *values);

#endif
