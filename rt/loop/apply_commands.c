#include "apply_commands.h"

#include <math.h>
#include <string.h>

#include "account_cycle.h"
#include "log/signals.h"
#include "loop.h"
#include "safe_state.h"

static int is(const tac_executive *e, tac_run_state state)
{
    return atomic_load_explicit(&e->monitor->state, memory_order_relaxed) == (int32_t)state;
}

void tac_rewind(tac_executive *e)
{
    tac_simulation *s = e->sim;
    memcpy(s->state.data, e->initial, s->state.size);
    tac_doubts_go_on(&e->doubts);
    size_t inputs = (size_t)s->file->desc.n_input * sizeof *s->input;
    if (inputs > 0) {
        memcpy(s->input, e->initial_input, inputs);
        memcpy(e->next_input, e->initial_input, inputs);
    }
}

static tac_command_result start(tac_executive *e)
{
    if (is(e, TAC_RUN_RUNNING)) {
        return TAC_COMMAND_RUNNING;
    }
    e->steps_ordered = 0;
    tac_set_run_state(e, TAC_RUN_RUNNING);
    tac_note(e, TAC_LOG_RUN_STATE, TAC_RUN_RUNNING, 0.0);
    return TAC_COMMAND_DONE;
}

static tac_command_result pause_run(tac_executive *e)
{
    e->steps_ordered = 0;
    if (!is(e, TAC_RUN_PAUSED)) {
        tac_set_run_state(e, TAC_RUN_PAUSED);
        tac_note(e, TAC_LOG_RUN_STATE, TAC_RUN_PAUSED, 0.0);
    }
    return TAC_COMMAND_DONE;
}

// Steps are counted here and made by the cycles that follow.
static tac_command_result step(tac_executive *e, int64_t count)
{
    if (is(e, TAC_RUN_RUNNING)) {
        return TAC_COMMAND_RUNNING;
    }
    if (count < 1) {
        return TAC_COMMAND_VALUE;
    }
    e->steps_ordered = e->steps_ordered > INT64_MAX - count ? INT64_MAX : e->steps_ordered + count;
    return TAC_COMMAND_DONE;
}

static tac_command_result reset(tac_executive *e)
{
    tac_rewind(e);
    tac_note(e, TAC_LOG_RESET, 0, 0.0);
    return pause_run(e);
}

// A state of this model has its step size; nothing else in it can be judged at this price.
static tac_command_result restore(tac_executive *e, const void *buffer)
{
    tac_state *s = &e->sim->state;
    const char *data = s->data, *from = buffer;
    double dt;
    int64_t done;
    memcpy(&dt, from + ((const char *)s->dt - data), sizeof dt);
    memcpy(&done, from + ((const char *)s->step - data), sizeof done);
    if (dt != *s->dt || done < 0) {
        return TAC_COMMAND_STATE;
    }
    memcpy(s->data, buffer, s->size);
    tac_doubts_go_on(&e->doubts);
    if (e->log) {
        tac_log_restore(e->log, e->sim);
    }
    return TAC_COMMAND_DONE;
}

static tac_command_result write_value(tac_executive *e, int index, double value)
{
    if (index < 0 || index >= e->n_variable || !isfinite(value)) {
        return TAC_COMMAND_VALUE;
    }
    const tac_variable *v = &e->variable[index];
    if (v->input >= 0) {
        e->next_input[v->input] = value;
        return TAC_COMMAND_DONE;
    }
    tac_status status = tac_simulation_tune(e->sim, v->parameter, value);
    if (status.code != TAC_OK) {
        return TAC_COMMAND_VALUE;
    }
    tac_note(e, TAC_LOG_PARAMETER, tac_log_parameter_index(&e->sim->file->desc, v->parameter),
             value);
    return TAC_COMMAND_DONE;
}

// A variable that the exchange commands belongs to its client, and to whoever writes it while there is none.
static tac_command_result claim(tac_executive *e, const tac_command_message *m)
{
    if (!tac_signal_binding_is_taken(&e->binding, m->signal - 1)) {
        return TAC_COMMAND_DONE;
    }
    e->refused_request = m->count;
    atomic_store_explicit(&e->queue.taken, m->index, memory_order_relaxed); // published by done
    return TAC_COMMAND_TAKEN;
}

static tac_command_result write(tac_executive *e, const tac_command_message *m)
{
    if (m->count != 0 && m->count == e->refused_request) {
        return TAC_COMMAND_TAKEN;
    }
    if (m->signal > 0) {
        tac_signal_binding_write(&e->binding, m->signal - 1, m->value);
        return TAC_COMMAND_DONE;
    }
    return write_value(e, m->index, m->value);
}

static tac_command_result stop(tac_executive *e)
{
    atomic_store(&e->flags.stop, 1);
    return TAC_COMMAND_DONE;
}

static tac_command_result safe(tac_executive *e)
{
    (void)tac_safe_state_enter(e, TAC_SAFE_COMMAND, *e->sim->state.step);
    return TAC_COMMAND_DONE;
}

static tac_command_result rearm(tac_executive *e)
{
    if (tac_safe_state(e) == TAC_SAFE_NONE) {
        return TAC_COMMAND_NOT_SAFE;
    }
    if (!e->rig->may_rearm) {
        return TAC_COMMAND_FORBIDDEN;
    }
    return tac_safe_state_leave(e) ? TAC_COMMAND_DONE : TAC_COMMAND_HUNG;
}

static tac_command_result put_fault(tac_executive *e, const tac_command_message *m)
{
    const tac_fault_order o = {.kind = (tac_fault_kind)m->signal,
                               .signal = m->index,
                               .value = m->value,
                               .cycles = m->count};
    if (!tac_faults_put(&e->faults, &o)) {
        return TAC_COMMAND_FULL;
    }
    tac_note_fault(e, &o, TAC_LOG_FAULT);
    return TAC_COMMAND_DONE;
}

static tac_command_result clear_faults(tac_executive *e, int signal)
{
    tac_fault_order over;
    tac_faults_clear(&e->faults, signal);
    while (tac_faults_next_over(&e->faults, &over)) {
        tac_note_fault(e, &over, TAC_LOG_FAULT_OVER);
    }
    return TAC_COMMAND_DONE;
}

static int is_for_safe_state(tac_verb verb)
{
    return verb == TAC_VERB_SAVE || verb == TAC_VERB_STOP || verb == TAC_VERB_SAFE ||
           verb == TAC_VERB_REARM;
}

static tac_command_result apply(tac_executive *e, const tac_command_message *m)
{
    // in the safe state one may look and leave, nothing else
    if (tac_safe_state(e) != TAC_SAFE_NONE && !is_for_safe_state(m->verb)) {
        return TAC_COMMAND_SAFE;
    }
    switch (m->verb) {
    case TAC_VERB_START:
        return start(e);
    case TAC_VERB_PAUSE:
        return pause_run(e);
    case TAC_VERB_STEP:
        return step(e, m->count);
    case TAC_VERB_RESET:
        return reset(e);
    case TAC_VERB_SAVE:
        memcpy(m->buffer, e->sim->state.data, e->sim->state.size);
        return TAC_COMMAND_DONE;
    case TAC_VERB_RESTORE:
        return restore(e, m->buffer);
    case TAC_VERB_WRITE:
        return write(e, m);
    case TAC_VERB_CLAIM:
        return claim(e, m);
    case TAC_VERB_STOP:
        return stop(e);
    case TAC_VERB_SAFE:
        return safe(e);
    case TAC_VERB_REARM:
        return rearm(e);
    case TAC_VERB_FAULT:
        return put_fault(e, m);
    case TAC_VERB_CLEAR:
        return clear_faults(e, m->index);
    }
    return TAC_COMMAND_VALUE;
}

uint32_t tac_apply_commands(tac_executive *e)
{
    uint32_t flags = 0;
    tac_command_message m;
    for (int i = 0; i < TAC_QUEUE_SIZE && tac_queue_take(&e->queue, &m); i++) {
        tac_command_result result = apply(e, &m);
        // the result first: the control thread that sees the id finds it
        atomic_store_explicit(&e->queue.result, (int32_t)result, memory_order_relaxed);
        atomic_store_explicit(&e->queue.done, m.id, memory_order_release);
        flags = TAC_CYCLE_COMMAND;
    }
    return flags;
}
