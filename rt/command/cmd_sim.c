// tactus sim: simulates a model and writes what was asked for.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "cosim/stepped_options.h"
#include "error/measured_run.h"
#include "error/orders.h"
#include "format/number.h"
#include "format/progress.h"
#include "log/recording.h"
#include "model_options.h"
#include "output_options.h"
#include "printable.h"
#include "simulation/simulation.h"
#include "simulation/summary.h"
#include "system/clock.h"
#include "system/files.h"
#include "system/output.h"
#include "system/stop_signal.h"
#include "words.h"

#define MAX_STEPS 1e12

typedef struct settings {
    const char *path;
    tac_model_options model;
    tac_texts input;                        // NAME=VALUE
    double duration, dt, penalty, alpha;    // negative: as in the model
    int iterations, order;                  // 0: as in the model
    int acceleration, tangent, corrections; // -1: as in the model
    const char *carriers;                   // NULL: as in the model
    tac_offline_settings offline;
    tac_output_options output;
    tac_error_options check;
    tac_stepped_options fmu;
    tac_record_settings record;
    bool quiet, estimate;
    double error; // 0: not asked for
} settings;

static const char *const tangents[] = {[TAC_TANGENT_FULL] = "full", [TAC_TANGENT_FIRST] = "first"};
static const char *const accelerations[] = {
    [TAC_INDEX1] = "index-1", [TAC_PROJECTION] = "projection"};

static const char *const corrections[] = {[TAC_CORRECT_BOTH] = "both",
                                          [TAC_CORRECT_POSITIONS] = "positions",
                                          [TAC_CORRECT_VELOCITIES] = "velocities",
                                          [TAC_CORRECT_NOTHING] = "none"};

static const tac_option options[] = {
    {"duration", "TIME", "how long to simulate (default: as in the model)",
     TAC_ARG_REAL(settings, duration, TAC_Q_TIME, 0.0, 1e12)},
    {"dt", "TIME", "step (default: as in the model)",
     TAC_ARG_REAL(settings, dt, TAC_Q_TIME, 1e-9, 1e3)},
    {"iterations", "N", "Newton-Raphson iterations of every step, 1 to 50",
     TAC_ARG_WHOLE(settings, iterations, 1, 50)},
    {"penalty", "B", "dimensionless penalty factor, 1e4 to 1e8 work well",
     TAC_ARG_REAL(settings, penalty, TAC_Q_NUMBER, 1e-3, 1e15)},
    {"alpha", "A", "the same absolute penalty factor for all constraints instead",
     TAC_ARG_REAL(settings, alpha, TAC_Q_NUMBER, 1e-3, 1e30)},
    {"acceleration", "index-1|projection", "how accelerations are made consistent",
     TAC_ARG_WORD(settings, acceleration, accelerations)},
    {"order", "2|3|4|6", "order of accuracy: others than 2 extrapolate over 3 or 6 sub-steps",
     TAC_ARG_WHOLE(settings, order, 2, 6)},
    {"tangent", "full|first", "factors in every Newton iteration, or in the first of a step",
     TAC_ARG_WORD(settings, tangent, tangents)},
    {"corrections", "WHAT", "both (default), positions, velocities or none, once per step",
     TAC_ARG_WORD(settings, corrections, corrections)},
    {TAC_OPTION_CARRIERS(settings, carriers)},
    {"input", "NAME=VALUE", "hold an input of the model at a value; may be repeated",
     TAC_ARG_TEXTS(settings, input)},
    {TAC_OPTION_RECORD(settings)},
    {TAC_OPTION_RECORD_STATES(settings)},
    {TAC_OPTION_RECORD_EVERY(settings,
                             "a checkpoint in the log every N steps (default: up to 500)")},
    {"estimate", NULL,
     "the error of every order of the method, and the step that --error needs; writes no results",
     TAC_ARG_FLAG(settings, estimate)},
    {"error", "X", "order and step that keep positions (of the motion) and angles (rad) within X",
     TAC_ARG_REAL(settings, error, TAC_Q_NUMBER, 1e-12, 1.0)},
    {"quiet", NULL, "no progress and no summary", TAC_ARG_FLAG(settings, quiet)},
};

static bool take_most(tac_args *a, void *o)
{
    double *most = &((tac_error_options *)o)->most;
    bool none = strcmp(a->value, "none") == 0;
    *most = none ? HUGE_VAL : 0.0;
    return none || (tac_number_parse(a->value, most) && *most >= 1e-9 && *most <= 1e3) ||
           tac_args_fail(a, "--max-error needs a number from 1e-9 to 1000, or none, not '%s'",
                         a->value);
}

static const char *const checks[] = {
    [TAC_CHECK_ON] = "on", [TAC_CHECK_OFF] = "off", [TAC_CHECK_ALWAYS] = "always"};

static const tac_option error_options[] = {
    {"error-check", "on|off|always",
     "measure the error by runs with half and twice the step; on: unless that takes too long",
     TAC_ARG_WORD(tac_error_options, check, checks)},
    {"max-error", "X|none",
     "error of positions, of the motion, and of angles, rad, that is in no doubt (default 0.01)",
     TAC_ARG_OWN(take_most)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .shared = {{tac_model_option, TAC_N_MODEL_OPTION, offsetof(settings, model)},
               {tac_offline_option, TAC_N_OFFLINE_OPTION, offsetof(settings, offline)},
               {tac_output_option, TAC_N_OUTPUT_OPTION, offsetof(settings, output)},
               {error_options, sizeof error_options / sizeof *error_options,
                offsetof(settings, check)},
               {tac_stepped_option, TAC_N_STEPPED_OPTION, offsetof(settings, fmu)}},
    .most = 1,
    .plain = TAC_ARG_AT(settings, path, const char *),
    .surplus = TAC_TWO_MODELS,
};

typedef struct run {
    settings set;
    tac_simulation sim;
    int64_t n_step;
    tac_export export;
    tac_recording recording;
    tac_summary summary;
    tac_error_run error;
    tac_wall_time time;
    tac_step_choice choice; // of --error
    tac_stepped_settings fmus;
    tac_stepped stepped;
    bool has_output; // tables or other files
} run;

// All files that are written.
enum { N_OUTPUT = TAC_N_OUTPUT + 2 };

static void list_outputs(const settings *set, const char *output[N_OUTPUT])
{
    tac_output_files(&set->output, output);
    output[TAC_N_OUTPUT] = set->record.path;
    output[TAC_N_OUTPUT + 1] = set->fmu.table;
}

static bool read_arguments(settings *set, tac_args *a)
{
    if (!tac_args_read(a, &syntax, set)) {
        return false;
    }
    bool asks = set->estimate || set->error > 0.0 || set->check.check == TAC_CHECK_ALWAYS ||
                (set->check.most > 0.0 && isfinite(set->check.most));
    if (!tac_stepped_options_check(&set->fmu, asks, a)) {
        return false;
    }
    set->check.check = set->fmu.path.n > 0 ? TAC_CHECK_OFF : set->check.check;
    if (set->penalty > 0.0 && set->alpha > 0.0) {
        return tac_args_fail(a, "--penalty and --alpha exclude each other");
    }
    if (set->check.check == TAC_CHECK_OFF && set->check.most > 0.0 && isfinite(set->check.most)) {
        return tac_args_fail(a, "--max-error asks for the error, which --error-check off does not "
                                "measure; leave one of them out");
    }
    if (set->estimate && (tac_output_wanted(&set->output) || set->record.path)) {
        return tac_args_fail(a, "--estimate writes no results; leave out files, or "
                                "take --error alone");
    }
    const char *output[N_OUTPUT];
    list_outputs(set, output);
    return tac_command_records(a, &set->record) && tac_output_check(&set->output, a) &&
           (set->path || tac_args_fail(a, TAC_NO_MODEL, a->command)) &&
           tac_command_apart(a, output, N_OUTPUT);
}

// Settings of the command line replace those of the model.
static void apply_settings(tac_simulation *s, const settings *set)
{
    s->duration = set->duration >= 0.0 ? set->duration : s->duration;
    tac_command_apply_method(s, set->model.method);
    s->options.dt = set->dt > 0.0 ? set->dt : s->options.dt;
    s->options.iterations = set->iterations > 0 ? set->iterations : s->options.iterations;
    if (set->penalty > 0.0) {
        s->options.penalty = set->penalty;
        s->options.alpha = 0.0;
    }
    s->options.alpha = set->alpha > 0.0 ? set->alpha : s->options.alpha;
    s->options.order = set->order > 0 ? set->order : s->options.order;
    if (set->tangent >= 0) {
        s->options.tangent = (tac_tangent)set->tangent;
    }
    if (set->acceleration >= 0) {
        s->options.acceleration = (tac_acceleration_mode)set->acceleration;
    }
    if (set->corrections >= 0) {
        s->options.corrections = (tac_corrections)set->corrections;
    }
}

// A method has what was asked for; one that is not for real time has no recordings.
static bool fits_method(const tac_simulation *s, const settings *set, tac_args *a)
{
    const struct {
        bool given;
        tac_solver_key key;
    } option[] = {{set->iterations > 0, TAC_KEY_ITERATIONS},
                  {set->alpha > 0.0, TAC_KEY_ALPHA},
                  {set->acceleration >= 0, TAC_KEY_ACCELERATION},
                  {set->order > 0, TAC_KEY_ORDER},
                  {set->tangent >= 0, TAC_KEY_TANGENT},
                  {set->corrections >= 0, TAC_KEY_CORRECTIONS}};
    bool fits = true;
    for (size_t i = 0; i < sizeof option / sizeof *option && fits; i++) {
        fits = !option[i].given || tac_command_takes(a, s->method, option[i].key);
    }
    return fits && (!set->record.path || !s->method->is_offline ||
                    tac_args_fail(a,
                                  "--record belongs to methods for real time, which '%s' is not; "
                                  "leave it out or take --method %s",
                                  tac_method_word(s->method), tac_methods[0].word));
}

static int count_steps(run *r, tac_args *a)
{
    double n = floor(r->sim.duration / r->sim.options.dt + 0.5);
    if (!(n <= MAX_STEPS)) {
        return tac_args_fail(
            a, "%g steps are more than %g; take a longer --dt or a shorter --duration", n,
            MAX_STEPS);
    }
    if (r->sim.duration > 0.0 && r->sim.options.dt > r->sim.duration) {
        return tac_args_fail(a,
                             "a step of %g s is longer than the duration of %g s; take a shorter "
                             "--dt or a longer --duration",
                             r->sim.options.dt, r->sim.duration);
    }
    r->n_step = (int64_t)n;
    return 1;
}

static int fail_args(const tac_args *a)
{
    return tac_command_fail(TAC_EXIT_INPUT, a->error);
}

// No file that is read is written over.
static bool spares_files(const run *r, const tac_simulation *s, tac_args *a)
{
    const char *output[N_OUTPUT];
    bool good = true;
    list_outputs(&r->set, output);
    for (int i = 0; i < N_OUTPUT && good; i++) {
        good = tac_command_spares(a, r->set.path, output[i]) &&
               tac_command_spares_model(a, s->file, output[i]);
    }
    return good;
}

// The model with the settings of the command line.
static int read_model(const run *r, tac_simulation *s, tac_args *a)
{
    const tac_given given = tac_model_options_given(&r->set.model);
    if (!tac_simulation_read_any(s, r->set.path, &given)) {
        return tac_command_refuse(&s->diag, TAC_EXIT_INPUT);
    }
    if (!spares_files(r, s, a)) {
        return fail_args(a);
    }
    tac_command_tell(s->notes);
    apply_settings(s, &r->set);
    if (!fits_method(s, &r->set, a) || !tac_command_apply_carriers(a, s, r->set.carriers) ||
        !tac_offline_apply(a, &r->set.offline, s)) {
        return fail_args(a);
    }
    for (int i = 0; i < r->set.input.n; i++) {
        if (!tac_command_apply_input(s, a, r->set.input.text[i])) {
            return fail_args(a);
        }
    }
    return TAC_EXIT_OK;
}

// ---- estimate ------------------------------------------------------------------------------------

typedef struct builder {
    const run *run;
    tac_args *args;
} builder;

static bool build_again(void *context, tac_simulation *s)
{
    const builder *b = context;
    return read_model(b->run, s, b->args) == TAC_EXIT_OK;
}

// Bodies of compiled sub-models are in no difference of runs, and what sources do between their steps is not.
static bool say_unseen(const run *r, const tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    int hidden = 0;
    for (int i = 0; i < d->n_part; i++) {
        hidden += d->part[i].table && d->part[i].table->bodies != NULL;
    }
    if (hidden > 0) {
        fprintf(stderr,
                "tactus: %s: no step is known to keep the error below %g: bodies of compiled "
                "sub-models are not looked at; include their files instead, or choose the step by "
                "trial\n",
                TAC_SHOWN(s->path), r->set.error);
    }
    return hidden > 0;
}

static void print_choice(const tac_orders *o, FILE *out)
{
    const tac_step_choice *best = &o->choice;
    if (best->order > 0) {
        fprintf(out, "for %-10.3gorder %d with a step of %.9g s, error about %.2g\n", o->error,
                best->order, best->dt, best->expects);
    } else {
        fprintf(out, "for %-10.3gno step does: take a shorter --duration or a larger --error\n",
                o->error);
    }
}

// Tries the orders of the method, and says what came of it or takes it.
static int estimate(run *r, tac_args *a)
{
    tac_orders o;
    builder b = {r, a};
    double error = r->set.error > 0.0 ? r->set.error : 1e-6;
    tac_stop_catch();
    if (!tac_try_orders(&o, r->n_step, error, r->set.estimate, build_again, &b,
                        r->set.estimate ? stdout : NULL)) {
        return TAC_EXIT_SIGNAL + tac_stop_signal();
    }
    if (o.n == 0 || o.of[0].price == 0.0) { // the order that was asked for does not begin
        return tac_command_refuse(&o.of[0].trial.why, TAC_EXIT_INPUT);
    }
    r->choice = o.choice;
    if (r->set.estimate) {
        print_choice(&o, stdout);
    } else if (say_unseen(r, &r->sim)) {
        return TAC_EXIT_DOUBT;
    } else if (o.choice.order == 0) {
        fprintf(stderr,
                "tactus: %s: no step keeps the error below %g: errors do not fall with the step to "
                "that, --estimate shows them; take a shorter --duration or a larger --error\n",
                TAC_SHOWN(r->sim.path), error);
    }
    return o.choice.order == 0 ? TAC_EXIT_DOUBT : TAC_EXIT_OK;
}

static void take_choice(run *r)
{
    tac_options *o = &r->sim.options;
    o->order = tac_simulation_has_one_order(&r->sim) ? o->order : r->choice.order;
    o->alpha *= (double)r->choice.parts * r->choice.parts;
    o->dt = r->choice.dt;
    r->n_step *= r->choice.parts;
    if (r->set.check.most == 0.0 && r->set.check.check != TAC_CHECK_OFF) {
        r->set.check.most = r->set.error; // what was asked for is measured
    }
}

// Share of the duration by which the end of the last step may miss it in silence: results have the time in every row.
static const double unsaid = 1e-3;

// Results end within half a step of what was asked for. dt is the step that the duration was rounded to, before an
// --error divides it.
static void say_other_end(const run *r, double dt, int64_t n_step)
{
    double asked = r->sim.duration, end = (double)n_step * dt;
    if (fabs(end - asked) > unsaid * asked) {
        fprintf(stderr,
                "tactus: %s: %.9g s is no whole number of steps of %.9g s: ends at %.9g s\n",
                TAC_SHOWN(r->sim.path), asked, dt, end);
    }
}

static int load(run *r, tac_args *a)
{
    tac_simulation *s = &r->sim;
    int code = read_model(r, s, a);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    if (!count_steps(r, a)) {
        return fail_args(a);
    }
    double dt = s->options.dt;
    int64_t n_step = r->n_step;
    if (r->set.estimate || r->set.error > 0.0) {
        code = estimate(r, a);
        if (r->set.estimate && (code == TAC_EXIT_OK || code == TAC_EXIT_DOUBT)) {
            say_other_end(r, dt, n_step);
        }
        if (code != TAC_EXIT_OK || r->set.estimate) {
            return code;
        }
        take_choice(r);
    }
    if (!tac_simulation_prepare(s) || !tac_simulation_start(s)) {
        return tac_command_refuse(&s->diag, TAC_EXIT_INPUT);
    }
    say_other_end(r, dt, n_step);
    return TAC_EXIT_OK;
}

// Opens the files of the results and writes their headers.
static int open_outputs(run *r)
{
    r->set.output.plot.watches = r->set.output.plot.path && r->set.check.check != TAC_CHECK_OFF;
    r->set.check.watch = r->set.output.plot.watches
                             ? (tac_half_watch){tac_plot_half, &r->set.output.plot}
                             : (tac_half_watch){NULL, NULL};
    tac_output_export(&r->set.output, &r->export);
    return tac_export_open(&r->export, &r->sim) ? TAC_EXIT_OK : (int)tac_output_close(&r->export);
}

static int open_fmus(run *r)
{
    r->fmus = tac_stepped_options_settings(&r->set.fmu);
    if (r->fmus.n == 0) {
        return TAC_EXIT_OK;
    }
    tac_stop_catch();
    int code = tac_stepped_open(&r->stepped, &r->fmus, &r->sim);
    return r->stepped.diag.text[0] != '\0' ? tac_command_fail(code, r->stepped.diag.text) : code;
}

// What went wrong with FMUs, unless something else did before.
static int close_fmus(run *r, int code)
{
    int closed = tac_stepped_close(&r->stepped);
    code = code == TAC_EXIT_OK ? closed : code;
    return r->stepped.diag.text[0] != '\0' ? tac_command_fail(code, r->stepped.diag.text) : code;
}

static int open_record(run *r)
{
    tac_failure why = {.kind = TAC_FAILED_INPUT};
    const tac_log_origin origin = {.rig_path = r->sim.rig[0] != '\0' ? r->set.path : NULL,
                                   .full = r->set.record.states == 0,
                                   .input = r->sim.input,
                                   .state = r->sim.state.data};
    const tac_log_writer_options how = {.patient = 1,
                                        .steps_per_block = r->set.record.steps_per_block};
    if (!r->set.record.path) {
        return TAC_EXIT_OK;
    }
    return tac_recording_start(&r->recording, r->set.record.path, &r->sim, &origin, &how, &why)
               ? TAC_EXIT_OK
               : tac_command_fail(tac_exit_of_failure(&why), why.diag.text);
}

static int close_record(run *r)
{
    tac_log_totals totals;
    if (!tac_recording_stop(&r->recording, &totals)) {
        fprintf(stderr, "tactus: '%s' is incomplete: %s\n", TAC_SHOWN(r->set.record.path),
                tac_output_error(totals.error));
        return TAC_EXIT_OUTPUT;
    }
    return TAC_EXIT_OK;
}

// The state at hand for files, and how long that takes.
static int put_out(run *r)
{
    double begin = r->has_output ? tac_now_s() : 0.0;
    bool written = tac_export_row(&r->export, &r->sim);
    r->time.output += r->has_output ? tac_now_s() - begin : 0.0;
    return written ? TAC_EXIT_OK : TAC_EXIT_OUTPUT;
}

// To the recording's ring, which may have to be waited for.
static void record_step(run *r, bool failed)
{
    double begin = r->recording.writer ? tac_now_s() : 0.0;
    tac_recording_step(&r->recording, &r->sim, failed);
    r->time.output += r->recording.writer ? tac_now_s() - begin : 0.0;
}

static int one_step(run *r)
{
    int code = tac_stepped_step(&r->stepped, &r->sim);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    bool failed = tac_simulation_step(&r->sim).code != TAC_OK;
    record_step(r, failed);
    if (failed) {
        return TAC_EXIT_DIVERGED;
    }
    tac_summary_add(&r->summary, &r->sim);
    tac_beside_add(&r->error.beside, &r->sim);
    return put_out(r);
}

static int step_all(run *r)
{
    tac_progress progress;
    tac_progress_begin(&progress, !r->set.quiet);
    tac_summary_begin(&r->summary, &r->sim);
    tac_error_begin(&r->error, &r->set.check, &r->sim, r->n_step, &r->summary.doubts);
    int code = put_out(r);
    while (code == TAC_EXIT_OK && *r->sim.state.step < r->n_step && !tac_stop_signal()) {
        code = one_step(r);
        tac_progress_show(&progress, tac_simulation_time(&r->sim), r->sim.duration);
    }
    tac_progress_end(&progress);
    return code == TAC_EXIT_OK && tac_stop_signal() ? TAC_EXIT_SIGNAL + tac_stop_signal() : code;
}

// The summary stays out of results on standard output.
static void print_results(const run *r)
{
    FILE *out = tac_output_on_stdout(&r->set.output) ? stderr : stdout;
    if (!r->set.quiet && r->choice.order > 0) {
        fprintf(out, "for %-9.3g order %d with a step of %.9g s, error about %.2g\n", r->set.error,
                r->choice.order, r->choice.dt, r->choice.expects);
    }
    if (!r->set.quiet) {
        tac_summary_print(&r->summary, &r->sim, &r->time, out);
        tac_error_say(&r->error, &r->sim, out);
    }
}

static bool in_doubt(const run *r)
{
    return tac_doubts_any(&r->summary.doubts, &r->sim) || tac_error_doubtful(&r->error);
}

// What puts results in doubt by a rule explains their error.
static void say_doubts(const run *r)
{
    if (tac_doubts_any(&r->summary.doubts, &r->sim)) {
        tac_doubts_warn(&r->summary.doubts, &r->sim, stderr);
    } else {
        (void)tac_error_warn(&r->error, &r->sim, &r->summary.doubts, stderr);
    }
}

static int simulate(run *r, tac_args *a)
{
    tac_output_bind(TAC_OUTPUT_UNTIL_STOP);
    int code = load(r, a);
    if (r->set.estimate) {
        return code;
    }
    code = code == TAC_EXIT_OK ? open_fmus(r) : code;
    code = code == TAC_EXIT_OK ? open_outputs(r) : code;
    code = code == TAC_EXIT_OK ? open_record(r) : code;
    if (code != TAC_EXIT_OK) {
        return code;
    }
    tac_stop_catch();
    r->has_output = tac_output_wanted(&r->set.output);
    double begin = tac_now_s();
    code = close_fmus(r, step_all(r));
    tac_error_finish(&r->error, &r->sim);
    tac_plot_measured(&r->set.output.plot, tac_error_factor(&r->error));
    double checked = tac_now_s();
    int recorded = close_record(r), closed = tac_output_close(&r->export);
    r->time.whole = tac_now_s() - begin;
    r->time.waited = r->error.beside.waited;
    r->time.output += r->has_output || r->set.record.path ? tac_now_s() - checked : 0.0;
    if (code == TAC_EXIT_OUTPUT) {
        return closed != TAC_EXIT_OK ? closed : code;
    }
    print_results(r);
    if (code == TAC_EXIT_DIVERGED) {
        tac_command_fail(code, r->sim.diag.text);
    } else {
        say_doubts(r);
    }
    closed = closed == TAC_EXIT_OK ? recorded : closed;
    code = code == TAC_EXIT_OK ? closed : code;
    return code == TAC_EXIT_OK && in_doubt(r) ? TAC_EXIT_DOUBT : code;
}

static int run_sim(tac_args *a)
{
    run r = {.set = {.duration = -1.0,
                     .dt = -1.0,
                     .penalty = -1.0,
                     .alpha = -1.0,
                     .acceleration = -1,
                     .tangent = -1,
                     .corrections = -1,
                     .offline = tac_offline_unset}};
    int code = read_arguments(&r.set, a) ? simulate(&r, a) : fail_args(a);
    tac_error_end(&r.error);
    (void)tac_stepped_close(&r.stepped);
    (void)tac_export_close(&r.export);
    tac_recording_stop(&r.recording, &(tac_log_totals){0});
    tac_simulation_close(&r.sim);
    return code;
}

const tac_command tac_command_sim = {
    .name = "sim",
    .arguments = "MODEL|RIG [options]",
    .summary = "simulate a model",
    .syntax = &syntax,
    .run = run_sim,
};
