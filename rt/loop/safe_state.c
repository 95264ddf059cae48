#include "safe_state.h"

#include "executive.h"
#include "trace/trace.h"

tac_safe_reason tac_safe_state(const tac_executive *e)
{
    return (tac_safe_reason)atomic_load_explicit(&e->monitor->safe_reason, memory_order_acquire);
}

void tac_set_run_state(tac_executive *e, tac_run_state state)
{
    int32_t now = atomic_load_explicit(&e->monitor->state, memory_order_relaxed);
    while ((now != TAC_RUN_SAFE || state == TAC_RUN_STOPPED) &&
           !atomic_compare_exchange_weak_explicit(&e->monitor->state, &now, (int32_t)state,
                                                  memory_order_release, memory_order_relaxed)) {
    }
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
