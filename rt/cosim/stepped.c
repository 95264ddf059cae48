#include "stepped.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "printable.h"
#include "system/clock.h"
#include "system/exit.h"
#include "system/fail.h"
#include "system/files.h"
#include "system/output.h"
#include "system/stop_signal.h"

#define START_S 60.0

enum { LOOK_MS = 20, MOST_ALL = 1 << 24 };

// ---- talking -------------------------------------------------------------------------------------

static int say_end(tac_stepped *t, const tac_stepped_fmu *f, const tac_host_end *end)
{
    (void)tac_diag_say(&t->diag, "tactus: %s%s", end->by_itself ? f->host.path : end->line,
                       end->by_itself ? ": says nothing more; it closed what it answers by" : "");
    return TAC_EXIT_FMU;
}

// Why nothing comes any more: of an end the line in diag.
static int lost(tac_stepped *t, tac_stepped_fmu *f)
{
    tac_host_end end;
    const tac_host_times times = {.start = START_S, .call = START_S};
    for (int i = 0; i < 100 && f->host.pid > 0; i++) { // its end is near
        if (tac_host_has_ended(&f->host, times, &end)) {
            return say_end(t, f, &end);
        }
        (void)poll(NULL, 0, 10);
    }
    (void)tac_diag_say(&t->diag, "tactus: %s: says nothing more; it closed what it answers by",
                       f->host.path);
    return TAC_EXIT_FMU;
}

// Waits until bytes come from an FMU, or it has come to its end, hangs, or somebody wants the end.
static int wait_answer(tac_stepped *t, tac_stepped_fmu *f)
{
    const tac_host_times times = {.start = START_S,
                                  .call = t->set->timeout > 0.0 ? t->set->timeout : HUGE_VAL};
    tac_host_end end;
    for (;;) {
        struct pollfd in = {.fd = f->host.from, .events = POLLIN};
        int n = poll(&in, 1, LOOK_MS);
        if (n > 0 && (in.revents & POLLIN)) {
            return TAC_EXIT_OK;
        }
        if (tac_stop_signal()) {
            return TAC_EXIT_SIGNAL + tac_stop_signal();
        }
        if (f->host.pid > 0 && tac_host_has_ended(&f->host, times, &end)) {
            return say_end(t, f, &end);
        }
        if (n > 0 || f->host.pid == 0) {
            return lost(t, f);
        }
    }
}

static int take(tac_stepped *t, tac_stepped_fmu *f, void *to, size_t size)
{
    char *at = to;
    while (size > 0) {
        int code = wait_answer(t, f);
        if (code != TAC_EXIT_OK) {
            return code;
        }
        ssize_t n = read(f->host.from, at, size);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            return lost(t, f);
        }
        at += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return TAC_EXIT_OK;
}

static int give(tac_stepped *t, tac_stepped_fmu *f, const void *from, size_t size)
{
    const char *at = from;
    while (size > 0) {
        ssize_t n = send(f->host.to, at, size, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR) {
            return lost(t, f);
        }
        at += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return TAC_EXIT_OK;
}

// ---- coupling ------------------------------------------------------------------------------------

static const tac_value_about *signal_about(const tac_stepped *t, int i)
{
    int sensors = t->values.n[TAC_VALUE_SENSOR];
    return i < sensors ? &t->values.about[TAC_VALUE_SENSOR][i]
                       : &t->values.about[TAC_VALUE_INPUT][i - sensors];
}

static int send_signals(tac_stepped *t, tac_stepped_fmu *f, double dt)
{
    const tac_step_head head = {
        .n_signal = t->n_signal, .all_outputs = t->set->table != NULL, .dt = dt};
    int code = give(t, f, &head, sizeof head);
    for (int i = 0; i < t->n_signal && code == TAC_EXIT_OK; i++) {
        const tac_value_about *a = signal_about(t, i);
        tac_step_signal one = {.is_input = i >= t->values.n[TAC_VALUE_SENSOR]};
        (void)snprintf(one.name, sizeof one.name, "%s", a->name);
        (void)snprintf(one.unit, sizeof one.unit, "%s", a->unit);
        code = give(t, f, &one, sizeof one);
    }
    return code;
}

static int check_ports(tac_stepped *t, const tac_stepped_fmu *f)
{
    int sensors = t->values.n[TAC_VALUE_SENSOR];
    for (int i = 0; i < f->about.n_input; i++) {
        if (f->input[i] < 0 || f->input[i] >= t->n_signal) {
            (void)tac_diag_say(&t->diag, "tactus: %s: says what makes no sense", f->host.path);
            return TAC_EXIT_FMU;
        }
    }
    for (int i = 0; i < f->about.n_output; i++) {
        int input = f->output[i] - sensors;
        if (input < 0 || f->output[i] >= t->n_signal) {
            (void)tac_diag_say(&t->diag, "tactus: %s: says what makes no sense", f->host.path);
            return TAC_EXIT_FMU;
        }
        if (t->is_driven[input]) {
            (void)tac_diag_say(&t->diag, "tactus: %s: another FMU writes the input '%s' already",
                               f->host.path, signal_about(t, f->output[i])->name);
            return TAC_EXIT_INPUT;
        }
        t->is_driven[input] = true;
    }
    return TAC_EXIT_OK;
}

static bool take_room(tac_stepped_fmu *f)
{
    const tac_step_coupled *a = &f->about;
    if (a->n_input < 0 || a->n_output < 0 || a->n_all < 0 || a->n_all > MOST_ALL ||
        a->n_input > MOST_ALL || a->n_output > MOST_ALL || a->every < 1) {
        return false;
    }
    f->input = calloc((size_t)a->n_input + 1, sizeof *f->input);
    f->output = calloc((size_t)a->n_output + 1, sizeof *f->output);
    f->sent = calloc((size_t)a->n_input + 1, sizeof *f->sent);
    f->got = calloc((size_t)a->n_output + 1, sizeof *f->got);
    f->all = calloc((size_t)a->n_all + 1, sizeof *f->all);
    f->name = calloc((size_t)a->n_all + 1, sizeof *f->name);
    return f->input && f->output && f->sent && f->got && f->all && f->name;
}

static int couple(tac_stepped *t, tac_stepped_fmu *f, double dt)
{
    int code = send_signals(t, f, dt);
    code = code == TAC_EXIT_OK ? take(t, f, &f->about, sizeof f->about) : code;
    if (code != TAC_EXIT_OK) {
        return code;
    }
    f->about.line[sizeof f->about.line - 1] = '\0';
    if (f->about.failed) {
        (void)tac_diag_say(&t->diag, "tactus: %s", f->about.line);
        return f->about.failed == TAC_EXIT_INPUT || f->about.failed == TAC_EXIT_MEMORY
                   ? f->about.failed
                   : TAC_EXIT_FMU;
    }
    if (!take_room(f)) {
        (void)tac_diag_say(&t->diag, "tactus: %s: says what makes no sense", f->host.path);
        return TAC_EXIT_FMU;
    }
    code = take(t, f, f->input, (size_t)f->about.n_input * sizeof *f->input);
    code = code == TAC_EXIT_OK
               ? take(t, f, f->output, (size_t)f->about.n_output * sizeof *f->output)
               : code;
    if (t->set->table && code == TAC_EXIT_OK) {
        code = take(t, f, f->name, (size_t)f->about.n_all * sizeof *f->name);
    }
    return code == TAC_EXIT_OK ? check_ports(t, f) : code;
}

// ---- steps ---------------------------------------------------------------------------------------

static void look_at_signals(tac_stepped *t, const tac_simulation *s)
{
    tac_sense(s->model, &s->state, &s->report, t->signal);
    memcpy(t->signal + t->values.n[TAC_VALUE_SENSOR], s->input,
           (size_t)t->values.n[TAC_VALUE_INPUT] * sizeof *s->input);
}

// Sends what it reads; it steps from then on.
static int ask(tac_stepped *t, tac_stepped_fmu *f)
{
    char go = 1;
    for (int i = 0; i < f->about.n_input; i++) {
        f->sent[i] = t->signal[f->input[i]];
    }
    int code = give(t, f, &go, 1);
    return code == TAC_EXIT_OK ? give(t, f, f->sent, (size_t)f->about.n_input * sizeof *f->sent)
                               : code;
}

static int take_values(tac_stepped *t, tac_stepped_fmu *f, tac_simulation *s)
{
    int code = take(t, f, f->got, (size_t)f->about.n_output * sizeof *f->got);
    if (t->set->table && code == TAC_EXIT_OK) {
        code = take(t, f, f->all, (size_t)f->about.n_all * sizeof *f->all);
    }
    for (int i = 0; i < f->about.n_output && code == TAC_EXIT_OK; i++) {
        int input = f->output[i] - t->values.n[TAC_VALUE_SENSOR];
        if (!isfinite(f->got[i])) {
            (void)tac_diag_say(&t->diag,
                               "tactus: %s: gives the input '%s' a number that is none at %.9g s",
                               f->host.path, signal_about(t, f->output[i])->name, f->time);
            return TAC_EXIT_FMU;
        }
        s->input[input] = f->got[i];
    }
    return code;
}

static int take_answer(tac_stepped *t, tac_stepped_fmu *f, tac_simulation *s)
{
    tac_step_answer a;
    int code = take(t, f, &a, sizeof a);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    a.line[sizeof a.line - 1] = '\0';
    f->time = a.time;
    f->ended = a.said == TAC_SAID_ENDED;
    if (a.said == TAC_SAID_FAILED) {
        (void)tac_diag_say(&t->diag, "tactus: %s: %s", f->host.path, a.line);
        return TAC_EXIT_FMU;
    }
    if (f->ended) {
        fprintf(stderr, "tactus: %s: ends at %.9g s, as it wants to; its outputs stay\n",
                TAC_SHOWN(f->host.path), f->time);
    }
    return take_values(t, f, s);
}

static void write_row(tac_stepped *t, double time)
{
    if (!t->set->table) {
        return;
    }
    tac_csv_number(&t->csv, time);
    for (int i = 0; i < t->n; i++) {
        tac_csv_numbers(&t->csv, t->fmu[i].all, t->fmu[i].about.n_all);
    }
    (void)tac_csv_end_row(&t->csv);
}

// All that are due at a step, side by side.
static int exchange(tac_stepped *t, tac_simulation *s, int64_t step, bool is_start)
{
    int code = TAC_EXIT_OK;
    bool any = false;
    look_at_signals(t, s);
    for (int i = 0; i < t->n && code == TAC_EXIT_OK; i++) {
        tac_stepped_fmu *f = &t->fmu[i];
        bool due = !f->ended && step % f->about.every == 0;
        code = due ? ask(t, f) : code;
        any = any || due;
    }
    for (int i = 0; i < t->n && code == TAC_EXIT_OK; i++) {
        tac_stepped_fmu *f = &t->fmu[i];
        bool due = !f->ended && step % f->about.every == 0;
        code = due ? take_answer(t, f, s) : code;
    }
    if (code == TAC_EXIT_OK && (any || is_start)) {
        int64_t every = is_start ? 0 : t->fmu[0].about.every;
        write_row(t, (double)(step + every) * s->options.dt);
    }
    return code;
}

int tac_stepped_step(tac_stepped *t, tac_simulation *s)
{
    return t->set ? exchange(t, s, *s->state.step, false) : TAC_EXIT_OK;
}

// ---- start and end -------------------------------------------------------------------------------

// The texts for an FMU, as words of its process: those of its number, and of the first one those without.
static int list_words(const tac_stepped_settings *set, int fmu, char (*room)[600],
                      const char **word)
{
    int n = 0;
    for (int i = 0; i < set->n_set; i++) {
        char *end;
        const char *text = set->set[i];
        long number = strtol(text, &end, 10);
        bool numbered = end != text && *end == ':';
        if ((numbered ? number - 1 : 0) == fmu && strlen(text) < 590) {
            (void)snprintf(room[n], sizeof room[n], "set=%s", numbered ? end + 1 : text);
            word[n] = room[n];
            n++;
        }
    }
    word[n] = NULL;
    return n;
}

static int start_one(tac_stepped *t, int k, double dt)
{
    size_t n = (size_t)t->set->n_set + 2;
    char(*room)[600] = calloc(n, sizeof *room);
    const char **word = calloc(n, sizeof *word);
    tac_diag why = {.text = ""};
    bool good = room && word;
    if (good) {
        (void)list_words(t->set, k, room, word);
        good = tac_host_start(&t->fmu[k].host, "step", t->set->path[k], word, true, &why);
    }
    free(room);
    free((void *)word);
    if (!good) {
        (void)tac_diag_say(&t->diag, "tactus: %s: %s", t->set->path[k],
                           why.text[0] != '\0' ? why.text : "not enough memory");
        return (int)tac_exit_of(&why, TAC_EXIT_INPUT);
    }
    return couple(t, &t->fmu[k], dt);
}

static int open_table(tac_stepped *t)
{
    if (!t->set->table) {
        return TAC_EXIT_OK;
    }
    if (!tac_csv_open(&t->csv, t->set->table)) {
        (void)tac_diag_say(&t->diag, "tactus: '%s' cannot be written: %s", t->set->table,
                           tac_output_error(t->csv.error));
        return TAC_EXIT_OUTPUT;
    }
    tac_csv_text(&t->csv, "time", "");
    for (int i = 0; i < t->n; i++) {
        char number[16] = "";
        if (t->n > 1) {
            (void)snprintf(number, sizeof number, "%d:", i + 1);
        }
        for (int k = 0; k < t->fmu[i].about.n_all; k++) {
            t->fmu[i].name[k][TAC_STEP_NAME - 1] = '\0';
            tac_csv_text(&t->csv, number, t->fmu[i].name[k]);
        }
    }
    (void)tac_csv_end_row(&t->csv);
    return TAC_EXIT_OK;
}

static int check_coupled(tac_stepped *t)
{
    for (int i = 0; i < t->n; i++) {
        const tac_step_coupled *a = &t->fmu[i].about;
        if (a->n_input + a->n_output == 0 && !t->set->table) {
            (void)tac_diag_say(&t->diag,
                               "tactus: %s: none of its variables has the name of a sensor's value "
                               "or an input; couple them by a file (docs/fmi.md)",
                               t->fmu[i].host.path);
            return TAC_EXIT_INPUT;
        }
    }
    return TAC_EXIT_OK;
}

int tac_stepped_open(tac_stepped *t, const tac_stepped_settings *set, tac_simulation *s)
{
    t->set = set;
    t->fmu = calloc((size_t)set->n, sizeof *t->fmu);
    if (!t->fmu || !tac_values_open(&t->values, s)) {
        (void)tac_diag_say_memory(&t->diag, "tactus: not enough memory for FMUs");
        return TAC_EXIT_MEMORY;
    }
    t->n_signal = t->values.n[TAC_VALUE_SENSOR] + t->values.n[TAC_VALUE_INPUT];
    t->signal = calloc((size_t)t->n_signal + 1, sizeof *t->signal);
    t->is_driven = calloc((size_t)t->values.n[TAC_VALUE_INPUT] + 1, sizeof *t->is_driven);
    if (!t->signal || !t->is_driven) {
        (void)tac_diag_say_memory(&t->diag, "tactus: not enough memory for FMUs");
        return TAC_EXIT_MEMORY;
    }
    int code = TAC_EXIT_OK;
    for (; t->n < set->n && code == TAC_EXIT_OK;) {
        code = start_one(t, t->n++, s->options.dt);
    }
    code = code == TAC_EXIT_OK ? check_coupled(t) : code;
    code = code == TAC_EXIT_OK ? open_table(t) : code;
    return code == TAC_EXIT_OK ? exchange(t, s, 0, true) : code;
}

int tac_stepped_close(tac_stepped *t)
{
    int code = TAC_EXIT_OK;
    for (int i = 0; i < t->n; i++) {
        tac_stepped_fmu *f = &t->fmu[i];
        if (f->host.to >= 0) {
            close(f->host.to); // it ends by that
            f->host.to = -1;
        }
        tac_host_stop(&f->host, 2.0);
        tac_host_close(&f->host);
        free(f->input);
        free(f->output);
        free(f->sent);
        free(f->got);
        free(f->all);
        free(f->name);
    }
    if (t->set && !tac_csv_close(&t->csv)) {
        (void)tac_diag_say(&t->diag, "tactus: '%s' cannot be written: %s", t->set->table,
                           tac_output_error(t->csv.error));
        code = TAC_EXIT_OUTPUT;
    }
    free(t->fmu);
    free(t->signal);
    free(t->is_driven);
    tac_values_close(&t->values);
    *t = (tac_stepped){.diag = t->diag};
    return code;
}
