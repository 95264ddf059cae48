// Commanding: a place of one's own, frames, events, heartbeats.
#ifndef TAC_IO_SEND_COMMAND_H
#define TAC_IO_SEND_COMMAND_H

#include "handle.h"

// Finds a free place and waits until the executive has taken the client.
tac_io_status tac_io_claim(tac_io *io, const char *client, tac_io_error *error);
void tac_io_leave(tac_io *io);

// Whether the executive has put another file at this client's place, or another process has cut this one.
int tac_io_lost_place(const tac_io *io);

#endif
