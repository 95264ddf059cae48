// The functions that record, behind a table: the program knows them only once the tracing library
// (rt/lttng, libtactus-trace.so) is loaded.
#ifndef TAC_TRACE_TABLE_H
#define TAC_TRACE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "monitor/cycle.h"

enum { TAC_TRACE_LAYOUT = 1 }; // of this table; another one belongs to another program

typedef struct tac_trace_table {
    uint32_t layout, cycle_size; // compared before anything else is looked at
    bool (*complete)(void);      // the library has all it needs
    void (*prepare_thread)(void);
    bool (*stages_on)(void);
    void (*cycle_begin)(int64_t cycle, int64_t step, double t, int64_t wake_latency_ns);
    void (*stage)(int64_t step, double t, int index, const char *name);
    void (*cycle_end)(const tac_cycle *c, double t, int64_t slack_ns);
    void (*miss)(const tac_cycle *c, double t, int64_t slack_ns, const char *cause);
    void (*policy)(int64_t step, double t, const char *action, int64_t amount);
    void (*input_stale)(int64_t step, double t, int input, int64_t age_steps);
    void (*safe_state)(int64_t step, double t, const char *reason);
} tac_trace_table;

extern const tac_trace_table
    tac_trace_provider; // of the library: the only name that is looked up in it

#endif
