// Commands on their way from the control thread to the loop, and their answers.
#include "control_job.h"

#include <stdarg.h>
#include <string.h>

#include "control_state.h"
#include "system/clock.h"

// How long the loop may take over a command, beside two periods, before the client is told. Only a
// loop that hangs takes longer.
#define JOB_LIMIT_NS 2000000000

void tac_control_answer(tac_control *c, int client, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tac_line_server_answer(&c->server, client, format, list);
    va_end(list);
}

static const char *refusal(const tac_control *c, int32_t result, tac_verb verb)
{
    switch ((tac_command_result)result) {
    case TAC_COMMAND_RUNNING:
        return verb == TAC_VERB_START ? "it runs already" : "not while running; pause first";
    case TAC_COMMAND_SAFE:
        return c->e->rig->may_rearm ? "not in the safe state; rearm first"
                                    : "not in the safe state";
    case TAC_COMMAND_TAKEN:
        return "rejected: another client commands";
    case TAC_COMMAND_NOT_SAFE:
        return "it is not in the safe state, there is nothing to rearm";
    case TAC_COMMAND_FORBIDDEN:
        return "the rig does not allow it; 'policy: {rearm: true}' does";
    case TAC_COMMAND_HUNG:
        return "a step hung, which cannot be rearmed; stop it and start it again";
    case TAC_COMMAND_FULL:
        return "as many faults as there may be are on; clear some";
    case TAC_COMMAND_VALUE:
        return "not a value for this variable";
    case TAC_COMMAND_STATE:
        return "not a state of this model";
    case TAC_COMMAND_DONE:
    case TAC_N_COMMAND_RESULT:
        break;
    }
    return "refused";
}

// Gives the next messages to the queue, as one batch.
static void give(tac_control *c)
{
    tac_control_job *j = &c->job;
    int n = j->n - j->sent < TAC_QUEUE_SIZE ? j->n - j->sent : TAC_QUEUE_SIZE;
    for (int i = 0; i < n; i++) {
        c->message[j->sent + i].id = c->last_id + 1 + (uint64_t)i;
    }
    if (tac_queue_put_all(&c->e->queue, &c->message[j->sent], n)) {
        j->sent += n;
        c->last_id += (uint64_t)n;
        j->awaited = c->last_id;
    }
}

static uint64_t done_id(const tac_control *c)
{
    // acquire: the result, and what the command copied, were written before
    return atomic_load_explicit(&c->e->queue.done, memory_order_acquire);
}

int tac_control_is_idle(const tac_control *c)
{
    return done_id(c) >= c->last_id;
}

void tac_control_start_job(tac_control *c, int client, tac_verb verb, int n)
{
    if (!tac_control_is_idle(c)) {
        tac_control_answer(c, client, "error an earlier command still waits for the loop");
        return;
    }
    if (atomic_load(&c->e->monitor->state) == TAC_RUN_STOPPED) {
        tac_control_answer(c, client, "error the run has ended");
        return;
    }
    c->server.is_busy = 1;
    c->server.asker = client;
    c->job.verb = verb;
    c->job.n = n;
    c->job.sent = 0;
    c->job.awaited = 0;
    c->job.note[0] = '\0';
    c->job.limit = JOB_LIMIT_NS + 2 * c->e->rig->period_ns;
    c->job.deadline = tac_now_ns() + c->job.limit;
    give(c);
}

static void finish_save(tac_control *c)
{
    tac_diag diag = {0};
    const char *step = (const char *)c->checkpoint.state + c->step_at;
    memcpy(&c->checkpoint.step, step, sizeof c->checkpoint.step);
    c->checkpoint.value = c->value;
    if (tac_checkpoint_write(c->job.path, &c->checkpoint, &diag)) {
        tac_control_answer(c, c->server.asker, "ok");
    } else {
        tac_control_answer(c, c->server.asker, "error %s", diag.text);
    }
}

// Keeps the table of values in step with what the loop has applied.
static void note_values(tac_control *c)
{
    const tac_control_job *j = &c->job;
    for (int i = 0; i < j->n; i++) {
        if (c->message[i].verb == TAC_VERB_WRITE) {
            c->value[c->message[i].index] = c->message[i].value;
        }
    }
    for (int i = 0; j->verb == TAC_VERB_RESET && i < c->e->n_variable; i++) {
        if (c->e->variable[i].input >= 0) {
            c->value[i] = c->initial[i];
        }
    }
}

static void give_up(tac_control *c)
{
    c->server.is_busy = 0;
    if (c->job.verb == TAC_VERB_STOP) {
        atomic_store(&c->e->flags.stop, 2);
    }
    tac_control_answer(c, c->server.asker, "error the loop has not taken the command within %.3g s",
                       (double)c->job.limit * 1e-9);
}

void tac_control_job_go_on(tac_control *c)
{
    tac_control_job *j = &c->job;
    int waits = j->awaited == 0 || done_id(c) < j->awaited;
    if (waits && tac_now_ns() > j->deadline) {
        give_up(c);
        return;
    }
    if (!waits) {
        int32_t result = atomic_load_explicit(&c->e->queue.result, memory_order_relaxed);
        if (result != TAC_COMMAND_DONE) {
            c->server.is_busy = 0;
            int taken = atomic_load_explicit(&c->e->queue.taken, memory_order_relaxed);
            tac_control_answer(c, c->server.asker, "error %s%s%s%s", refusal(c, result, j->verb),
                               result == TAC_COMMAND_TAKEN ? " '" : "",
                               result == TAC_COMMAND_TAKEN ? c->e->variable[taken].name : "",
                               result == TAC_COMMAND_TAKEN ? "'" : "");
            return;
        }
        if (j->sent == j->n) {
            c->server.is_busy = 0;
            note_values(c);
            if (j->verb == TAC_VERB_SAVE) {
                finish_save(c);
            } else {
                tac_control_answer(c, c->server.asker, "ok%s", j->note);
            }
            return;
        }
    }
    if (!waits || j->awaited == 0) {
        give(c);
    }
}
