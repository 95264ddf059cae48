// tactus run: runs a rig against the clock.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "cosim/rig_clients.h"
#include "log/capture.h"
#include "log/writer_memory.h"
#include "loop/executive.h"
#include "loop/safe_state.h"
#include "model_options.h"
#include "monitor/monitor_segment.h"
#include "printable.h"
#include "run/run_report.h"
#include "run/run_threads.h"
#include "run/supervise.h"
#include "system/clock.h"
#include "system/cores.h"
#include "system/files.h"
#include "system/output.h"
#include "system/stop_signal.h"
#include "trace/trace.h"

typedef struct settings {
    const char *path;
    tac_model_options model;
    double duration; // negative: as in the rig
    double speed;    // of simulation time against the clock
    int workers;     // 0: as in the rig, ALL_WORKERS: as many as make the step shorter
    tac_record_settings record;
    const char *carriers; // NULL: as in the model
    bool trace, quiet;
} settings;

enum { ALL_WORKERS = -1 };

typedef struct run {
    settings set;
    tac_rig_file *rig;
    tac_simulation sim;
    tac_executive executive;
    tac_run_threads threads;
    tac_rig_clients clients;
    int core[TAC_MAX_WORKERS], helper_core, oversubscribed;
    tac_core_users others; // executives
    int asked;             // workers, before those without a core were left out
    tac_diag diag;
} run;

// ---- arguments -----------------------------------------------------------------------------------

static bool take_workers(tac_args *a, void *settings_of_run)
{
    settings *set = settings_of_run;
    int64_t n = ALL_WORKERS;
    bool good = strcmp(a->value, "auto") == 0 || tac_args_whole(a, 1, TAC_MAX_WORKERS, &n);
    set->workers = (int)n;
    return good;
}

static const tac_option options[] = {
    {"duration", "TIME", "simulation time after which to end (default: as in the rig)",
     TAC_ARG_REAL(settings, duration, TAC_Q_TIME, 1e-5, 1e9)},
    {"speed", "X",
     "simulation time against the clock, 0.1 to 10 (default 1); times to live and rates of "
     "commands "
     "stay in wall time",
     TAC_ARG_REAL(settings, speed, TAC_Q_NUMBER, 0.1, 10.0)},
    {"workers", "N", "threads that may share a step, or auto (default: as in the rig)",
     TAC_ARG_OWN(take_workers)},
    {TAC_OPTION_RECORD(settings)},
    {TAC_OPTION_RECORD_STATES(settings)},
    {TAC_OPTION_RECORD_EVERY(settings, "a checkpoint in the log every N steps")},
    {"trace", NULL, "tracing is on from the start; see docs/tracing.md",
     TAC_ARG_FLAG(settings, trace)},
    {TAC_OPTION_CARRIERS(settings, carriers)},
    {"quiet", NULL, "print nothing but errors", TAC_ARG_FLAG(settings, quiet)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .shared = {{tac_model_option, TAC_N_MODEL_OPTION, offsetof(settings, model)}},
    .most = 1,
    .plain = TAC_ARG_AT(settings, path, const char *),
    .surplus = "one rig at a time, not also '%s'",
};

static bool read_arguments(settings *set, tac_args *a)
{
    return tac_args_read(a, &syntax, set) && tac_command_records(a, &set->record) &&
           (set->path || tac_args_fail(a, "no rig given"));
}

// Settings of the command line replace those of the rig.
static void apply_settings(tac_rig_file *rig, const settings *set)
{
    rig->duration = set->duration >= 0.0 ? set->duration : rig->duration;
    int workers = set->workers < 0 ? TAC_MAX_WORKERS : set->workers;
    for (int i = rig->workers; i < workers; i++) {
        rig->core[i] = -1;
    }
    rig->workers = workers > 0 ? workers : rig->workers;
    rig->workers_auto = workers > 0 ? set->workers < 0 : rig->workers_auto;
    rig->trace = rig->trace || set->trace;
    rig->record.path = set->record.path ? set->record.path : rig->record.path;
}

// ---- run -----------------------------------------------------------------------------------------

// No file is read and written by the run, or written twice.
static tac_exit check_outputs(run *r, tac_args *a)
{
    const char *const output[] = {r->rig->record.path, r->rig->log_path, r->rig->dump_path};
    int good = tac_command_apart(a, output, 3);
    for (int i = 0; i < 3 && good; i++) {
        good = tac_command_spares(a, r->set.path, output[i]) &&
               tac_command_spares_model(a, r->sim.file, output[i]);
    }
    snprintf(r->diag.text, sizeof r->diag.text, "%s", good ? "" : a->error);
    return good ? TAC_EXIT_OK : TAC_EXIT_INPUT;
}

// A client that answers frames, as most do, is silent from one to the next.
static void warn_of_silence(const tac_rig_file *rig)
{
    const tac_exchange_rig *x = &rig->exchange;
    double frame = (double)rig->period_ns * 1e-6 * x->divisor;
    for (int i = 0; i < x->n_command && x->enabled; i++) {
        const tac_command_binding *c = &x->command[i];
        double ttl = rig->solver.dt * 1e3 * c->ttl;
        if (c->ttl > 0 && frame > ttl / 2.0) {
            fprintf(stderr,
                    "tactus run: %s: '%s' goes to its fallback after %.6g ms of silence (ttl: %d "
                    "steps), and frames come every %.6g ms (divisor: %d): a client that answers "
                    "frames is %s; raise ttl, lower divisor, or send heartbeats in between\n",
                    TAC_SHOWN(rig->name), TAC_SHOWN(c->name), ttl, c->ttl, frame, x->divisor,
                    frame > ttl ? "lost again and again" : "lost when it misses one");
            return; // once: the numbers are those of the rig
        }
    }
}

static tac_exit load(run *r, tac_args *a)
{
    const tac_given given = tac_model_options_given(&r->set.model);
    r->rig = tac_rig_file_read_given(r->set.path, NULL, &given, &r->diag);
    if (!r->rig) {
        return tac_exit_of(&r->diag, TAC_EXIT_INPUT);
    }
    double period = (double)r->rig->period_ns * 1e-9;
    if (r->set.duration >= 0.0 && r->set.duration < period) {
        snprintf(r->diag.text, sizeof r->diag.text,
                 "tactus run: --duration must be at least one period, which is %g s", period);
        return TAC_EXIT_INPUT;
    }
    apply_settings(r->rig, &r->set);
    if (!tac_rig_set_speed(r->rig, r->set.speed, &r->diag)) {
        return TAC_EXIT_INPUT;
    }
    if (!tac_simulation_read_rig(&r->sim, r->rig)) {
        r->diag = r->sim.diag;
        return tac_exit_of(&r->diag, TAC_EXIT_INPUT);
    }
    tac_command_tell(r->sim.notes);
    tac_command_apply_method(&r->sim, r->set.model.method);
    if (!tac_command_real_time(a, r->sim.method) ||
        !tac_command_apply_carriers(a, &r->sim, r->set.carriers)) {
        snprintf(r->diag.text, sizeof r->diag.text, "%s", a->error);
        return TAC_EXIT_INPUT;
    }
    tac_exit code = check_outputs(r, a);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    r->asked = r->rig->workers;
    tac_limit_workers(r->rig);
    if (r->rig->trace && !tac_trace_on(&r->diag)) {
        return tac_exit_of(&r->diag, TAC_EXIT_INPUT);
    }
    r->helper_core = r->rig->helper_core;
    tac_core_users_find(&r->others);
    if (!tac_choose_cores(r->rig->core, r->rig->workers, &r->others, r->core, &r->helper_core,
                          &r->oversubscribed, &r->diag)) {
        return tac_exit_of(&r->diag, TAC_EXIT_INPUT);
    }
    if (!tac_executive_open(&r->executive, r->rig, &r->sim, &tac_real_clock, r->core,
                            r->oversubscribed)) {
        r->diag = r->executive.diag;
        return tac_exit_of(&r->diag, TAC_EXIT_INPUT);
    }
    warn_of_silence(r->rig);
    if (r->executive.claim.note[0] != '\0') {
        fprintf(stderr, "tactus run: %s\n", TAC_SHOWN(r->executive.claim.note));
    }
    return TAC_EXIT_OK;
}

// Names of the exchange's signals in the order of its dictionary, for the log; NULL: none to name.
static char *list_signals(const tac_exchange_rig *x)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = x->enabled ? open_memstream(&text, &size) : NULL;
    for (int i = 0; out && i < x->n_state + x->n_command; i++) {
        fprintf(out, "%s\n", i < x->n_state ? x->state[i].name : x->command[i - x->n_state].name);
    }
    return out && fclose(out) == 0 ? text : NULL;
}

// The recording begins with the consistent start, before anything runs.
static tac_exit open_record(run *r)
{
    tac_executive *e = &r->executive;
    if (!r->rig->record.path) {
        return TAC_EXIT_OK;
    }
    tac_log_header header;
    char *signals = list_signals(&r->rig->exchange);
    const tac_log_origin origin = {.rig_path = r->set.path,
                                   .signals = signals,
                                   .schedule = e->schedule,
                                   .period_ns = r->rig->period_ns,
                                   .speed = r->rig->speed,
                                   .substeps = r->rig->substeps,
                                   .full = r->set.record.states == 0,
                                   .input = e->initial_input,
                                   .state = e->initial};
    const tac_log_writer_options how = {
        .sync = 1, .record = &r->rig->record, .steps_per_block = r->set.record.steps_per_block};
    tac_exit code = TAC_EXIT_OK;
    if (!tac_log_bound(&r->sim, origin.full, &how, &r->diag)) {
        free(signals);
        return TAC_EXIT_INPUT;
    }
    if (!tac_log_header_capture(&header, &r->sim, &origin, &r->diag)) {
        code = tac_exit_of(&r->diag, TAC_EXIT_INPUT);
    } else {
        e->log = tac_log_writer_open(r->rig->record.path, &header, &how, &r->diag);
        code = e->log ? TAC_EXIT_OK : tac_exit_of(&r->diag, TAC_EXIT_OUTPUT);
    }
    tac_log_header_free(&header);
    free(signals);
    return code;
}

// Returns 0 and says why when the recording is incomplete.
static int close_record(run *r)
{
    tac_log_totals totals;
    if (!r->executive.log) {
        return 1;
    }
    int complete = tac_log_writer_close(r->executive.log, &totals);
    r->executive.log = NULL;
    const char *path = TAC_SHOWN(r->rig->record.path);
    if (!complete) {
        fprintf(stderr,
                "tactus: '%s' is incomplete: %lld steps (%lld records) lost in %lld gap%s%s%s\n",
                path, (long long)totals.lost_steps, (long long)totals.lost, (long long)totals.gaps,
                totals.gaps == 1 ? "" : "s", totals.error ? ": " : "",
                totals.error ? tac_output_error(totals.error) : "");
    } else if (!r->set.quiet && totals.pieces == 1) {
        printf("recorded      %lld steps in %s, %.1f MiB\n", (long long)totals.steps, path,
               (double)totals.bytes / (1024.0 * 1024.0));
    } else if (!r->set.quiet) {
        printf("recorded      %lld pieces of %s, %.1f MiB\n", (long long)totals.pieces, path,
               (double)totals.bytes / (1024.0 * 1024.0));
    }
    return complete;
}

static int exit_code(const run *r, int signal_number, tac_outcome outcome)
{
    tac_safe_reason reason = tac_safe_state(&r->executive);
    return outcome == TAC_RUN_AT_ONCE    ? TAC_EXIT_SIGNAL + signal_number
           : reason == TAC_SAFE_DIVERGED ? TAC_EXIT_DIVERGED
           : reason != TAC_SAFE_NONE || atomic_load(&r->executive.flags.rearmed) > 0 ? TAC_EXIT_SAFE
           : atomic_load(&r->threads.writer.error) != 0 ? TAC_EXIT_OUTPUT
                                                        : TAC_EXIT_OK;
}

// Ends the process under a loop that did not come back, whose memory must stay.
_Noreturn static void leave_behind(run *r, int code)
{
    fflush(stdout);
    if (r->executive.binding.x) {
        tac_exchange_abandon(r->executive.binding.x);
    }
    tac_monitor_remove(r->executive.shown, r->executive.rig->name);
    tac_claim_release(&r->executive.claim);
    _exit(code);
}

static void print_cores_missing(const run *r)
{
    if (r->rig->workers < r->asked && !r->rig->workers_auto) {
        printf("note          %d workers asked for, %d have a core of their own\n", r->asked,
               r->rig->workers);
        fflush(stdout);
    }
}

static int watch(run *r)
{
    int signal_number = 0;
    int shows = !r->set.quiet && isatty(STDERR_FILENO);
    if (!r->set.quiet) {
        tac_print_run_start(&r->threads, r->oversubscribed);
        print_cores_missing(r);
        tac_core_users_find(&r->others); // once more: one may have started at the same moment
        tac_core_users_print(&r->others, r->core, r->executive.workers);
        fflush(stdout);
    }
    tac_block_signals();
    tac_run_threads_open_gate(&r->threads);
    r->threads.clients = &r->clients;
    tac_outcome outcome = tac_supervise(&r->threads, shows, &signal_number);
    tac_stop_note(signal_number, tac_now_ns());
    tac_stop_catch();
    if (outcome == TAC_RUN_AT_ONCE) {
        leave_behind(r, exit_code(r, signal_number, outcome));
    }
    int joined = tac_run_threads_end(&r->threads);
    if (!r->set.quiet) {
        tac_print_run_end(&r->threads, stdout);
    }
    tac_doubts_warn(&r->executive.doubts, &r->sim, stderr);
    int code = exit_code(r, signal_number, outcome);
    if (!joined) {
        fprintf(stderr, "tactus: the step never ended; its thread is left behind\n");
        leave_behind(r, code);
    }
    return close_record(r) || code != TAC_EXIT_OK ? code : TAC_EXIT_OUTPUT;
}

// By a signal while a process was waited for.
static int say_stopped(const run *r)
{
    if (!r->set.quiet) {
        printf("stopped       before t = 0\n");
    }
    return TAC_EXIT_OK;
}

static int run_rig(run *r, tac_args *a)
{
    tac_block_signals();
    tac_stop_catch(); // but for the time of tac_supervise
    tac_output_bind(TAC_OUTPUT_BRIEF);
    tac_exit code = load(r, a);
    code = code == TAC_EXIT_OK ? open_record(r) : code;
    if (code == TAC_EXIT_OK &&
        !tac_rig_clients_start(&r->clients, r->rig, r->core, r->executive.workers, &r->diag)) {
        code = tac_exit_of(&r->diag, TAC_EXIT_INPUT);
    }
    tac_failure why = {.diag = r->diag};
    if (code == TAC_EXIT_OK &&
        !tac_run_threads_start(&r->threads, &r->executive, r->core, r->helper_core, &why)) {
        code = tac_exit_of_failure(&why);
    }
    int result = code == TAC_EXIT_OK          ? watch(r)
                 : r->executive.flags.stopped ? say_stopped(r)
                                              : tac_command_refuse(&why.diag, code);
    if (code != TAC_EXIT_OK) {
        (void)tac_run_threads_end(&r->threads);
        (void)close_record(r);
    }
    tac_rig_clients_stop(&r->clients);
    tac_executive_close(&r->executive);
    tac_simulation_close(&r->sim);
    tac_rig_file_free(r->rig);
    return result;
}

static int run_run(tac_args *a)
{
    run *r = aligned_alloc(_Alignof(run), sizeof *r);
    if (!r) {
        return tac_command_fail(TAC_EXIT_MEMORY, "tactus: not enough memory");
    }
    memset(r, 0, sizeof *r);
    r->set.duration = -1.0;
    r->set.speed = 1.0;
    int code =
        read_arguments(&r->set, a) ? run_rig(r, a) : tac_command_fail(TAC_EXIT_INPUT, a->error);
    free(r);
    return code;
}

const tac_command tac_command_run = {
    .name = "run",
    .arguments = "RIG [options]",
    .summary = "run a rig, or a model, in real time",
    .syntax = &syntax,
    .run = run_run,
};
