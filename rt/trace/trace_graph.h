// What reads recorded traces, behind a table: a library of its own (rt/babeltrace, libtactus-babeltrace.so), which is
// the only one that needs libbabeltrace2. It is loaded by `trace report` and by nothing else: glib, which comes with it,
// waits for itself where it is loaded with too little memory, and no other command shall.
#ifndef TAC_TRACE_GRAPH_H
#define TAC_TRACE_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "system/own_library.h"
#include "trace_reader.h"

enum { TAC_TRACE_GRAPH_LAYOUT = 1, TAC_TRACE_REASON = 512 };

typedef struct tac_trace_graph {
    tac_own_version version; // size: of an event

    // Reads the traces in n folders to the sink, sorted by time; after some events each it asks whether to go on.
    // The library ends the process over some damaged traces and reads others for ever, hence a process of its own.
    tac_trace_outcome (*read)(const char *const *folder, int n, const tac_trace_sink *sink,
                              bool (*flush)(void *context), char reason[TAC_TRACE_REASON]);
} tac_trace_graph;

extern const tac_trace_graph
    tac_trace_babeltrace; // of the library: the only name that is looked up in it

// Loads the library, which stays loaded until the process ends; NULL with a line.
const tac_trace_graph *tac_trace_graph_load(tac_diag *diag);

// The address space that loading it and reading a small trace takes can be had; 0 with a line. Without it loading may
// not end.
int tac_trace_graph_has_room(tac_diag *diag);

#endif
