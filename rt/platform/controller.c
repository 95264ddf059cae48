#include "controller.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "platform_report.h"
#include "printable.h"
#include "requests.h"
#include "system/clock.h"
#include "system/notify.h"
#include "system/stop_signal.h"

// How long the loop may take to end at once, beside two periods. Only one that hangs takes longer.
#define PARTING_NS INT64_C(2000000000)

// How long after that a helper may take when there is no time: the log of commands waits for who reads it, the
// keeper for an instance.
#define HELPER_NS INT64_C(500000000)

enum { LOOK_MS = 20, KEEPER_NS = 10000000, LOG_NS = 10000000 };

static void nap(long ns)
{
    const struct timespec time = {.tv_nsec = ns};
    (void)nanosleep(&time, NULL);
}

// ---- keeper --------------------------------------------------------------------------------------

// Tells what has become of a port; prints it when it is new.
static void tell_port(tac_controller *c, const tac_instance_port *p, tac_instance_port_news news,
                      tac_instance_port_story *s)
{
    char text[TAC_PLATFORM_TEXT] = "";
    if (p->attached == p->lost) {
        (void)snprintf(text, sizeof text, "%s",
                       p->error.text[0] != '\0' ? p->error.text : "it is silent");
    }
    pthread_mutex_lock(&c->telling);
    int is_new = news != TAC_INSTANCE_PORT_SAME || strcmp(text, s->text) != 0;
    *s = (tac_instance_port_story){.attached = p->attached, .lost = p->lost};
    (void)snprintf(s->text, sizeof s->text, "%s", text);
    pthread_mutex_unlock(&c->telling);
    if (!is_new || c->set.quiet) {
        return;
    }
    if (news == TAC_INSTANCE_PORT_UP) {
        fprintf(stderr, "tactus platform: attached to '%s'\n", TAC_SHOWN(p->instance));
    } else if (news == TAC_INSTANCE_PORT_DOWN) {
        fprintf(stderr, "tactus platform: '%s' is silent; waiting for it\n",
                TAC_SHOWN(p->instance));
    } else if (text[0] != '\0') {
        fprintf(stderr, "tactus platform: waiting: %s\n", TAC_SHOWN(text));
    }
}

static void *keep(void *controller)
{
    tac_controller *c = controller;
    tac_platform_loop *l = &c->loop;
    // acquire: the loop has ended when this is set
    while (!atomic_load_explicit(&c->quit, memory_order_acquire)) {
        tell_port(c, &l->sink, tac_instance_port_tend(&l->sink, tac_now_ns()), &c->sink);
        tell_port(c, &l->source, tac_instance_port_tend(&l->source, tac_now_ns()), &c->source);
        nap(KEEPER_NS);
    }
    return NULL;
}

static void *write_commands(void *controller)
{
    tac_controller *c = controller;
    // acquire: the loop has ended when this is set
    while (!atomic_load_explicit(&c->quit, memory_order_acquire)) {
        while (tac_platform_command_log_write(&c->commands)) {
        }
        nap(LOG_NS);
    }
    c->log_is_complete =
        tac_platform_command_log_close(&c->commands); // which may wait for a reader
    c->log_is_closed = 1;
    return NULL;
}

// ---- coming and going ----------------------------------------------------------------------------

int tac_controller_open(tac_controller *c, const tac_platform_file *file,
                        const tac_platform_options *set, tac_failure *why)
{
    memset(c, 0, sizeof *c);
    c->file = file;
    c->set = *set;
    c->told = -1;
    c->server.listener = -1;
    pthread_mutex_init(&c->telling, NULL);
    if (set->csv && !tac_platform_command_log_open(&c->commands, set->csv, file->period_ns)) {
        c->set.csv = NULL;
        (void)tac_diag_say_errno(&why->diag, errno,
                                 "tactus platform: '%.200s' cannot be written: %s", set->csv,
                                 strerror(errno));
        return tac_failed_output(why);
    }
    tac_platform_loop_init(&c->loop, file, &tac_real_clock, set->engage,
                           set->csv ? &c->commands : NULL);
    return tac_line_server_open(&c->server, file->name, NULL, tac_controller_request, c,
                                &why->diag);
}

static int start(tac_controller *c, tac_thread *t, const char *name, void *(*run)(void *),
                 void *argument, tac_diag *diag)
{
    int is_loop = run == tac_platform_loop_run;
    *t = (tac_thread){.core = is_loop ? c->file->core : -1,
                      .priority = is_loop ? c->file->priority : 0,
                      .run = run,
                      .argument = argument};
    (void)snprintf(t->name, sizeof t->name, "%s", name);
    int good = tac_thread_start(t, diag);
    c->n_thread += good;
    return good;
}

static int start_all(tac_controller *c, tac_diag *diag)
{
    if (c->file->lock_memory) {
        tac_lock_memory(c->refused, sizeof c->refused);
    }
    return start(c, &c->loop_thread, "platform", tac_platform_loop_run, &c->loop, diag) &&
           start(c, &c->keeper_thread, "keeper", keep, c, diag) &&
           (!c->set.csv || start(c, &c->log_thread, "trail", write_commands, c, diag));
}

static int loop_has_ended(const tac_controller *c)
{
    // acquire: with it comes all that the loop has done
    return atomic_load_explicit(&c->loop.has_ended, memory_order_acquire);
}

// 0 when it has not ended by then.
static int join_until(pthread_t thread, int64_t until)
{
    const struct timespec time = {.tv_sec = until / INT64_C(1000000000),
                                  .tv_nsec = until % INT64_C(1000000000)};
    return pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &time) == 0;
}

static int leave_behind(const char *name)
{
    fprintf(stderr, "tactus platform: the thread '%s' does not end and is left behind\n", name);
    return 1;
}

void tac_controller_close(tac_controller *c)
{
    tac_line_server_close(&c->server);
    tac_instance_port_close(&c->loop.source);
    tac_instance_port_close(&c->loop.sink);
    if (c->set.csv && !c->log_is_closed) {
        (void)tac_platform_command_log_close(&c->commands);
    }
    pthread_mutex_destroy(&c->telling);
}

// ---- main thread ---------------------------------------------------------------------------------

static void ask_for_the_end(tac_controller *c)
{
    int going = TAC_PLATFORM_GO_ON;
    // relaxed: nothing comes with it
    (void)atomic_compare_exchange_strong_explicit(&c->loop.end, &going, TAC_PLATFORM_PARK_AND_END,
                                                  memory_order_relaxed, memory_order_relaxed);
}

// The first signal parks, the second ends at once; 1 after the second.
static int take_signals(tac_controller *c, int file)
{
    struct signalfd_siginfo info;
    while (read(file, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo == SIGUSR1) {
            tac_controller_report(c, stdout);
            continue;
        }
        int64_t now = tac_now_ns();
        if (tac_is_same_request(c->stop_signal, (int)info.ssi_signo, now - c->stopped_at) ||
            (c->stop_signal && info.ssi_signo == SIGHUP)) { // a person asks by another one
            continue;
        }
        if (c->stop_signal) {
            return 1;
        }
        c->stop_signal = (int)info.ssi_signo;
        c->stopped_at = now;
        (void)tac_notify_stopping();
        ask_for_the_end(c);
    }
    return 0;
}

static void tell_state(tac_controller *c)
{
    tac_snapshot p;
    char line[160];
    if (!tac_snapshot_look(&c->loop.ring, &p) || p.state == c->told) {
        return;
    }
    c->told = p.state;
    (void)snprintf(line, sizeof line, "%s: %s", tac_platform_state_name[p.state],
                   tac_platform_why_text[p.why]);
    (void)tac_notify_status(line);
    if (!c->set.quiet) {
        fprintf(stderr, "tactus platform: %s\n", line);
    }
}

// Until the loop has ended, or is to be ended at once; 1 in this case.
static int watch(tac_controller *c, int signals)
{
    struct pollfd p[1 + TAC_LINE_FILES] = {{.fd = signals, .events = POLLIN}};
    int64_t begin = tac_now_ns();
    while (!loop_has_ended(c)) {
        tac_line_server_choose(&c->server, p + 1);
        (void)poll(p, 1 + TAC_LINE_FILES, tac_line_server_wait_ms(&c->server, p + 1, LOOK_MS));
        if (take_signals(c, signals)) {
            return 1;
        }
        tac_line_server_receive(&c->server, p + 1);
        tac_line_server_serve(&c->server);
        if (c->set.duration_ns > 0 && tac_now_ns() - begin >= c->set.duration_ns) {
            ask_for_the_end(c);
        }
        tell_state(c);
    }
    tell_state(c);
    return 0;
}

// Until the thread has done what is left, or a second signal leaves it HELPER_NS; 0 when it does not end. The log's
// waits for who reads it.
static int await_helper(tac_controller *c, const tac_thread *t, int signals, int *at_once)
{
    int64_t until = tac_now_ns() + (*at_once ? HELPER_NS : PARTING_NS);
    int asked = c->stop_signal; // by a signal, or it has ended by itself
    while (!join_until(t->id, *at_once ? until : tac_now_ns() + LOOK_MS * INT64_C(1000000))) {
        if (*at_once) {
            return 0;
        }
        if (take_signals(c, signals) || c->stop_signal != asked) {
            *at_once = 1;
            until = tac_now_ns() + HELPER_NS;
        } else if (tac_now_ns() > until) {
            fprintf(stderr, "tactus platform: waits for the thread '%s'; a %ssignal ends it\n",
                    t->name, asked ? "second " : "");
            until = INT64_MAX;
        }
    }
    return 1;
}

// Ends the loop, then the helpers, at once or when they have done what is left. Whether a thread hangs, each of which is
// named: then everything has to stay where it is.
static int end_all(tac_controller *c, int signals, int *at_once)
{
    int left = 0;
    const tac_thread *const thread[] = {&c->loop_thread, &c->keeper_thread, &c->log_thread};
    int64_t until = tac_now_ns() + PARTING_NS + 2 * c->file->period_ns;
    // relaxed: nothing comes with it
    atomic_store_explicit(&c->loop.end, TAC_PLATFORM_END_AT_ONCE, memory_order_relaxed);
    while (c->n_thread > 0 && !loop_has_ended(c)) {
        if (tac_now_ns() > until) {
            return leave_behind(c->loop_thread.name);
        }
        nap(1000000);
    }
    // release: the helpers know that the loop has ended
    atomic_store_explicit(&c->quit, 1, memory_order_release);
    for (int i = 0; i < c->n_thread; i++) {
        left |= !await_helper(c, thread[i], signals, at_once) && leave_behind(thread[i]->name);
    }
    return left;
}

static void print_start(const tac_controller *c)
{
    const tac_thread *const loop[] = {&c->loop_thread};
    if (c->set.quiet) {
        return;
    }
    printf("platform %s, %.6g ms, control at %s\n", TAC_SHOWN(c->file->name),
           (double)c->file->period_ns * 1e-6, TAC_SHOWN(c->server.place));
    tac_print_threads(loop, 1);
    if (c->refused[0] != '\0') {
        printf("  %s\n", TAC_SHOWN(c->refused));
    }
    fflush(stdout);
}

static tac_controller_end how_it_ended(tac_controller *c, int at_once)
{
    int complete = !c->set.csv || c->log_is_complete;
    if (!complete) {
        fprintf(stderr, "tactus platform: '%s' is incomplete: %llu rows lost%s%s\n",
                TAC_SHOWN(c->set.csv), (unsigned long long)atomic_load(&c->commands.lost),
                c->commands.csv.error ? ", " : "",
                c->commands.csv.error ? strerror(c->commands.csv.error) : "");
    }
    return at_once                    ? TAC_CONTROLLER_AT_ONCE
           : c->loop.modes.is_latched ? TAC_CONTROLLER_SAFE
           : !complete                ? TAC_CONTROLLER_INCOMPLETE
                                      : TAC_CONTROLLER_ENDED;
}

tac_controller_end tac_controller_run(tac_controller *c, tac_diag *diag)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP); // its terminal is gone
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    (void)signal(SIGPIPE, SIG_IGN); // a reader of our output that goes away moves no platform
    int at_once = 0, signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (!start_all(c, diag)) {
        (void)end_all(c, signals, &at_once);
        close(signals);
        return TAC_CONTROLLER_NO_THREADS;
    }
    print_start(c);
    (void)tac_notify_ready("waiting");
    at_once = watch(c, signals);
    if (end_all(c, signals, &at_once)) {
        tac_line_server_close(&c->server);
        return TAC_CONTROLLER_LEFT;
    }
    tac_stop_note(c->stop_signal, c->stopped_at);
    tac_stop_catch(); // the report may wait for who reads it
    if (!c->set.quiet) {
        tac_controller_report(c, stdout);
    }
    close(signals);
    return how_it_ended(c, at_once);
}
