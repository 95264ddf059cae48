// Where the control socket of an instance is, for the one who listens and the one who connects.
#ifndef TAC_CONTROL_SOCKET_H
#define TAC_CONTROL_SOCKET_H

#include "diag.h"

enum { TAC_CONTROL_PLACE = 108 }; // longest path of a socket with its terminator

// Listens; path NULL for the first usable place (control.h). A socket that no process listens on any
// more is replaced. Returns the descriptor and where it is, or -1 and a line in diag.
int tac_control_listen(const char *name, const char *path, char place[TAC_CONTROL_PLACE],
                       tac_diag *diag);

// Connects to a running instance; a name with '/' is a path, one with '@' in front abstract. Returns
// the descriptor, or -1 and a line in diag.
int tac_control_connect(const char *name, tac_diag *diag);

// Whether the other end of a connection is the same user or root.
int tac_control_peer_is_own(int fd);

#endif
