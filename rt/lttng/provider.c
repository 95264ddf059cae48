// The table of the functions that record, and the events themselves.
#include "trace/trace_table.h"

// the library's macros are not written for our warnings
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wpedantic"
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "events.h"
#pragma GCC diagnostic pop

#include <lttng/urcu/urcu-ust.h>
#include <lttng/ust-thread.h>

#include "stand_ins.h"

static void cycle_begin(int64_t cycle, int64_t step, double t, int64_t wake_latency_ns)
{
    lttng_ust_tracepoint(tactus, cycle_begin, cycle, step, t, wake_latency_ns);
}

static void stage(int64_t step, double t, int index, const char *name)
{
    lttng_ust_tracepoint(tactus, stage, step, t, index, name);
}

static void cycle_end(const tac_cycle *c, double t, int64_t slack_ns)
{
    lttng_ust_tracepoint(tactus, cycle_end, c, t, slack_ns);
}

static void miss(const tac_cycle *c, double t, int64_t slack_ns, const char *cause)
{
    lttng_ust_tracepoint(tactus, deadline_miss, c, t, slack_ns, cause);
}

static void policy(int64_t step, double t, const char *action, int64_t amount)
{
    lttng_ust_tracepoint(tactus, policy_action, step, t, action, amount);
}

static void input_stale(int64_t step, double t, int input, int64_t age_steps)
{
    lttng_ust_tracepoint(tactus, input_stale, step, t, input, age_steps);
}

static void safe_state(int64_t step, double t, const char *reason)
{
    lttng_ust_tracepoint(tactus, safe_state, step, t, reason);
}

static bool stages_on(void)
{
    return lttng_ust_tracepoint_enabled(tactus, stage) != 0;
}

static void prepare_thread(void)
{
    tac_lttng_keep_mask();
    lttng_ust_init_thread();

    // the first read lock of a thread registers it, with memory and a mutex
    lttng_ust_urcu_read_lock();
    lttng_ust_urcu_read_unlock();
    tac_lttng_change_mask();
}

__attribute__((visibility("default"))) const tac_trace_table tac_trace_provider = {
    .layout = TAC_TRACE_LAYOUT,
    .cycle_size = sizeof(tac_cycle),
    .complete = tac_lttng_complete,
    .prepare_thread = prepare_thread,
    .stages_on = stages_on,
    .cycle_begin = cycle_begin,
    .stage = stage,
    .cycle_end = cycle_end,
    .miss = miss,
    .policy = policy,
    .input_stale = input_stale,
    .safe_state = safe_state,
};
