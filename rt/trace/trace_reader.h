// Reads the events of recorded traces (CTF, as LTTng writes them), oldest first. Knows nothing of what they mean.
//
// libbabeltrace2 reads them (trace_graph.h, loaded then) in a process of its own, which tells this one what it found
// (trace_record.h): damaged files end that process, or use up the time or memory it has, and nothing else.
#ifndef TAC_TRACE_READER_H
#define TAC_TRACE_READER_H

#include <stdint.h>

#include "diag.h"

enum { TAC_TRACE_FIELDS = 24 }; // of one event; further ones are left out

typedef struct tac_trace_field {
    const char *name;
    int64_t whole;    // integers
    double real;      // floating-point fields, and integers once more
    const char *text; // strings, otherwise NULL
} tac_trace_field;

typedef struct tac_trace_event {
    const char *name; // "tactus:stage"
    int64_t time;     // ns of the trace's clock
    int n_field;
    tac_trace_field field[TAC_TRACE_FIELDS];
} tac_trace_event;

typedef struct tac_trace_sink {
    void (*event)(void *context, const tac_trace_event *e); // e lives during the call
    void (*discarded)(void *context, int64_t n);            // events the tracer had no room for
    void *context;
} tac_trace_sink;

typedef enum tac_trace_outcome {
    TAC_TRACE_COMPLETE,
    TAC_TRACE_CUT,  // readable up to some point; why is in diag
    TAC_TRACE_NONE, // nothing readable; why is in diag
} tac_trace_outcome;

// Reads all traces in the folder and below. Only where the program has a single thread.
tac_trace_outcome tac_trace_read(const char *folder, const tac_trace_sink *sink, tac_diag *diag);

// The field, or one that holds 0 and "".
const tac_trace_field *tac_trace_field_of(const tac_trace_event *e, const char *name);

#endif
