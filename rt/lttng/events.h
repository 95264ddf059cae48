// Events of the LTTng-UST provider `tactus`; docs/tracing.md lists them for users.
//
// The library reads this file several times to build the events out of it, hence the odd guard. Times
// are nanoseconds of CLOCK_MONOTONIC, the clock of the trace itself; t is simulation time in s.
// A field name is what `tactus trace report`, filters of `lttng enable-event` and people's scripts
// rely on: new fields go to the end, old ones stay.
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER tactus

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "lttng/events.h"

#if !defined(TAC_LTTNG_EVENTS_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define TAC_LTTNG_EVENTS_H

#include <lttng/tracepoint.h>
#include <stdint.h>

#include "monitor/cycle.h"

// clang-format off

// the cycle thread has woken up and latched its inputs
LTTNG_UST_TRACEPOINT_EVENT(tactus, cycle_begin,
    LTTNG_UST_TP_ARGS(int64_t, cycle_, int64_t, step_, double, t_, int64_t, wake_latency_),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(int64_t, cycle, cycle_)
        lttng_ust_field_integer(int64_t, step, step_)
        lttng_ust_field_float(double, t, t_)
        lttng_ust_field_integer(int64_t, wake_latency, wake_latency_)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(tactus, cycle_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

// a stage of the solver begins; it ends where the next one begins, the last at step_end
LTTNG_UST_TRACEPOINT_EVENT(tactus, stage,
    LTTNG_UST_TP_ARGS(int64_t, step_, double, t_, int, index_, const char *, name_),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(int64_t, step, step_)
        lttng_ust_field_float(double, t, t_)
        lttng_ust_field_integer(int, index, index_)
        lttng_ust_field_string(name, name_)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(tactus, stage, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

// the results are published; the whole record of the cycle
LTTNG_UST_TRACEPOINT_EVENT(tactus, cycle_end,
    LTTNG_UST_TP_ARGS(const tac_cycle *, c_, double, t_, int64_t, slack_),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(int64_t, cycle, c_->index)
        lttng_ust_field_integer(int64_t, step, c_->step)
        lttng_ust_field_float(double, t, t_)
        lttng_ust_field_integer(int64_t, slack, slack_)
        lttng_ust_field_integer(int64_t, release, c_->release)
        lttng_ust_field_integer(int64_t, wake, c_->wake)
        lttng_ust_field_integer(int64_t, latch, c_->latch)
        lttng_ust_field_integer(int64_t, step_start, c_->step_start)
        lttng_ust_field_integer(int64_t, step_end, c_->step_end)
        lttng_ust_field_integer(int64_t, publish, c_->publish)
        lttng_ust_field_integer(int64_t, phase_error, c_->phase_error)
        lttng_ust_field_integer(int32_t, iterations, c_->iterations)
        lttng_ust_field_integer_hex(uint32_t, flags, c_->flags)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(tactus, cycle_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

// published after the deadline: slack is negative
LTTNG_UST_TRACEPOINT_EVENT(tactus, deadline_miss,
    LTTNG_UST_TP_ARGS(const tac_cycle *, c_, double, t_, int64_t, slack_, const char *, cause_),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(int64_t, cycle, c_->index)
        lttng_ust_field_integer(int64_t, step, c_->step)
        lttng_ust_field_float(double, t, t_)
        lttng_ust_field_integer(int64_t, slack, slack_)
        lttng_ust_field_string(cause, cause_)
        lttng_ust_field_integer(int64_t, wake_latency, c_->wake - c_->release)
        lttng_ust_field_integer(int64_t, step_time, c_->step_end - c_->step_start)
        lttng_ust_field_integer_hex(uint32_t, flags, c_->flags)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(tactus, deadline_miss, LTTNG_UST_TRACEPOINT_LOGLEVEL_WARNING)

// what the overrun policy did: periods skipped, ns slipped, iterations while degraded, ...
LTTNG_UST_TRACEPOINT_EVENT(tactus, policy_action,
    LTTNG_UST_TP_ARGS(int64_t, step_, double, t_, const char *, action_, int64_t, amount_),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(int64_t, step, step_)
        lttng_ust_field_float(double, t, t_)
        lttng_ust_field_string(action, action_)
        lttng_ust_field_integer(int64_t, amount, amount_)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(tactus, policy_action, LTTNG_UST_TRACEPOINT_LOGLEVEL_WARNING)

// an input was not renewed for age steps
LTTNG_UST_TRACEPOINT_EVENT(tactus, input_stale,
    LTTNG_UST_TP_ARGS(int64_t, step_, double, t_, int, input_, int64_t, age_),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(int64_t, step, step_)
        lttng_ust_field_float(double, t, t_)
        lttng_ust_field_integer(int, input, input_)
        lttng_ust_field_integer(int64_t, age, age_)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(tactus, input_stale, LTTNG_UST_TRACEPOINT_LOGLEVEL_WARNING)

// no further step is made
LTTNG_UST_TRACEPOINT_EVENT(tactus, safe_state,
    LTTNG_UST_TP_ARGS(int64_t, step_, double, t_, const char *, reason_),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(int64_t, step, step_)
        lttng_ust_field_float(double, t, t_)
        lttng_ust_field_string(reason, reason_)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(tactus, safe_state, LTTNG_UST_TRACEPOINT_LOGLEVEL_ERR)

// clang-format on

#endif

#include <lttng/tracepoint-event.h>
