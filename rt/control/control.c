#include "control.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "arena.h"
#include "control_job.h"
#include "control_state.h"
#include "system/fail.h"
#include "words.h"

// How often the answer of the loop is looked for while a command is under way. The loop takes
// commands once per period; shorter would only burn the helper core.
#define JOB_POLL_MS 1

// ---- requests ------------------------------------------------------------------------------------

static void refuse_verb(tac_control *c, int client, const char *word)
{
    const tac_control_verbs *v = c->verbs;
    const char *name[TAC_CONTROL_MOST_VERBS];
    for (int i = 0; i < v->n; i++) {
        name[i] = v->verb[i].name;
    }
    char text[41];
    int nearest = word ? tac_nearest_index(word, name, v->n) : -1;
    tac_control_answer(c, client, "error unknown verb '%s'%s%s%s",
                       word ? tac_line_printable(word, text) : "",
                       nearest >= 0 ? "; did you mean '" : "; it is ",
                       nearest >= 0 ? name[nearest] : v->list, nearest >= 0 ? "'?" : "");
}

static void take_request(void *control, int client, char *line)
{
    tac_control *c = control;
    char *rest = line;
    const char *word = tac_line_word(&rest);
    for (int i = 0; word && i < c->verbs->n; i++) {
        const tac_control_verb *v = &c->verbs->verb[i];
        if (strcmp(word, v->name) != 0) {
            continue;
        }
        if (v->bare && rest[strspn(rest, " \t")] != '\0') {
            tac_control_answer(c, client, "error %s takes no argument", v->name);
        } else {
            v->run(c, client, rest);
        }
        return;
    }
    refuse_verb(c, client, word);
}

// ---- setup ---------------------------------------------------------------------------------------

static int largest_group(const tac_outputs *o)
{
    int n = 0;
    for (int g = 0; g < o->n_group; g++) {
        n = o->group[g].n_value > n ? o->group[g].n_value : n;
    }
    return n;
}

static int take_memory(tac_control *c)
{
    const tac_executive *e = c->e;
    size_t n = (size_t)e->n_variable + 1, state = e->sim->state.size;
    c->value = calloc(n, sizeof *c->value);
    c->initial = calloc(n, sizeof *c->initial);
    c->loaded = calloc(n, sizeof *c->loaded);
    c->message = calloc(n + TAC_QUEUE_SIZE, sizeof *c->message);
    c->frame = calloc((size_t)largest_group(&e->outputs) + 1, sizeof *c->frame);
    c->checkpoint.state = aligned_alloc(TAC_ALIGN, (state + TAC_ALIGN) / TAC_ALIGN * TAC_ALIGN);
    return c->value && c->initial && c->loaded && c->message && c->frame && c->checkpoint.state &&
           tac_signals_open(e->sim, &e->outputs, &c->signal, &c->n_signal);
}

// The tables before the loop starts: this thread alone reads the model here.
static int fill_tables(tac_control *c, tac_diag *diag)
{
    const tac_executive *e = c->e;
    for (int i = 0; i < e->n_variable; i++) {
        c->value[i] = c->initial[i] = tac_variable_initial(e->sim, &e->variable[i]);
    }
    c->checkpoint.state_size = e->sim->state.size;
    c->step_at = (size_t)((char *)e->sim->state.step - (char *)e->sim->state.data);
    memset(c->checkpoint.state, 0, c->checkpoint.state_size);
    c->checkpoint.dt = e->sim->options.dt;
    c->checkpoint.n_value = e->n_variable;
    return tac_checkpoint_model(e->sim->file, &c->checkpoint.model_hash, diag);
}

tac_control *tac_control_open(tac_executive *e, const tac_control_verbs *verbs, const char *path,
                              tac_diag *diag)
{
    tac_control *c = calloc(1, sizeof *c);
    if (!c) {
        (void)tac_diag_say_memory(diag, "tactus: not enough memory for the control thread");
        return NULL;
    }
    c->e = e;
    c->verbs = verbs;
    c->server.listener = -1;
    c->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (c->wake < 0 || !take_memory(c)) {
        (void)tac_diag_say_memory(diag, "tactus: not enough memory for the control thread");
        tac_control_close(c);
        return NULL;
    }
    if (!fill_tables(c, diag) ||
        !tac_line_server_open(&c->server, e->rig->name, path, take_request, c, diag)) {
        tac_control_close(c);
        return NULL;
    }
    return c;
}

const char *tac_control_place(const tac_control *c)
{
    return c->server.place;
}

void tac_control_quit(tac_control *c)
{
    eventfd_write(c->wake, 1);
}

void tac_control_close(tac_control *c)
{
    tac_line_server_close(&c->server);
    if (c->wake >= 0) {
        close(c->wake);
    }
    tac_signals_close(c->signal, c->n_signal);
    free(c->value);
    free(c->initial);
    free(c->loaded);
    free(c->message);
    free(c->frame);
    free(c->checkpoint.state);
    free(c);
}

// ---- the loop of the thread ----------------------------------------------------------------------

void *tac_control_run(void *control)
{
    tac_control *c = control;
    tac_line_server *s = &c->server;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL); // signals are for the main thread
    for (;;) {
        struct pollfd p[1 + TAC_LINE_FILES] = {{.fd = c->wake, .events = POLLIN}};
        tac_line_server_choose(s, p + 1);
        int wait_ms = tac_line_server_wait_ms(s, p + 1, s->is_busy ? JOB_POLL_MS : -1);
        if (poll(p, 1 + TAC_LINE_FILES, wait_ms) < 0 && errno != EINTR) {
            break;
        }
        tac_line_server_receive(s, p + 1);
        if (s->is_busy) {
            tac_control_job_go_on(c);
        }
        tac_line_server_serve(s);
        if (p[0].revents != 0) {
            break;
        }
    }
    return NULL;
}
