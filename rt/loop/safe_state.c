#include "safe_state.h"

#include <stdio.h>

#include "account_cycle.h"
#include "executive.h"
#include "trace/trace.h"

tac_safe_reason tac_safe_state(const tac_executive *e)
{
    return (tac_safe_reason)atomic_load_explicit(&e->monitor->safe_reason, memory_order_acquire);
}

static void show(const tac_executive *e)
{
    if (e->shown) {
        tac_monitor_show_state(e->shown, e->monitor);
    }
}

void tac_set_run_state(tac_executive *e, tac_run_state state)
{
    int32_t now = atomic_load_explicit(&e->monitor->state, memory_order_relaxed);
    while ((now != TAC_RUN_SAFE || state == TAC_RUN_STOPPED) &&
           !atomic_compare_exchange_weak_explicit(&e->monitor->state, &now, (int32_t)state,
                                                  memory_order_release, memory_order_relaxed)) {
    }
    show(e);
}

int tac_safe_state_enter(tac_executive *e, tac_safe_reason reason, int64_t step)
{
    int32_t none = TAC_SAFE_NONE;
    if (!atomic_compare_exchange_strong_explicit(&e->monitor->safe_reason, &none, (int32_t)reason,
                                                 memory_order_acq_rel, memory_order_relaxed)) {
        return 0;
    }
    // outputs first: a reader that sees the state finds them safe already
    atomic_store_explicit(&e->outputs.safe, 1, memory_order_release);
    tac_set_run_state(e, TAC_RUN_SAFE);
    tac_trace_safe_state(step, (double)step * e->sim->options.dt, tac_safe_reason_name(reason));
    return 1;
}

int tac_safe_state_leave(tac_executive *e)
{
    tac_safe_reason reason = tac_safe_state(e);
    int32_t safe = TAC_RUN_SAFE;
    if (reason == TAC_SAFE_HUNG || atomic_load(&e->flags.hung)) {
        return 0;
    }
    tac_record_safe(e); // when it was entered in this very cycle
    e->safe_recorded = 0;
    e->steps_ordered = 0;
    tac_note(e, TAC_LOG_REARM, (uint64_t)reason, 0.0);
    if (e->policy.degraded) {
        tac_note(e, TAC_LOG_DEGRADED, 0, 0.0);
    }
    tac_note(e, TAC_LOG_RUN_STATE, TAC_RUN_PAUSED, 0.0);
    tac_policy_rearm(&e->policy);
    e->iterations = 0;
    e->left = reason;
    atomic_fetch_add_explicit(&e->flags.rearmed, 1,
                              memory_order_relaxed); // a count, nothing comes with it
    tac_trace_policy(*e->sim->state.step, tac_simulation_time(e->sim), "rearm", (int64_t)reason);
    (void)atomic_compare_exchange_strong_explicit(&e->monitor->state, &safe, TAC_RUN_PAUSED,
                                                  memory_order_release, memory_order_relaxed);
    atomic_store_explicit(&e->outputs.safe, 0, memory_order_release);
    // release: whoever orders the safe state from here on finds all of the above done
    atomic_store_explicit(&e->monitor->safe_reason, TAC_SAFE_NONE, memory_order_release);
    show(e);
    return 1;
}

void tac_safe_state_describe(const tac_executive *e, char *text, size_t size)
{
    tac_safe_reason reason = tac_safe_state(e);
    const tac_policy_options *o = &e->rig->policy;
    const char *name = tac_safe_reason_name(reason);
    if (reason == TAC_SAFE_SKIP) {
        // relaxed: written before the reason, which was acquired
        int64_t n = atomic_load_explicit(&e->flags.overrun, memory_order_relaxed);
        bool skips = o->kind == TAC_SKIP;
        (void)snprintf(
            text, size,
            "%s: %lld periods (%.4g ms) at once, 'policy: {%s: %d}' allows %d; raise it, "
            "or take 'policy: desk' where nothing depends on it",
            name, (long long)n, (double)n * (double)o->period_ns * 1e-6,
            skips ? "max_skip" : "max_burst", skips ? o->max_skip : o->max_burst,
            skips ? o->max_skip : o->max_burst);
    } else if (reason == TAC_SAFE_BUCKET) {
        (void)snprintf(text, size,
                       "%s: %d more than good cycles, 'policy: {bucket: %d}'; raise it, or take "
                       "'policy: desk' where nothing depends on it",
                       name, o->bucket_limit, o->bucket_limit);
    } else if (reason == TAC_SAFE_HUNG) {
        (void)snprintf(text, size, "%s: longer than 'watchdog: %.6g ms'", name,
                       (double)e->rig->watchdog_ns * 1e-6);
    } else {
        (void)snprintf(text, size, "%s", name);
    }
}
