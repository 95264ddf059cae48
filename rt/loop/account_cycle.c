#include "account_cycle.h"

#include "loop.h"
#include "safe_state.h"
#include "system/preempt.h"
#include "trace/trace.h"

// CPU time of the cycle without asking the system, which would be a system call: a thread that was
// never taken off the processor used the whole time; one that was is taken to have lost what its
// step took longer than usual.
static int64_t cpu_time(const tac_executive *e, const tac_cycle *c, int64_t usual_step)
{
    int seen = tac_preempt_seen() | e->preempted; // -1: unknown
    int64_t excess = c->step_end - c->step_start - usual_step;
    int64_t wall = c->publish - c->wake - c->held;
    return seen < 0 ? -1 : seen && excess > 0 ? wall - excess : wall;
}

void tac_note(const tac_executive *e, tac_log_event_code code, uint64_t what, double value)
{
    if (e->log) {
        tac_log_note(e->log, code, what, 0, value);
    }
}

void tac_note_fault(const tac_executive *e, const tac_fault_order *o, tac_log_event_code code)
{
    if (e->log) {
        tac_log_note(e->log, code, (uint64_t)o->kind | (uint64_t)o->signal << 32,
                     (uint64_t)o->cycles, o->value);
    }
}

// Those whose last cycle this was.
static void end_faults(tac_executive *e)
{
    tac_fault_order over;
    while (tac_faults_next_over(&e->faults, &over)) {
        tac_note_fault(e, &over, TAC_LOG_FAULT_OVER);
    }
    tac_faults_count(&e->faults);
}

static tac_safe_reason reason_of(const tac_policy_options *o, const tac_policy_action *a,
                                 const tac_cycle *c)
{
    if (c->flags & TAC_CYCLE_APART) {
        return TAC_SAFE_APART;
    }
    return o->kind == TAC_STOP ? TAC_SAFE_STOP : a->too_long ? TAC_SAFE_SKIP : TAC_SAFE_BUCKET;
}

// For the recording; actions of the start phase concern steps that are thrown away.
static void record_action(const tac_executive *e, const tac_policy_action *a, int was_degraded)
{
    if (a->skipped > 0) {
        tac_note(e, TAC_LOG_SKIPPED, (uint64_t)a->skipped, 0.0);
    }
    if (a->slipped > 0) {
        tac_note(e, TAC_LOG_SLIPPED, (uint64_t)a->slipped, 0.0);
    }
    if (e->policy.degraded != was_degraded) {
        tac_note(e, TAC_LOG_DEGRADED, (uint64_t)a->iterations, 0.0);
    }
}

void tac_record_safe(tac_executive *e)
{
    tac_safe_reason reason = tac_safe_state(e);
    if (reason != TAC_SAFE_NONE && !e->safe_recorded) {
        tac_note(e, TAC_LOG_SAFE, (uint64_t)reason, 0.0);
        e->safe_recorded = 1;
    }
}

// What a thread outside the loop has found to be taken.
static void record_lacks(tac_executive *e)
{
    // relaxed: any cycle's record will do
    int32_t lacks = atomic_load_explicit(&e->monitor->lacks, memory_order_relaxed);
    if (lacks != e->noted_lacks) {
        e->noted_lacks = lacks;
        tac_note(e, TAC_LOG_TAKEN, (uint64_t)lacks,
                 (double)atomic_load_explicit(&e->monitor->taken, memory_order_relaxed));
    }
}

static void note_action(tac_executive *e, tac_cycle *c, const tac_policy_action *a, double t,
                        int was_degraded)
{
    if (a->skipped > 0) {
        c->skipped = a->skipped > INT32_MAX ? INT32_MAX : (int32_t)a->skipped;
        c->flags |= TAC_CYCLE_SKIPPED;
        tac_trace_policy(c->step, t, "skip", a->skipped);
    }
    if (a->slipped > 0) {
        c->flags |= TAC_CYCLE_SLIPPED;
        tac_trace_policy(c->step, t, "slip", a->slipped);
    }
    if (e->policy.degraded != was_degraded) {
        tac_trace_policy(c->step, t, was_degraded ? "recover" : "degrade", a->iterations);
    }
    if (a->safe) {
        // relaxed: the state that is entered comes after
        atomic_store_explicit(&e->flags.overrun, a->too_long ? a->skipped : 0,
                              memory_order_relaxed);
        (void)tac_safe_state_enter(e, reason_of(&e->rig->policy, a, c), c->step);
    }
}

// Moves the release onto the external tick.
static int64_t follow_tick(tac_executive *e, tac_cycle *c, int64_t release)
{
    if (!e->tick.cell) {
        return release;
    }
    int64_t correction = tac_tick_follow(&e->tick, c->release, c->publish);
    c->phase_error = (int64_t)e->tick.pll.error;
    c->flags |= e->tick.pll.locked ? 0 : TAC_CYCLE_UNLOCKED;
    c->flags |= e->tick.pll.missing ? TAC_CYCLE_TICK_LOST : 0;
    return release + correction;
}

static void name_cause(const tac_executive *e, tac_cycle *c, double t)
{
    int64_t period = e->rig->period_ns, slack = tac_cycle_slack(c, period);
    c->cause = TAC_ON_TIME;
    c->cpu = c->publish - c->wake - c->held;
    if (slack < 0) {
        int64_t usual = tac_histogram_quantile(&e->monitor->step, 0.5);
        c->cpu = cpu_time(e, c, usual);
        c->cause = tac_cycle_cause(c, period, usual);
        tac_trace_miss(c, t, slack, tac_cause_name(c->cause));
    }
    tac_trace_cycle_end(c, t, slack);
}

int64_t tac_account(tac_executive *e, tac_cycle *c)
{
    double t = tac_simulation_time(e->sim);
    name_cause(e, c, t);
    if (e->faults.n > 0) {
        end_faults(e);
    }

    int was_degraded = e->policy.degraded;
    e->policy.safe |= tac_safe_state(e) != TAC_SAFE_NONE;
    tac_policy_action action =
        tac_policy_next(&e->rig->policy, &e->policy, c->publish, (c->flags & TAC_CYCLE_APART) != 0);
    note_action(e, c, &action, t, was_degraded);
    e->iterations = action.iterations;
    e->policy.release = follow_tick(e, c, action.next_release);
    if (tac_safe_state(e) != TAC_SAFE_NONE) {
        c->flags |= TAC_CYCLE_SAFE;
    }

    tac_monitor_publish(e->monitor, c);
    if (e->shown) {
        tac_monitor_show(e->shown, e->monitor, c);
    }
    if (e->log && !(c->flags & TAC_CYCLE_START)) {
        tac_log_cycle(e->log, c);
        if (c->flags & TAC_CYCLE_APART) {
            tac_note(e, TAC_LOG_APART, (uint64_t)e->at_fault, (double)e->fault);
        }
        record_action(e, &action, was_degraded);
        record_lacks(e);
        tac_record_safe(e);
    }
    return e->policy.release;
}
