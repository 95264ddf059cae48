// When two signals that ask for the end are one request.
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

#endif
