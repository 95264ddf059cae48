// The graph of libbabeltrace2 that reads recorded traces: one source per trace found in the folder, a muxer that sorts
// by time, and a sink that writes each event as a record. The library ends the process over some damaged traces and
// reads others for ever, hence trace_reader.h, which runs this in a process of its own.
#ifndef TAC_TRACE_GRAPH_H
#define TAC_TRACE_GRAPH_H

#include <stdio.h>

#include "diag.h"
#include "trace_reader.h"

// Reads all traces in the folder and below; ends early where out takes nothing more. What was read before the library
// ends the process is written.
tac_trace_outcome tac_trace_graph_read(const char *folder, FILE *out, tac_diag *diag);

#endif
