// HTTP and WebSocket: the one file that knows libwebsockets.
//
// Two files over HTTP, and one kind of WebSocket, `tactus`. A request with another Host than this machine's loopback
// names, or from a page of another Origin, is refused before anything is done for it, so that no page elsewhere can
// reach this one through a browser, by a name of its own or without. Connections are bounded: beyond that they
// wait in the system's queue until some have ended.
#ifndef TAC_SERVE_WIRE_H
#define TAC_SERVE_WIRE_H

#include "hub.h"

// Serves until the process is asked to end (system/stop_signal.h).
//   returns  the exit code, after a line about what failed
int tac_wire_serve(tac_hub *h, int port);

#endif
