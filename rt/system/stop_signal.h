// Signals that ask for the end, and when two of them are one request.
//
// timeout(1), for one, sends its own twice, to the program and to its group. A longer time would make
// the second signal of a person late.
#ifndef TAC_STOP_SIGNAL_H
#define TAC_STOP_SIGNAL_H

#include <stdint.h>

#define TAC_ONE_REQUEST_NS 200000000

// Whether the signal that comes this long after the first one belongs to it.
static inline int tac_is_same_request(int first, int signal, int64_t since_ns)
{
    return first == signal && since_ns <= TAC_ONE_REQUEST_NS;
}

// From now on the first SIGTERM or SIGINT is noted and a second request ends the process at once with 128 plus
// its number, whatever the process waits for; both signals are unblocked in the calling thread.
void tac_stop_catch(void);

// A request that was taken in another way counts as the first one.
void tac_stop_note(int signal, int64_t now);

int tac_stop_signal(void);   // the first one, 0: none came
int64_t tac_stop_time(void); // when it came, ns

#endif
