#include "control.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "arena.h"
#include "control_state.h"

// How often the answer of the loop is looked for while a command is under way. The loop takes
// commands once per period; shorter would only burn the helper core.
#define JOB_POLL_MS 1

int64_t tac_control_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
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
    c->client = calloc(TAC_CONTROL_CLIENTS, sizeof *c->client);
    for (int i = 0; c->client && i < TAC_CONTROL_CLIENTS; i++) {
        c->client[i].fd = -1;
    }
    c->value = calloc(n, sizeof *c->value);
    c->initial = calloc(n, sizeof *c->initial);
    c->loaded = calloc(n, sizeof *c->loaded);
    c->message = calloc(n + TAC_QUEUE_SIZE, sizeof *c->message);
    c->frame = calloc((size_t)largest_group(&e->outputs) + 1, sizeof *c->frame);
    c->checkpoint.state = aligned_alloc(TAC_ALIGN, (state + TAC_ALIGN) / TAC_ALIGN * TAC_ALIGN);
    return c->client && c->value && c->initial && c->loaded && c->message && c->frame &&
           c->checkpoint.state && tac_signals_open(e->sim, &e->outputs, &c->signal, &c->n_signal);
}

// The tables before the loop starts: this thread alone reads the model here.
static int fill_tables(tac_control *c, tac_diag *diag)
{
    const tac_executive *e = c->e;
    for (int i = 0; i < e->n_variable; i++) {
        c->value[i] = c->initial[i] = tac_variable_initial(e->sim, &e->variable[i]);
    }
    c->checkpoint.state_size = e->sim->state.size;
    memset(c->checkpoint.state, 0, c->checkpoint.state_size);
    c->checkpoint.dt = e->sim->options.dt;
    c->checkpoint.n_value = e->n_variable;
    return tac_checkpoint_model(e->sim->file, &c->checkpoint.model_hash, diag);
}

tac_control *tac_control_open(tac_executive *e, const char *path, tac_diag *diag)
{
    tac_control *c = calloc(1, sizeof *c);
    if (!c) {
        snprintf(diag->text, sizeof diag->text, "tactus: not enough memory for the control thread");
        return NULL;
    }
    c->e = e;
    c->listener = -1;
    c->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (c->wake < 0 || !take_memory(c)) {
        snprintf(diag->text, sizeof diag->text, "tactus: not enough memory for the control thread");
        tac_control_close(c);
        return NULL;
    }
    if (fill_tables(c, diag)) {
        c->listener = tac_control_listen(e->rig->name, path, c->place, diag);
    }
    if (c->listener < 0) {
        tac_control_close(c);
        return NULL;
    }
    return c;
}

const char *tac_control_place(const tac_control *c)
{
    return c->place;
}

void tac_control_quit(tac_control *c)
{
    eventfd_write(c->wake, 1);
}

void tac_control_close(tac_control *c)
{
    for (int i = 0; c->client && i < TAC_CONTROL_CLIENTS; i++) {
        if (c->client[i].fd >= 0) {
            close(c->client[i].fd);
        }
    }
    if (c->listener >= 0) {
        close(c->listener);
        if (c->place[0] != '@') {
            unlink(c->place);
        }
    }
    if (c->wake >= 0) {
        close(c->wake);
    }
    tac_signals_close(c->signal, c->n_signal);
    free(c->client);
    free(c->value);
    free(c->initial);
    free(c->loaded);
    free(c->message);
    free(c->frame);
    free(c->checkpoint.state);
    free(c);
}

// ---- clients -------------------------------------------------------------------------------------

static void drop(tac_control *c, int i)
{
    close(c->client[i].fd);
    c->client[i].fd = -1;
    if (c->job.client == i) {
        c->job.client = -1; // the loop finishes what it was given
    }
}

// A free place, if need be that of the client who was silent for the longest time.
static int find_place(tac_control *c)
{
    int oldest = -1;
    for (int i = 0; i < TAC_CONTROL_CLIENTS; i++) {
        if (c->client[i].fd < 0) {
            return i;
        }
        int busy = c->job.active && c->job.client == i;
        if (!busy && (oldest < 0 || c->client[i].heard < c->client[oldest].heard)) {
            oldest = i;
        }
    }
    drop(c, oldest);
    return oldest;
}

static void accept_client(tac_control *c)
{
    int fd = accept4(c->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0) {
        return;
    }
    if (c->place[0] == '@' && !tac_control_peer_is_own(fd)) {
        close(fd);
        return;
    }
    tac_control_client *k = &c->client[find_place(c)];
    k->fd = fd;
    k->heard = tac_control_now();
    k->n_in = k->n_out = k->sent = k->too_long = k->ended = 0;
}

void tac_control_answer(tac_control *c, int client, const char *format, ...)
{
    if (client < 0) {
        return;
    }
    tac_control_client *k = &c->client[client];
    va_list list;
    va_start(list, format);
    int n = vsnprintf(k->out, sizeof k->out - 1, format, list);
    va_end(list);
    n = n < 0 ? 0 : n;
    n = n > (int)sizeof k->out - 2 ? (int)sizeof k->out - 2 : n;
    k->out[n] = '\n';
    k->n_out = n + 1;
    k->sent = 0;
}

static void send_some(tac_control *c, int i)
{
    tac_control_client *k = &c->client[i];
    ssize_t n =
        send(k->fd, k->out + k->sent, (size_t)(k->n_out - k->sent), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && errno != EAGAIN && errno != EINTR) {
        drop(c, i);
        return;
    }
    k->sent += n > 0 ? (int)n : 0;
    if (k->sent == k->n_out) {
        k->sent = k->n_out = 0;
    }
}

// One read of what fits; a line that does not is thrown away up to its end and answered once.
static void receive_some(tac_control *c, int i)
{
    tac_control_client *k = &c->client[i];
    ssize_t n = recv(k->fd, k->in + k->n_in, sizeof k->in - (size_t)k->n_in, MSG_DONTWAIT);
    if (n <= 0) {
        if (n == 0) {
            k->ended = 1;
        } else if (errno != EAGAIN && errno != EINTR) {
            drop(c, i);
        }
        return;
    }
    k->n_in += (int)n;
    if (k->too_long) {
        char *end = memchr(k->in, '\n', (size_t)k->n_in);
        int skip = end ? (int)(end + 1 - k->in) : k->n_in;
        k->n_in -= skip;
        memmove(k->in, k->in + skip, (size_t)k->n_in);
        k->too_long = end == NULL;
    }
    if (k->n_in == (int)sizeof k->in && !memchr(k->in, '\n', (size_t)k->n_in)) {
        k->too_long = 1;
        k->n_in = 0;
        k->heard = tac_control_now();
        tac_control_answer(c, i, "error a request has at most %d characters", TAC_CONTROL_LINE - 1);
    }
}

static int has_line(const tac_control_client *k)
{
    return k->fd >= 0 && k->n_out == 0 && memchr(k->in, '\n', (size_t)k->n_in) != NULL;
}

// Cuts the first line out of the buffer and answers it, or begins to.
static void serve(tac_control *c, int i)
{
    tac_control_client *k = &c->client[i];
    char line[TAC_CONTROL_LINE];
    int n = (int)((char *)memchr(k->in, '\n', (size_t)k->n_in) - k->in);
    memcpy(line, k->in, (size_t)n);
    line[n] = '\0';
    if (n > 0 && line[n - 1] == '\r') {
        line[n - 1] = '\0';
    }
    k->n_in -= n + 1;
    memmove(k->in, k->in + n + 1, (size_t)k->n_in);
    k->heard = tac_control_now();
    if (strlen(line) + 1 < (size_t)n) { // a zero inside
        tac_control_answer(c, i, "error a request is one line of text");
    } else {
        tac_control_request(c, i, line);
    }
}

// ---- the loop of the thread ----------------------------------------------------------------------

// What each client is waited for. One that has a request for later is not listened to.
static void choose_events(const tac_control *c, struct pollfd *p)
{
    p[0] = (struct pollfd){.fd = c->wake, .events = POLLIN};
    p[1] = (struct pollfd){.fd = c->listener, .events = POLLIN};
    for (int i = 0; i < TAC_CONTROL_CLIENTS; i++) {
        const tac_control_client *k = &c->client[i];
        int asks = c->job.active && c->job.client == i;
        int waits = k->fd < 0 || asks || has_line(k);
        p[2 + i] =
            (struct pollfd){.fd = waits ? -1 : k->fd, .events = k->n_out > 0 ? POLLOUT : POLLIN};
    }
}

static int wait_ms(const tac_control *c)
{
    if (c->job.active) {
        return JOB_POLL_MS;
    }
    for (int i = 0; i < TAC_CONTROL_CLIENTS; i++) {
        if (has_line(&c->client[i])) {
            return 0;
        }
    }
    return -1;
}

static void move_bytes(tac_control *c, const struct pollfd *p)
{
    for (int i = 0; i < TAC_CONTROL_CLIENTS; i++) {
        tac_control_client *k = &c->client[i];
        if (p[2 + i].fd < 0 || p[2 + i].revents == 0 || k->fd != p[2 + i].fd) {
            continue;
        }
        if (k->n_out > 0) {
            send_some(c, i);
        } else {
            receive_some(c, i);
        }
        if (k->fd >= 0 && k->ended && k->n_out == 0 && !has_line(k)) {
            drop(c, i);
        }
    }
}

// At most one request of each client, in turn, until one becomes a job.
static void serve_clients(tac_control *c)
{
    for (int n = 0; n < TAC_CONTROL_CLIENTS && !c->job.active; n++) {
        int i = (c->turn + n) % TAC_CONTROL_CLIENTS;
        if (!has_line(&c->client[i])) {
            continue;
        }
        serve(c, i);
        if (c->job.active) {
            c->turn = i + 1;
        }
    }
}

static void send_answers(tac_control *c)
{
    for (int i = 0; i < TAC_CONTROL_CLIENTS; i++) {
        if (c->client[i].fd >= 0 && c->client[i].n_out > 0) {
            send_some(c, i);
        }
    }
}

void *tac_control_run(void *control)
{
    tac_control *c = control;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL); // signals are for the main thread
    for (;;) {
        struct pollfd p[2 + TAC_CONTROL_CLIENTS];
        choose_events(c, p);
        if (poll(p, 2 + TAC_CONTROL_CLIENTS, wait_ms(c)) < 0 && errno != EINTR) {
            break;
        }
        move_bytes(c, p);
        if (p[1].revents != 0) {
            accept_client(c);
        }
        if (c->job.active) {
            tac_control_job_go_on(c);
        }
        serve_clients(c);
        send_answers(c);
        if (p[0].revents != 0) {
            break;
        }
    }
    return NULL;
}
