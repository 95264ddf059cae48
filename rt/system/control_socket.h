// Where the control socket of an instance is, for the one who listens and the one who connects.
#ifndef TAC_CONTROL_SOCKET_H
#define TAC_CONTROL_SOCKET_H

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

#endif
