// What happened to an instance lately, for the list that a page shows: missed deadlines and steps in doubt out of the
// ring of cycles, clients and commands out of the log of the exchange, changes of the run state.
//
// The newest 64 are kept, numbered from 1 on. Misses of one cause that follow each other within a second are one event
// whose text grows.
#ifndef TAC_SERVE_SOURCE_EVENTS_H
#define TAC_SERVE_SOURCE_EVENTS_H

#include "format/json.h"
#include "io/tactus_io.h"
#include "monitor/monitor.h"

enum { TAC_SOURCE_EVENTS = 64 };

typedef struct tac_source_event {
    uint64_t number;
    int64_t step;
    int64_t stamp; // ns, CLOCK_MONOTONIC
    int cause;     // of a miss, otherwise 0
    int64_t times, worst_ns;
    char kind[12], text[160];
} tac_source_event;

typedef struct tac_source_events {
    tac_source_event event[TAC_SOURCE_EVENTS]; // number n lies at n % 64
    uint64_t n;                                // so far
    uint64_t of_log;                           // events of the exchange's log that were looked at
    int64_t next;                              // cycle
    uint32_t flags;                            // of the cycle before
} tac_source_events;

// Takes what came since: at most the ring of cycles and the log, whose sizes are fixed. m, io: NULL is fine.
void tac_source_events_take(tac_source_events *e, const tac_monitor *m, const tac_io *io);

// Writes them as an array, the oldest first.
void tac_source_events_put(tac_json *j, const tac_source_events *e);

#endif
