// The bridge: flows between the sockets and one instance, in one thread that sleeps in between.
//
// Deadlines are absolute on CLOCK_MONOTONIC; a packet that comes wakes the thread at once. Nothing
// here can delay the executive, which sees an ordinary client. While packets arrive, heartbeats
// fill the time between them; when a flow falls silent its signals are given up, and when the bridge
// itself dies or hangs the executive notices by its own time-to-live.
#ifndef TAC_BRIDGE_H
#define TAC_BRIDGE_H

#include "flow.h"

typedef struct tac_bridge {
    const tac_bridge_file *file;
    tac_link link;
    tac_flow flow[TAC_BRIDGE_MOST_FLOWS];
    int n_flow;         // open
    int64_t begin, end; // of the run; end INT64_MAX: none
    int64_t next_beat;  // heartbeat
    int64_t next_line;  // of the report each second, INT64_MAX: none
    tac_io_status told; // why there is no link, as printed last
    int condition;      // of the instance, as printed last
    int64_t next_condition;
} tac_bridge;

// Opens all sockets; 0 and one line in diag. Closed with tac_bridge_close in either case.
int tac_bridge_open(tac_bridge *b, const tac_bridge_file *file, tac_diag *diag);
void tac_bridge_close(tac_bridge *b);

// Runs this long (0: until SIGTERM or SIGINT). SIGUSR1 prints the report. 0 and one line in diag
// when the instance has other signals than the file wants.
int tac_bridge_run(tac_bridge *b, int64_t duration_ns, int verbose, tac_diag *diag);

#endif
