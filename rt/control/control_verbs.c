// What the requests on the control socket mean: the table of verbs, and those that are commands for the
// loop. docs/control.md lists all.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control_state.h"
#include "format/number.h"
#include "words.h"

// How long the loop may take over a command, beside two periods, before the client is told. Only a
// loop that hangs takes longer.
#define JOB_LIMIT_NS 2000000000

static const char *refusal(int32_t result, tac_verb verb)
{
    switch (result) {
    case TAC_COMMAND_RUNNING:
        return verb == TAC_VERB_START ? "it runs already" : "not while running; pause first";
    case TAC_COMMAND_SAFE:
        return "not in the safe state";
    case TAC_COMMAND_VALUE:
        return "not a value for this variable";
    case TAC_COMMAND_STATE:
        return "not a state of this model";
    default:
        return "refused";
    }
}

// ---- commands for the loop -----------------------------------------------------------------------

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

void tac_control_start_job(tac_control *c, int client, tac_verb verb, int n)
{
    if (done_id(c) < c->last_id) {
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
    c->job.limit = JOB_LIMIT_NS + 2 * c->e->rig->period_ns;
    c->job.deadline = tac_control_now() + c->job.limit;
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
        atomic_store(&c->e->stop, 2);
    }
    tac_control_answer(c, c->server.asker, "error the loop has not taken the command within %.3g s",
                       (double)c->job.limit * 1e-9);
}

void tac_control_job_go_on(tac_control *c)
{
    tac_control_job *j = &c->job;
    int waits = j->awaited == 0 || done_id(c) < j->awaited;
    if (waits && tac_control_now() > j->deadline) {
        give_up(c);
        return;
    }
    if (!waits) {
        int32_t result = atomic_load_explicit(&c->e->queue.result, memory_order_relaxed);
        if (result != TAC_COMMAND_DONE) {
            c->server.is_busy = 0;
            tac_control_answer(c, c->server.asker, "error %s", refusal(result, j->verb));
            return;
        }
        if (j->sent == j->n) {
            c->server.is_busy = 0;
            note_values(c);
            if (j->verb == TAC_VERB_SAVE) {
                finish_save(c);
            } else {
                tac_control_answer(c, c->server.asker, "ok");
            }
            return;
        }
    }
    if (!waits || j->awaited == 0) {
        give(c);
    }
}

static void plain_command(tac_control *c, int client, tac_verb verb, int64_t count)
{
    c->message[0] = (tac_command_message){.verb = verb, .count = count};
    tac_control_start_job(c, client, verb, 1);
}

static void start(tac_control *c, int client, char *rest)
{
    (void)rest;
    plain_command(c, client, TAC_VERB_START, 0);
}

static void hold(tac_control *c, int client, char *rest)
{
    (void)rest;
    plain_command(c, client, TAC_VERB_PAUSE, 0);
}

static void reset(tac_control *c, int client, char *rest)
{
    (void)rest;
    plain_command(c, client, TAC_VERB_RESET, 0);
}

static void safe(tac_control *c, int client, char *rest)
{
    (void)rest;
    plain_command(c, client, TAC_VERB_SAFE, 0);
}

static void stop(tac_control *c, int client, char *rest)
{
    (void)rest;
    plain_command(c, client, TAC_VERB_STOP, 0);
}

static void step(tac_control *c, int client, char *rest)
{
    const char *word = tac_line_word(&rest);
    double n = 1.0;
    if (word && (!tac_number_parse(word, &n) || n < 1.0 || n > 1e9 || n != floor(n) ||
                 tac_line_word(&rest))) {
        tac_control_answer(c, client, "error step needs a whole number from 1 to 1000000000");
        return;
    }
    plain_command(c, client, TAC_VERB_STEP, (int64_t)n);
}

// ---- checkpoints ---------------------------------------------------------------------------------

// The file name is the rest of the line, blanks inside included.
static const char *take_path(tac_control *c, int client, char *rest)
{
    const char *path = rest + strspn(rest, " \t");
    if (*path != '/') {
        tac_control_answer(c, client, "error a file is named from the root: /...");
        return NULL;
    }
    return path;
}

static void save(tac_control *c, int client, char *rest)
{
    const char *path = take_path(c, client, rest);
    if (path) {
        snprintf(c->job.path, sizeof c->job.path, "%s", path);
        c->message[0] = (tac_command_message){.verb = TAC_VERB_SAVE, .buffer = c->checkpoint.state};
        tac_control_start_job(c, client, TAC_VERB_SAVE, 1);
    }
}

// Variables that differ are written first, in as many cycles as it takes; the state comes last, so
// that from then on everything is as it was saved.
static void restore(tac_control *c, int client, char *rest)
{
    const char *path = take_path(c, client, rest);
    if (!path) {
        return;
    }
    if (done_id(c) < c->last_id) { // the loop may still write into the buffer
        tac_control_answer(c, client, "error an earlier command still waits for the loop");
        return;
    }
    tac_diag diag = {0};
    c->checkpoint.value = c->loaded;
    if (!tac_checkpoint_read(path, &c->checkpoint, &diag)) {
        tac_control_answer(c, client, "error %s", diag.text);
        return;
    }
    int n = 0;
    for (int i = 0; i < c->e->n_variable; i++) {
        if (!tac_same_bits(c->loaded[i], c->value[i])) {
            c->message[n++] =
                (tac_command_message){.verb = TAC_VERB_WRITE, .index = i, .value = c->loaded[i]};
        }
    }
    c->message[n++] =
        (tac_command_message){.verb = TAC_VERB_RESTORE, .buffer = c->checkpoint.state};
    tac_control_start_job(c, client, TAC_VERB_RESTORE, n);
}

// ---- requests ------------------------------------------------------------------------------------

void tac_control_request(tac_control *c, int client, char *line)
{
    static const struct {
        const char *name;
        void (*run)(tac_control *c, int client, char *rest);
        int bare; // takes no argument
    } verb[] = {
        {"start", start, 1},
        {"resume", start, 1},
        {"pause", hold, 1},
        {"step", step, 0},
        {"reset", reset, 1},
        {"save", save, 0},
        {"restore", restore, 0},
        {"read", tac_control_read, 0},
        {"write", tac_control_write, 0},
        {"variables", tac_control_variables, 0},
        {"status", tac_control_status, 1},
        {"safe", safe, 1},
        {"stop", stop, 1},
    };
    enum { N = sizeof verb / sizeof *verb };
    char *rest = line;
    const char *word = tac_line_word(&rest);
    const char *name[N];
    for (int i = 0; i < N; i++) {
        name[i] = verb[i].name;
        if (!word || strcmp(word, name[i]) != 0) {
            continue;
        }
        if (verb[i].bare && rest[strspn(rest, " \t")] != '\0') {
            tac_control_answer(c, client, "error %s takes no argument", name[i]);
        } else {
            verb[i].run(c, client, rest);
        }
        return;
    }
    char text[41];
    int nearest = word ? tac_nearest_index(word, name, N) : -1;
    tac_control_answer(
        c, client, "error unknown verb '%s'%s%s%s", word ? tac_line_printable(word, text) : "",
        nearest >= 0 ? "; did you mean '"
                     : "; it is start, resume, pause, step, stop, reset, safe, read, "
                       "write, variables, status, save, restore",
        nearest >= 0 ? name[nearest] : "", nearest >= 0 ? "'?" : "");
}
