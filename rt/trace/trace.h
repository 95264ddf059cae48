// Tracepoints of the executive (LTTng-UST provider `tactus`); docs/tracing.md explains recording.
//
// Called by the cycle thread only, except where said. Each costs a few nanoseconds while nobody
// traces, never blocks, never allocates and cannot fail. Every event carries step index and
// simulation time, so that a trace joins the log.
#ifndef TAC_TRACE_H
#define TAC_TRACE_H

#include <stdint.h>

#include "monitor/cycle.h"

void tac_trace_cycle_begin(int64_t cycle, int64_t step, double t, int64_t wake_latency_ns);
void tac_trace_stage(int64_t step, double t, int index, const char *name);
void tac_trace_cycle_end(const tac_cycle *c, double t, int64_t slack_ns);
void tac_trace_miss(const tac_cycle *c, double t, int64_t slack_ns, const char *cause);
void tac_trace_policy(int64_t step, double t, const char *action, int64_t amount);
void tac_trace_input_stale(int64_t step, double t, int input, int64_t age_steps);
void tac_trace_safe_state(int64_t step, double t, const char *reason);

// Called once by each thread that traces, before its first event: the library's data of this thread
// is made now, so that no event allocates later.
void tac_trace_init_thread(void);

// The tracing library starts threads of its own before main ("PROGRAM-ust", ordinary scheduling,
// asleep without a session). Binds them to the helper core (-1: leaves them) and returns their ids,
// at most max, so that they can be listed with the others.
int tac_trace_threads(int core, int *tid, int max);

// 1 while some session records stages; lets the executive leave out the per-stage hook.
int tac_trace_stages_on(void);

#endif
