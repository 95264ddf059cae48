#include "loop.h"

#include <string.h>

#include "account_cycle.h"
#include "apply_commands.h"
#include "safe_state.h"
#include "system/preempt.h"
#include "trace/trace.h"

// What the tracing library may take to make its data of the cycle thread: 4 to 11 us, with room for cold caches.
#define TRACE_NS 100000

static int64_t now(const tac_executive *e)
{
    return e->clock->now(e->clock->context);
}

static tac_run_state state(const tac_executive *e)
{
    return (tac_run_state)atomic_load_explicit(&e->monitor->state, memory_order_relaxed);
}

// ---- step ----------------------------------------------------------------------------------------

static void trace_stage(void *executive, const tac_phase *phase, int index)
{
    const tac_executive *e = executive;
    tac_trace_stage(*e->sim->state.step, tac_simulation_time(e->sim), index, phase->name);
}

// Steps of the start phase are thrown away and not recorded.
static int is_recording(const tac_executive *e)
{
    return e->log && state(e) != TAC_RUN_STARTING;
}

// One solver step, of which the next comes at this time, or at once. Committed only when every worker was in time and the watchdog kept quiet.
static tac_safe_reason solve(tac_executive *e, int64_t next)
{
    tac_simulation *s = e->sim;
    tac_phase_hook *hook = e->rig->trace_stages && tac_trace_stages_on() ? trace_stage : NULL;
    int recording = is_recording(e);
    tac_apart_begin_step(e->apart, next);
    s->method->begin(s->work, &s->state, s->input, e->iterations);
    if (!tac_team_step(e->team, e->iterations, hook, e) || atomic_load(&e->flags.hung)) {
        return TAC_SAFE_HUNG;
    }
    tac_status status = s->method->end(s->work, &s->state);
    tac_apart_fault fault = tac_apart_fault_of_step(e->apart, &e->at_fault);
    if (fault != TAC_APART_WELL) { // no step was made
        e->fault = fault;
        return TAC_SAFE_APART;
    }
    if (status.code == TAC_OK) {
        s->method->report(s->work, &s->report);
        (void)tac_doubts_add(&e->doubts, s);
    }
    if (recording) {
        tac_log_step_begin(e->log, s, e->iterations, status.code != TAC_OK);
    }
    if (status.code != TAC_OK && state(e) == TAC_RUN_STARTING) { // the run itself may end before
        tac_rewind(e);
        return TAC_SAFE_NONE;
    }
    if (status.code != TAC_OK) {
        e->failure = status;
        return TAC_SAFE_DIVERGED;
    }
    return TAC_SAFE_NONE;
}

// All solver steps of one cycle.
static void compute(tac_executive *e, tac_cycle *c)
{
    tac_simulation *s = e->sim;
    tac_safe_reason reason = TAC_SAFE_NONE;
    int64_t doubtful = e->doubts.steps;
    // the watchdog counts from here, and sees everything before it
    atomic_store_explicit(&e->flags.step_since, c->step_start, memory_order_release);
    for (int i = 0; i < e->rig->substeps && reason == TAC_SAFE_NONE; i++) {
        if (e->log && i > 0) {
            tac_log_ready(e->log);
        }
        int is_last = i == e->rig->substeps - 1;
        reason = solve(e, is_last ? c->release + e->rig->period_ns - e->rig->margin_ns : 0);
    }
    atomic_store_explicit(&e->flags.step_since, 0, memory_order_release);
    c->iterations = e->iterations > 0 ? e->iterations : s->options.iterations;
    c->flags |= e->iterations > 0 ? TAC_CYCLE_DEGRADED : 0;
    c->flags |= e->doubts.steps > doubtful ? TAC_CYCLE_DOUBT : 0;
    if (reason == TAC_SAFE_APART) { // the policy decides; what was ordered is still to be made
        c->flags |= TAC_CYCLE_APART;
        e->steps_ordered += state(e) == TAC_RUN_PAUSED;
    } else if (reason != TAC_SAFE_NONE) {
        c->flags |= TAC_CYCLE_FAILED;
        (void)tac_safe_state_enter(e, reason, *s->state.step);
    }
}

// Whether this cycle makes a step; counts down what is counted.
static int has_step(tac_executive *e, tac_cycle *c)
{
    tac_run_state s = state(e);
    int stepping = s == TAC_RUN_RUNNING || s == TAC_RUN_STARTING || e->steps_ordered > 0;
    if (s == TAC_RUN_SAFE) {
        stepping = 0;
    } else {
        c->flags |= stepping ? 0 : TAC_CYCLE_PAUSED;
        e->steps_ordered -= e->steps_ordered > 0;
    }
    // in the safe state time runs on, so that a run of limited duration ends
    e->cycles_left -=
        e->cycles_left > 0 && s != TAC_RUN_STARTING && (stepping || s == TAC_RUN_SAFE);
    return stepping;
}

// ---- cycle ---------------------------------------------------------------------------------------

// What faults on purpose make of inputs that signals command.
static void change_inputs(tac_executive *e, int64_t cycle)
{
    const tac_exchange_rig *x = &e->rig->exchange;
    const tac_signal_map *map = &e->binding.map;
    for (int i = 0; i < x->n_command && e->faults.n > 0; i++) {
        int input = e->variable[map->variable[i]].input;
        double safe = x->command[i].fallback == TAC_SIGNAL_ZERO ? 0.0 : x->command[i].safe;
        if (input >= 0) {
            tac_faults_apply(&e->faults, x->n_state + i, cycle, tac_signal_to_model(map, i, safe),
                             &e->sim->input[input], 1);
        }
    }
}

static void latch(tac_executive *e)
{
    size_t size = (size_t)e->sim->file->desc.n_input * sizeof *e->next_input;
    if (size > 0) {
        memcpy(e->sim->input, e->next_input, size);
    }
}

// Zero output jitter: what was computed early waits for its offset.
static void hold(tac_executive *e, tac_cycle *c)
{
    const tac_rig_file *rig = e->rig;
    if (rig->publish_offset_ns >= 0 && c->step_end < c->release + rig->publish_offset_ns) {
        int64_t until = c->release + rig->publish_offset_ns;
        e->preempted = tac_preempt_seen(); // sleeping here is no preemption
        c->held = tac_wait_until(e->clock, until, rig->margin_ns, rig->pure_spin) - c->step_end;
        tac_preempt_watch();
    }
}

// After the sleep, while the thread spins: the state of the last step goes to the recording, and memory
// for the records of this cycle is asked for.
static int64_t wait(const tac_executive *e, int64_t release)
{
    const tac_rig_file *rig = e->rig;
    (void)tac_wait_until(e->clock, release - rig->margin_ns, 0, rig->pure_spin);
    if (e->log) {
        tac_log_ready(e->log);
    }
    return tac_wait_until(e->clock, release, rig->margin_ns, rig->pure_spin);
}

// Tracing that was switched on or off since. Once in a run, the first time it is on, that makes data of the
// tracing library for this thread, with a few system calls, in time that would be slept away.
static void follow_trace(tac_executive *e, int64_t release)
{
    if (tac_trace_is_followed()) {
        return;
    }
    int64_t half = e->rig->period_ns / 2;
    if (tac_trace_follows_at_once() || release - now(e) > (half < TRACE_NS ? half : TRACE_NS)) {
        // relaxed: says only so
        atomic_store_explicit(&e->flags.traced, tac_trace_follow(), memory_order_relaxed);
    }
}

// Of the state that cycles of the start phase are thrown away for.
static int64_t initial_step(const tac_executive *e)
{
    const tac_state *s = &e->sim->state;
    int64_t step;
    memcpy(&step, (const char *)e->initial + ((const char *)s->step - (const char *)s->data),
           sizeof step);
    return step;
}

static void take_signals(tac_executive *e, int64_t wake)
{
    tac_run_state s = state(e);
    const tac_exchange_moment m = {
        .now = wake, .is_paused = s == TAC_RUN_PAUSED, .is_safe = s == TAC_RUN_SAFE};
    tac_signal_binding_take(&e->binding, e->sim, e->variable, m, e->next_input, e->log);
}

static int64_t cycle(tac_executive *e, int64_t release, uint32_t flags)
{
    const tac_rig_file *rig = e->rig;
    tac_cycle c = {.index = e->index++, .release = release, .flags = flags};

    c.wake = wait(e, release);
    e->preempted = 0;
    tac_preempt_watch();
    tac_trace_cycle_begin(c.index, *e->sim->state.step, tac_simulation_time(e->sim),
                          c.wake - release);
    if (!(flags & TAC_CYCLE_START)) {
        c.flags |= tac_apply_commands(e);
        take_signals(e, c.wake);
    }

    c.latch = now(e);
    latch(e);
    change_inputs(e, c.index);
    c.step_start = now(e);
    if (has_step(e, &c)) {
        compute(e, &c);
    }
    c.step_end = now(e);

    hold(e, &c);
    tac_outputs_publish(&e->outputs, e->sim, c.index - rig->policy.start_cycles);
    tac_signal_binding_publish(&e->binding, e->sim, &e->outputs, &e->faults, c.index,
                               c.step_end + c.held, (int)state(e));
    c.publish = now(e);
    tac_signal_binding_keep(&e->binding, e->sim);

    c.step = flags & TAC_CYCLE_START ? initial_step(e) : *e->sim->state.step;
    c.doubtful = flags & TAC_CYCLE_START ? 0 : e->doubts.steps;
    c.increment = e->sim->report.increment;
    c.position = e->sim->report.position;
    c.velocity = e->sim->report.velocity;
    int64_t next = tac_account(e, &c);
    follow_trace(e, next);
    tac_team_next_release(e->team, next);
    return next;
}

// ---- run -----------------------------------------------------------------------------------------

// Cycles on a state that is thrown away: caches, page tables and branch predictors warm up, and
// t = 0 begins with the bits of the consistent start.
static int64_t start_phase(tac_executive *e, int64_t release)
{
    tac_report report = e->sim->report;
    for (int i = 0; i < e->rig->policy.start_cycles && !atomic_load(&e->flags.stop); i++) {
        release = cycle(e, release, TAC_CYCLE_START);
    }
    tac_rewind(e);
    e->doubts = (tac_doubts){0};
    e->sim->report = report;
    tac_apart_go(e->apart);
    return release;
}

static int leave(tac_executive *e)
{
    return e->cycles_left == 0 || atomic_load_explicit(&e->flags.stop, memory_order_relaxed) != 0;
}

void *tac_executive_cycle(void *executive)
{
    tac_executive *e = executive;
    atomic_store_explicit(&e->flags.traced, tac_trace_follow(), memory_order_relaxed);
    tac_signal_binding_begin(&e->binding);
    int64_t release = now(e) + e->rig->period_ns;
    e->policy.release = release;
    tac_team_next_release(e->team, release);

    release = start_phase(e, release);
    tac_set_run_state(e, e->rig->start_paused ? TAC_RUN_PAUSED : TAC_RUN_RUNNING);
    while (!leave(e)) {
        release = cycle(e, release, 0);
    }

    if (e->log) {
        tac_log_ready(e->log);
    }
    tac_team_quit(e->team);
    tac_set_run_state(e, TAC_RUN_STOPPED);
    return NULL;
}
