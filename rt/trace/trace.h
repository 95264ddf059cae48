// Tracepoints of the executive (LTTng-UST provider `tactus`); docs/tracing.md explains recording.
//
// The program does not know LTTng. A library of its own does (rt/lttng); it is loaded when tracing is switched
// on, for the first time, and hands over a table of functions. Switching publishes the table, and each thread that
// traces takes it up at a time of its choice (tac_trace_follow): the library makes data of the thread then, which
// allocates and asks the system, so that no event does.
//
// Events are for threads that follow. Each costs a look at a variable of the thread while tracing is off, a
// few nanoseconds while it is on and nobody records; none blocks, allocates or fails. Every event
// carries step index and simulation time, so that a trace joins the log.
#ifndef TAC_TRACE_H
#define TAC_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "monitor/cycle.h"

void tac_trace_cycle_begin(int64_t cycle, int64_t step, double t, int64_t wake_latency_ns);
void tac_trace_stage(int64_t step, double t, int index, const char *name);
void tac_trace_cycle_end(const tac_cycle *c, double t, int64_t slack_ns);
void tac_trace_miss(const tac_cycle *c, double t, int64_t slack_ns, const char *cause);
void tac_trace_policy(int64_t step, double t, const char *action, int64_t amount);
void tac_trace_input_stale(int64_t step, double t, int input, int64_t age_steps);
void tac_trace_safe_state(int64_t step, double t, const char *reason);

// Whether some session records stages; lets the executive leave out the per-stage hook.
bool tac_trace_stages_on(void);

// ---- switching -----------------------------------------------------------------------------------

// Called by one thread at a time, none of those that trace. On: loads the library the first time, which takes
// milliseconds and, with a session daemon that hangs, up to 3 s; 0 with a line. Off: the library and its
// threads stay until the process ends.
int tac_trace_on(tac_diag *diag);
void tac_trace_off(void);
bool tac_trace_is_on(void);

// Of each thread that traces. Whether it has taken up what was switched last; whether taking it up is no
// more than a store; and taking it up, which else, once in the life of a thread, makes the library's data.
// The latter returns whether events of the thread are recorded from now on.
bool tac_trace_is_followed(void);
bool tac_trace_follows_at_once(void);
bool tac_trace_follow(void);

// The library has threads of its own ("tactus-ust", asleep without a session). Binds them to the helper core
// (-1: leaves them) and returns their ids, at most max, so that they can be listed with the others.
int tac_trace_threads(int core, int *tid, int max);

#endif
