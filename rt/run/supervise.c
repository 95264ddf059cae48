#include "supervise.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "cosim/rig_clients.h"
#include "lookout.h"
#include "loop/safe_state.h"
#include "run_report.h"
#include "system/clock.h"
#include "system/notify.h"
#include "system/stop_signal.h"

#define SECOND 1000000000 // ns

enum { LOOK_MS = 100, PARTING_NS = 500000000 };

typedef struct supervisor {
    tac_run_threads *threads;
    int signals;        // signalfd
    int status;         // show a status line
    int stop_signal;    // the last signal that asked for the end
    int n_stop;         // how many did, the first one again not counted
    int64_t first_stop; // when the first one did
    int said_safe;
    int record_fails;           // the recording
    int64_t lost;               // records of it
    int said_rearmed;           // times
    tac_apart_fault said_fault; // of a process that has sub-models
    int said_process;
    int64_t said_at;
    int64_t left_at;     // when a loop that was told to stop is given up, 0: not told
    int64_t next_status; // ns
    int64_t next_alive;  // message to the service manager, 0: none wanted
    int64_t heartbeat;   // of the loop, when the last message was sent
} supervisor;

static sigset_t our_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    return set;
}

void tac_block_signals(void)
{
    sigset_t set = our_signals();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    (void)signal(SIGPIPE, SIG_IGN); // a reader of our output that goes away ends no run
}

static void take_stop(supervisor *s, int signal, int64_t now)
{
    const tac_rig_file *rig = s->threads->executive->rig;
    int same = s->n_stop > 0 && tac_is_same_request(s->stop_signal, signal, now - s->first_stop);
    s->first_stop = s->n_stop == 0 ? now : s->first_stop;
    s->stop_signal = signal;
    s->n_stop += !same;
    int none = 0; // what was given up stays so
    atomic_compare_exchange_strong(&s->threads->executive->flags.stop, &none, 1);
    s->left_at = s->left_at ? s->left_at : now + 2 * rig->period_ns + rig->watchdog_ns + PARTING_NS;
}

static void take_signals(supervisor *s, int64_t now)
{
    struct signalfd_siginfo info;
    while (read(s->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo == SIGHUP) {
            atomic_store(&s->threads->writer.rotate, 1);
        } else {
            take_stop(s, (int)info.ssi_signo, now);
        }
    }
}

// The service manager hears that we live as long as the loop does, or deliberately stands still.
static void say_alive(supervisor *s, int64_t now)
{
    const tac_executive *e = s->threads->executive;
    int64_t beat = atomic_load_explicit(&e->monitor->heartbeat, memory_order_relaxed);
    if (s->next_alive > 0 && now >= s->next_alive &&
        (beat != s->heartbeat || tac_safe_state(e) != TAC_SAFE_NONE)) {
        (void)tac_notify_watchdog();
        s->heartbeat = beat;
        s->next_alive = now + tac_notify_watchdog_time() / 2;
    }
}

static void say_safe(supervisor *s)
{
    const tac_executive *e = s->threads->executive;
    tac_safe_reason reason = tac_safe_state(e);
    char line[256];
    int rearmed = atomic_load_explicit(&e->flags.rearmed, memory_order_relaxed);
    if (rearmed != s->said_rearmed) {
        s->said_rearmed = rearmed;
        s->said_safe = 0;
        fprintf(stderr, "%stactus: rearmed by command; paused until it is started\n",
                s->status ? "\r\033[K" : "");
    }
    if (reason == TAC_SAFE_NONE || s->said_safe) {
        return;
    }
    s->said_safe = 1;
    char why[200];
    tac_safe_state_describe(e, why, sizeof why);
    snprintf(line, sizeof line, "safe state: %s", why);
    (void)tac_notify_status(line);
    fprintf(stderr, "%stactus: %s at step %lld; the state is kept until told to stop%s\n",
            s->status ? "\r\033[K" : "", line, (long long)atomic_load(&e->monitor->steps),
            e->rig->may_rearm ? " or rearm" : "");
}

// What keeps steps from being made: when it is something new, and every ten seconds.
static void say_apart(supervisor *s, int64_t now)
{
    const tac_executive *e = s->threads->executive;
    int process;
    tac_apart_look(e->apart);
    tac_apart_fault fault = tac_apart_trouble(e->apart, &process);
    int is_new = fault != s->said_fault || process != s->said_process;
    if (fault != TAC_APART_WELL && (is_new || now - s->said_at > 10 * (int64_t)SECOND)) {
        char text[512];
        tac_apart_describe(e->apart, process, fault, text, sizeof text);
        fprintf(stderr, "%stactus: %s; no step is made without it\n", s->status ? "\r\033[K" : "",
                text);
        s->said_fault = fault;
        s->said_process = process;
        s->said_at = now;
    }
}

// How the recording stands, to everybody; what the rig wants when it fails, once for every time that it does.
static void follow_record(supervisor *s)
{
    tac_executive *e = s->threads->executive;
    tac_log_shown shown;
    if (!e->log) {
        return;
    }
    tac_log_writer_shown(e->log, &shown);
    tac_record_show(&e->monitor->recording, &shown.state);
    if (e->shown) {
        tac_record_show(&e->shown->recording, &shown.state);
    }
    int fails = shown.state.mode == TAC_RECORD_FAILING || shown.state.lost > s->lost;
    if (fails && !s->record_fails && e->rig->record.on_error == TAC_RECORD_SAFE) {
        (void)tac_safe_state_enter(e, TAC_SAFE_RECORD, atomic_load(&e->monitor->steps));
    } else if (fails && !s->record_fails && e->rig->record.on_error == TAC_RECORD_STOP) {
        fprintf(stderr, "%stactus: stops, as the rig wants it when the recording fails\n",
                s->status ? "\r\033[K" : "");
        int none = 0;
        atomic_compare_exchange_strong(&e->flags.stop, &none, 1);
    }
    s->record_fails = fails;
    s->lost = shown.state.lost;
}

static void show_status(supervisor *s, int64_t now)
{
    if (now >= s->next_status) {
        char line[512];
        tac_describe_run(s->threads->executive, line, sizeof line);
        (void)tac_notify_status(line);
        if (s->status) {
            tac_print_run_status(s->threads->executive, stderr);
        }
        s->next_status = now + SECOND;
    }
}

// One round; returns 1 when the run is over.
static int look(supervisor *s, tac_outcome *outcome)
{
    struct pollfd wait[] = {{.fd = s->signals, .events = POLLIN},
                            {.fd = s->threads->ended, .events = POLLIN}};
    (void)poll(wait, 2, LOOK_MS);
    int64_t now = tac_now_ns();
    take_signals(s, now);
    follow_record(s);
    say_safe(s);
    say_apart(s, now);
    if (s->threads->clients && s->n_stop == 0) {
        tac_rig_clients_look(s->threads->clients, s->status ? "\r\033[K" : "");
    }
    tac_lookout_look(s->threads->lookout, now, s->status ? "\r\033[K" : "");
    if (tac_run_threads_have_ended(s->threads, 0)) {
        *outcome = TAC_RUN_ENDED;
        return 1;
    }
    int given_up = atomic_load(&s->threads->executive->flags.stop) == 2; // by the control thread
    if (s->n_stop > 1 || given_up || (s->left_at > 0 && now > s->left_at)) {
        *outcome = s->n_stop > 1 ? TAC_RUN_AT_ONCE : TAC_RUN_LEFT;
        return 1;
    }
    show_status(s, now);
    say_alive(s, now);
    return 0;
}

tac_outcome tac_supervise(tac_run_threads *c, int status, int *signal_number)
{
    sigset_t set = our_signals();
    int64_t now = tac_now_ns();
    supervisor s = {.threads = c, .status = status, .next_status = now + SECOND};
    s.next_alive = tac_notify_watchdog_time() > 0 ? now : 0;
    if (tac_stop_signal()) { // while all was made ready
        take_stop(&s, tac_stop_signal(), now);
        s.first_stop = tac_stop_time();
    }
    s.signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    (void)tac_notify_ready("running");

    tac_outcome outcome = TAC_RUN_ENDED;
    while (!look(&s, &outcome)) {
    }
    (void)tac_notify_stopping();
    if (status) {
        fputs("\r\033[K", stderr);
    }
    close(s.signals);
    *signal_number = s.stop_signal;
    return outcome;
}
