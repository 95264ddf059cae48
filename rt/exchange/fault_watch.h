// Who makes the cycle thread fault: a client that punches holes into its command file takes pages away
// from the executive, and the next look at them costs the cycle thread a page fault. Outside the cycle the
// faults of that thread are counted, and given to the clients whose files have changed meanwhile.
//
// Values that a client writes do not change the times of its file, but for the first touch of each page. A
// file that has changed in more looks with faults than it has pages was changed otherwise.
#ifndef TAC_FAULT_WATCH_H
#define TAC_FAULT_WATCH_H

#include <stdint.h>

struct tac_exchange;
struct tac_port;

typedef struct tac_fault_watch { // of one place
    // of the client that has it
    int64_t changed; // when its file did, ns
    int looks;       // with faults, in which the file had changed
    // of the place, since the executive's start
    int64_t faults;  // of the cycle thread in such looks
    int64_t renewed; // clients who lost it for them
} tac_fault_watch;

// Supervisor, once per look: what the cycle thread faulted since the last one goes to the clients whose files
// have changed. Nothing happens before the thread has said who it is, and in the start phase.
//   cost   one file of /proc, one fstat per client
void tac_fault_watch_look(struct tac_exchange *x);

// Whether the client at the place has done it so often that it was no accident.
int tac_fault_watch_is_guilty(const struct tac_exchange *x, const struct tac_port *p);

// A new client, or none: its file is new as well.
void tac_fault_watch_begin(struct tac_port *p);

#endif
