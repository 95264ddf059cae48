#include "run_threads.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "control/control_verbs.h"
#include "exchange/history.h"
#include "exchange/supervisor.h"
#include "lookout.h"
#include "loop/loop.h"
#include "trace/trace.h"

enum { MAX_TRACERS = 8, MAX_PRIORITY = 99, PARTING_MS = 500 };

// ---- thread functions ----------------------------------------------------------------------------

static void *run_cycle(void *thread)
{
    tac_run_threads *c = ((const tac_run_thread *)thread)->threads;
    while (sem_wait(&c->gate) != 0) { // interrupted by a signal
    }
    tac_executive_cycle(c->executive);
    (void)eventfd_write(c->ended, 1);
    return NULL;
}

static void *run_worker(void *thread)
{
    const tac_run_thread *t = thread;
    const tac_executive *e = t->threads->executive;
    tac_team_serve(e->team, t->index, e->clock, e->rig->margin_ns, e->rig->pure_spin);
    return NULL;
}

// ---- start ---------------------------------------------------------------------------------------

static int start(tac_thread *t, int *n, tac_diag *diag)
{
    int started = tac_thread_start(t, diag);
    *n += started;
    return started;
}

static int add_helper(tac_run_threads *c, const char *name, int priority, void *(*run)(void *),
                      void *argument, tac_diag *diag)
{
    tac_thread *t = &c->helper[c->n_helper];
    *t = (tac_thread){
        .core = c->helper_core, .priority = priority, .run = run, .argument = argument};
    snprintf(t->name, sizeof t->name, "tac-%s", name);
    return start(t, &c->n_helper, diag);
}

static void trigger(void *log, int which)
{
    tac_log_writer_trigger(log, which);
}

// Signals that have the ring of the recording written when they pass a limit.
static void watch_signals(const tac_executive *e)
{
    const tac_record_options *o = &e->rig->record;
    const tac_exchange_rig *x = &e->rig->exchange;
    for (int i = 0; i < o->n_trigger && e->log && e->binding.x; i++) {
        const tac_trigger_options *t = &o->trigger[i];
        for (int k = 0; t->kind == TAC_TRIGGER_SIGNAL && k < x->n_state + x->n_command; k++) {
            int is_command = k >= x->n_state;
            const char *name = is_command ? x->command[k - x->n_state].name : x->state[k].name;
            tac_signal_limit l = {.signal = k,
                                  .n = is_command ? 1 : e->binding.map.count[k],
                                  .is_command = is_command,
                                  .limit = t->limit,
                                  .below = t->below,
                                  .which = i};
            if (strcmp(name, t->signal) == 0) {
                tac_exchange_watch(e->binding.x, &l, trigger, e->log);
            }
        }
    }
}

static int start_helpers(tac_run_threads *c, tac_diag *diag)
{
    tac_executive *e = c->executive;
    int above = e->rig->priority > 0 && e->rig->priority < MAX_PRIORITY ? e->rig->priority + 1
                                                                        : e->rig->priority;
    watch_signals(e);
    c->watchdog = (tac_watchdog){.executive = e, .team = c->team, .n_team = c->n_team};
    return add_helper(c, "watchdog", above, tac_watchdog_run, &c->watchdog, diag) &&
           add_helper(c, "writer", 0, tac_writer_run, &c->writer, diag) &&
           add_helper(c, "control", 0, tac_control_run, c->control, diag) &&
           (!e->log || (add_helper(c, "log", 0, tac_log_writer_run, e->log, diag) &&
                        add_helper(c, "disk", 0, tac_log_writer_sync, e->log, diag))) &&
           (e->tick.kind != TAC_TICK_UDP ||
            add_helper(c, "tick", 0, tac_tick_receive, &e->tick, diag)) &&
           (!e->binding.x ||
            ((e->rig->exchange.clients == 0 ||
              add_helper(c, "exchange", 0, tac_exchange_supervisor, e->binding.x, diag)) &&
             add_helper(c, "history", 0, tac_history_helper, e->binding.x, diag)));
}

static int start_team(tac_run_threads *c, const int *core, tac_diag *diag)
{
    const tac_rig_file *rig = c->executive->rig;
    int ok = 1;
    for (int i = 0; i < c->executive->workers && ok; i++) {
        tac_thread *t = &c->team[i];
        c->thread[i] = (tac_run_thread){c, i};
        *t = (tac_thread){.core = core[i],
                          .priority = rig->priority,
                          .run = i == 0 ? run_cycle : run_worker,
                          .argument = &c->thread[i]};
        snprintf(t->name, sizeof t->name, i == 0 ? "tac-cycle" : "tac-worker-%d", i);
        ok = start(t, &c->n_team, diag);
    }
    return ok;
}

// The main thread and those of the tracing library keep off the team's cores.
static void move_others(tac_run_threads *c)
{
    int tid[MAX_TRACERS];
    (void)tac_thread_pin(pthread_self(), c->helper_core);
    c->n_tracer = tac_trace_threads(c->helper_core, tid, MAX_TRACERS);
}

int tac_run_threads_start(tac_run_threads *c, tac_executive *e, const int *core, int helper_core,
                          tac_failure *why)
{
    memset(c, 0, sizeof *c);
    c->executive = e;
    c->helper_core = helper_core;
    c->ended = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    sem_init(&c->gate, 0, 0);
    if (c->ended < 0) {
        return tac_diag_say_memory(&why->diag, "tactus: no eventfd: %s", strerror(errno));
    }
    if (!tac_writer_open(&c->writer, e->rig, e->monitor, &why->diag)) {
        return tac_failed_output(why);
    }
    c->control = tac_control_open(e, &tac_control_loop_verbs, NULL, &why->diag);
    if (!c->control) {
        return 0;
    }
    int ok = start_team(c, core, &why->diag) && start_helpers(c, &why->diag);
    move_others(c);
    if (ok && e->rig->lock_memory) {
        tac_lock_memory(c->refused, sizeof c->refused);
    }
    c->lookout = ok ? tac_lookout_open(c) : NULL;
    return ok;
}

void tac_run_threads_open_gate(tac_run_threads *c)
{
    sem_post(&c->gate);
}

// ---- end -----------------------------------------------------------------------------------------

int tac_run_threads_have_ended(const tac_run_threads *c, int milliseconds)
{
    struct pollfd ended = {.fd = c->ended, .events = POLLIN};
    return poll(&ended, 1, milliseconds) > 0;
}

static void join_helpers(tac_run_threads *c)
{
    atomic_store(&c->watchdog.quit, 1);
    atomic_store(&c->writer.quit, 1);
    atomic_store(&c->executive->tick.quit, 1);
    if (c->executive->log) {
        tac_log_writer_quit(c->executive->log);
    }
    if (c->executive->binding.x) {
        tac_exchange_quit(c->executive->binding.x);
        tac_history_quit(c->executive->binding.x);
    }
    if (c->control) {
        tac_control_quit(c->control);
    }
    for (int i = 0; i < c->n_helper; i++) {
        pthread_join(c->helper[i].id, NULL);
    }
    c->n_helper = 0;
}

// Stops the loop and waits as long as a cycle and a hung step may take; returns 0 when it hangs on.
static int join_team(tac_run_threads *c)
{
    const tac_rig_file *rig = c->executive->rig;
    int none = 0; // what was given up stays so
    atomic_compare_exchange_strong(&c->executive->flags.stop, &none, 1);
    sem_post(&c->gate); // a cycle thread that still waits there leaves at once
    int64_t limit = (2 * rig->period_ns + rig->watchdog_ns) / 1000000 + PARTING_MS;
    if (c->n_team > 0 && !tac_run_threads_have_ended(c, (int)limit)) {
        return 0;
    }
    for (int i = 0; i < c->n_team; i++) {
        pthread_join(c->team[i].id, NULL);
    }
    c->n_team = 0;
    return 1;
}

int tac_run_threads_end(tac_run_threads *c)
{
    if (!c->executive) {
        return 1;
    }
    int joined = join_team(c);
    join_helpers(c);
    (void)tac_writer_close(&c->writer);
    if (c->control) {
        tac_control_close(c->control);
        c->control = NULL;
    }
    tac_lookout_close(c->lookout);
    c->lookout = NULL;
    if (joined) {
        close(c->ended);
        sem_destroy(&c->gate);
    }
    return joined;
}

// ---- display -------------------------------------------------------------------------------------

void tac_run_threads_print(const tac_run_threads *c)
{
    const tac_thread self = {.name = "tactus", .got_core = c->helper_core};
    const tac_thread tracer = {.name = "tactus-ust", .got_core = c->helper_core};
    const tac_thread *list[TAC_MAX_WORKERS + TAC_MAX_HELPERS + 1 + MAX_TRACERS];
    int n = 0;
    for (int i = 0; i < c->n_team; i++) {
        list[n++] = &c->team[i];
    }
    for (int i = 0; i < c->n_helper; i++) {
        list[n++] = &c->helper[i];
    }
    list[n++] = &self;
    for (int i = 0; i < c->n_tracer; i++) {
        list[n++] = &tracer;
    }
    tac_print_threads(list, n);
}
