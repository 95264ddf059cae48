// What the process that reads a trace tells the one that reports it: events, what the tracer discarded, and at the end
// how it went. Whoever reads them may be told anything: what a record holds is checked, long names and texts are cut.
#ifndef TAC_TRACE_RECORD_H
#define TAC_TRACE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "trace_reader.h"

enum { TAC_TRACE_RECORD = 1 << 14 }; // bytes at most, of an event with all its fields

typedef enum tac_trace_record_kind {
    TAC_TRACE_RECORD_EVENT = 1,
    TAC_TRACE_RECORD_DISCARDED,
    TAC_TRACE_RECORD_END,
} tac_trace_record_kind;

typedef struct tac_trace_record {
    tac_trace_record_kind kind;
    tac_trace_event event;     // its names and texts lie in byte
    int64_t discarded;         // events
    tac_trace_outcome outcome; // at the end
    char text[512];            // at the end: why it is not complete
    char byte[TAC_TRACE_RECORD];
} tac_trace_record;

void tac_trace_record_event(FILE *out, const tac_trace_event *e);
void tac_trace_record_discarded(FILE *out, int64_t n);
void tac_trace_record_end(FILE *out, tac_trace_outcome outcome, const char *text);

// The next record. False at the end of the file and where it holds something else.
bool tac_trace_record_next(FILE *in, tac_trace_record *r);

#endif
