#include "control_verbs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "control_faults.h"
#include "control_job.h"
#include "control_record.h"
#include "control_state.h"
#include "control_values.h"
#include "format/number.h"
#include "trace/trace.h"

// ---- commands for the loop -----------------------------------------------------------------------

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

static void rearm(tac_control *c, int client, char *rest)
{
    (void)rest;
    plain_command(c, client, TAC_VERB_REARM, 0);
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

// ---- tracing -------------------------------------------------------------------------------------

// Here and not in the loop: loading the library opens files, starts threads and waits for its daemon.
static void trace(tac_control *c, int client, char *rest)
{
    tac_diag diag = {0};
    const char *word = tac_line_word(&rest);
    bool on = word && strcmp(word, "on") == 0;
    if (!word || (!on && strcmp(word, "off") != 0) || tac_line_word(&rest)) {
        tac_control_answer(c, client, "error trace needs one word, on or off");
    } else if (on && !tac_trace_on(&diag)) {
        tac_control_answer(c, client, "error %s", diag.text);
    } else {
        if (!on) {
            tac_trace_off();
        }
        tac_control_answer(c, client, "ok");
    }
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
    if (!tac_control_is_idle(c)) {
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

// ---- table ---------------------------------------------------------------------------------------

static const tac_control_verb verb[] = {
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
    {"trace", trace, 0},
    {"record", tac_control_record, 0},
    {"fault", tac_control_fault, 0},
    {"safe", safe, 1},
    {"rearm", rearm, 1},
    {"stop", stop, 1},
};

const tac_control_verbs tac_control_loop_verbs = {
    verb, sizeof verb / sizeof *verb,
    "start, resume, pause, step, stop, reset, safe, rearm, read, write, variables, status, save, "
    "restore, trace, record, fault"};
