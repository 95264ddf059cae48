// Control from outside: a helper thread that listens on a local socket, one request per line, one
// answer per line; docs/control.md is the reference of the protocol.
//
// The thread never touches the loop: commands go through the queue as batches, values come from the
// monitor, the outputs and this thread's own table of what was written. All memory is taken in open.
// Clients are served by one poll loop with fixed buffers; a client can waste its own connection, and
// when all are taken the one that was silent for the longest time is closed. At most one command is
// under way at a time; the requests of others wait in their sockets.
#ifndef TAC_CONTROL_H
#define TAC_CONTROL_H

#include "diag.h"
#include "loop/executive.h"

typedef struct tac_control tac_control;

enum { TAC_CONTROL_MOST_VERBS = 32 };

typedef struct tac_control_verb {
    const char *name;
    void (*run)(tac_control *c, int client, char *rest); // answers, or starts a job that will
    int bare;                                            // takes no argument
} tac_control_verb;

typedef struct tac_control_verbs { // of a protocol; control_verbs.h has those of a running loop
    const tac_control_verb *verb;  // (n)
    int n;                         // at most TAC_CONTROL_MOST_VERBS
    const char *list;              // their names for people
} tac_control_verbs;

// Opens the socket of an opened executive whose loop has not started yet.
//   verbs  what clients may ask; has to outlive the thread
//   path   of the socket; NULL for /run/tactus/NAME.sock, else $XDG_RUNTIME_DIR/tactus/NAME.sock,
//          else /dev/shm/tactus.NAME.sock, which only the same user and root may use
// NULL and a line in diag on failure.
tac_control *tac_control_open(tac_executive *e, const tac_control_verbs *verbs, const char *path,
                              tac_diag *diag);

const char *tac_control_place(const tac_control *c); // where it listens

// The body of the thread, argument is the tac_control; ends after tac_control_quit, which any thread
// may call.
void *tac_control_run(void *control);
void tac_control_quit(tac_control *c);

void tac_control_close(tac_control *c); // after the thread has ended; removes the socket

#endif
