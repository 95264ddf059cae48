// Where the control socket of an instance is, for the one who listens and the one who connects.
#ifndef TAC_CONTROL_SOCKET_H
#define TAC_CONTROL_SOCKET_H

#include <stdbool.h>

#include "diag.h"

enum { TAC_CONTROL_PLACE = 108 }; // longest path of a socket with its terminator

// Listens; path NULL for the first usable place (control.h). A socket that no process listens on any
// more, or that lies there untrusted, is replaced. Returns the descriptor and where it is, or -1 and a line in diag.
int tac_control_listen(const char *name, const char *path, char place[TAC_CONTROL_PLACE],
                       tac_diag *diag);

// Connects to a running instance; a name with '/' is a path. The socket is one of this user, of root, of a user
// that TACTUS_TRUST names (io/segment_file.h), or lies in /run/tactus, where root decides who may put one.
// Where there is none, the abstract socket that executives had before claims, if its user is one of those.
// Returns the descriptor, or -1 and a line in diag.
int tac_control_connect(const char *name, tac_diag *diag);

// Whether a socket of this instance lies in one of its places at which nobody listens any more; and removes those, which
// whoever has the claim of the name may do. False: one cannot be removed.
bool tac_control_is_left(const char *name);
bool tac_control_clean(const char *name);

// Tells the name of every instance that has a socket in one of the places, whether somebody listens at it or not.
void tac_control_each(void (*tell)(void *context, const char *name), void *context);

#endif
