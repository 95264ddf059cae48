// tactus replay: runs recorded logs again and says whether the bits are the same.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "format/number.h"
#include "log/capture.h"
#include "log/file_diff.h"
#include "loop/signal_table.h"
#include "model_options.h"
#include "output_options.h"
#include "printable.h"
#include "replay/report.h"
#include "system/files.h"

#define SUFFIX ".tlog"
enum { MAX_WORKERS = 64 };

typedef struct run {
    tac_output_options output;
    const char *signals, *junit;
    bool other_build, partial, quiet, error_check;
    int workers, lanes, bounds;
    int64_t window[2]; // steps, the last one negative: to the end
    tac_replay_options o;
    tac_tolerance *tolerance; // storage of o.tolerance
    tac_replay_case *log;     // (n)
    size_t n, capacity;
    tac_export export;
    tac_signal_table signal_table;
    bool no_memory; // for the arguments
} run;

// ---- arguments -----------------------------------------------------------------------------------

static bool refuse_memory(run *r, tac_args *a)
{
    r->no_memory = true;
    return tac_args_fail(a, "not enough memory");
}

static bool take_tolerance(tac_args *a, void *settings)
{
    run *r = settings;
    tac_tolerance *t = &r->tolerance[r->o.n_tolerance];
    const char *equals = strrchr(a->value, '='), *number = equals ? equals + 1 : a->value;
    if (!tac_number_parse(number, &t->value) || t->value < 0.0) {
        return tac_args_fail(a, "--tolerance needs X or SIGNAL=X with a number, not '%s'",
                             a->value);
    }
    t->pattern = equals ? strndup(a->value, (size_t)(equals - a->value)) : NULL;
    r->o.n_tolerance++;
    r->o.by_value = 1;
    return !equals || t->pattern || refuse_memory(r, a);
}

static int add_path(run *r, char *path)
{
    if (r->n == r->capacity) {
        size_t capacity = r->capacity ? 2 * r->capacity : 16;
        tac_replay_case *bigger = realloc(r->log, capacity * sizeof *bigger);
        if (!bigger) {
            free(path);
            return 0;
        }
        r->log = bigger;
        r->capacity = capacity;
    }
    r->log[r->n] = (tac_replay_case){.path = path};
    r->n += path != NULL;
    return path != NULL;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const tac_replay_case *)a)->path, ((const tac_replay_case *)b)->path);
}

// All logs of a directory in the order of their names.
static int add_directory(run *r, DIR *d, const char *path)
{
    size_t before = r->n;
    int ok = 1;
    for (struct dirent *e; ok && (e = readdir(d));) {
        size_t length = strlen(e->d_name), suffix = strlen(SUFFIX);
        char *whole = NULL;
        if (length > suffix && strcmp(e->d_name + length - suffix, SUFFIX) == 0) {
            ok = asprintf(&whole, "%s/%s", path, e->d_name) >= 0 && add_path(r, whole);
        }
    }
    if (r->n > before) {
        qsort(r->log + before, r->n - before, sizeof *r->log, by_path);
    }
    return ok;
}

static bool take_path(tac_args *a, void *settings)
{
    run *r = settings;
    DIR *d = opendir(a->value);
    size_t before = r->n;
    int ok = d ? add_directory(r, d, a->value) : add_path(r, strdup(a->value));
    if (d) {
        closedir(d);
    }
    if (!ok) {
        return refuse_memory(r, a);
    }
    return r->n > before || tac_args_fail(a, "'%s' holds no *" SUFFIX, a->value);
}

static const char *const widths[] = {"0", "1", "4", "8"};

static const tac_option options[] = {
    {"workers", "N", "threads that share a step (default 0: no team of threads)",
     TAC_ARG_WHOLE(run, workers, 0, MAX_WORKERS)},
    {"lanes", "N", "width of vectors: 1, 4, 8 (default 0: what suits the model)",
     TAC_ARG_NUMBER(run, lanes, widths)},
    {"from", "STEP", "begin with the last checkpoint at or before a step",
     TAC_ARG_WHOLE(run, window[0], 0, 1000000000000000)},
    {"window", "A:B", "look at steps A to B only, also in the files", TAC_ARG_WINDOW(run, window)},
    {"signals", "FILE", TAC_SIGNALS_HELP, TAC_ARG_TEXT(run, signals)},
    {"tolerance", "[SIGNAL=]X", "compare by value, X times max(1, value); SIGNAL may hold * and ?",
     TAC_ARG_OWN(take_tolerance)},
    {"other-build", NULL, "proceed when another build recorded the log",
     TAC_ARG_FLAG(run, other_build)},
    {TAC_OPTION_PART},
    {TAC_OPTION_BOUNDS(run, bounds)},
    {"error-check", NULL,
     "say how far the run was from the same inputs with half the step, between checkpoints",
     TAC_ARG_FLAG(run, error_check)},
    {"partial", NULL, "accept an incomplete log for what it holds", TAC_ARG_FLAG(run, partial)},
    {"junit", "FILE", "write JUnit XML with one case per log", TAC_ARG_TEXT(run, junit)},
    {"quiet", NULL, "say only what went wrong", TAC_ARG_FLAG(run, quiet)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .shared = {{tac_output_option, TAC_N_OUTPUT_OPTION, offsetof(run, output)}},
    .least = 1,
    .missing = "no log given; try '%s --help'",
    .take = take_path,
};

// Nothing that is replayed is written over, and nothing is written twice.
static bool spares_logs(const run *r, tac_args *a)
{
    enum { N_OUTPUT = TAC_N_OUTPUT + 2 };
    const char *output[N_OUTPUT];
    tac_output_files(&r->output, output);
    output[TAC_N_OUTPUT] = r->signals;
    output[TAC_N_OUTPUT + 1] = r->junit;
    for (size_t i = 0; i < r->n; i++) {
        for (int k = 0; k < N_OUTPUT; k++) {
            if (!tac_command_spares(a, r->log[i].path, output[k])) {
                return false;
            }
        }
    }
    return tac_command_apart(a, output, N_OUTPUT);
}

static bool read_arguments(run *r, tac_args *a)
{
    if (!tac_args_read(a, &syntax, r)) {
        return false;
    }
    if ((tac_output_wanted(&r->output) || r->signals) && r->n > 1) {
        return tac_args_fail(a, "files of results take one log, not %zu", r->n);
    }
    if (!tac_output_check(&r->output, a)) {
        return false;
    }
    tac_output_export(&r->output, &r->export);
    r->o.workers = r->workers;
    r->o.lanes = r->lanes;
    r->o.error_check = r->error_check;
    r->o.from = r->window[0];
    r->o.until = r->window[1];
    return spares_logs(r, a);
}

// ---- one log -------------------------------------------------------------------------------------

static int write_row(void *context, const tac_simulation *s)
{
    run *r = context;
    return tac_export_row(&r->export, s);
}

static void refuse(tac_replay_case *c, const char *why)
{
    c->result.verdict = TAC_REPLAY_UNUSABLE;
    snprintf(c->why, sizeof c->why, "%s", why);
}

static int built_elsewhere(const run *r, const tac_log *l, tac_replay_case *c)
{
    char text[1024];
    if (r->other_build || r->o.by_value || !tac_log_header_differs(&l->header, text, sizeof text)) {
        return 0;
    }
    c->result.verdict = TAC_REPLAY_UNUSABLE;
    text[strlen(text) - 1] = '\0'; // the last line ends where the message does
    snprintf(c->why, sizeof c->why,
             "recorded by another build; --other-build replays it all the same\n%s", text);
    return 1;
}

static bool opens_signals(run *r, const tac_log *l, tac_replay_case *c)
{
    tac_diag diag = {0};
    if (r->signals &&
        !tac_signal_table_open(&r->signal_table, r->signals, &l->header, &r->export, &diag)) {
        c->result.no_memory = diag.no_memory;
        refuse(c, diag.text);
        return false;
    }
    return true;
}

// The steps of an incomplete log are replayed, but only with --partial the log may be called identical.
static void judge_damage(const run *r, const tac_log *l, tac_replay_case *c)
{
    if (tac_log_is_complete(l) || r->partial || c->result.verdict != TAC_REPLAY_IDENTICAL) {
        return;
    }
    c->result.verdict = TAC_REPLAY_UNUSABLE;
    snprintf(c->why, sizeof c->why,
             "incomplete; what it holds (%lld steps) is identical, --partial accepts that\n  %.*s",
             (long long)c->result.compared, (int)strcspn(l->damage, "\n"), l->damage);
}

static void replay_log(run *r, tac_replay_case *c)
{
    tac_log l;
    tac_diag diag = {0};
    c->by_value = r->o.by_value;
    if (!tac_log_open(&l, c->path, &diag)) {
        size_t prefix = strlen(c->path) + 2; // the line begins with the path
        c->result.no_memory = diag.no_memory;
        refuse(c, strlen(diag.text) > prefix ? diag.text + prefix : diag.text);
        tac_log_close(&l);
        return;
    }
    l.header.bounds = r->bounds;
    if (!built_elsewhere(r, &l, c) && opens_signals(r, &l, c)) {
        const tac_file_source files = tac_log_files(&l.header);
        tac_options o;
        r->export.files = &files;
        if (tac_output_wanted(&r->output)) {
            tac_signal_table_beside(&r->signal_table, &l.header, &r->export);
            r->export.rig.has_clock = false; // what is computed again has no cycles
        }
        c->dt = tac_log_options(&l.header, &o) ? o.dt : 0.0;
        tac_replay(&l, &r->o, &c->result);
        if (c->result.verdict == TAC_REPLAY_UNUSABLE) {
            refuse(c, c->result.why);
        }
        judge_damage(r, &l, c);
        (void)tac_log_file_changed(&l.header, c->changed, sizeof c->changed);
    }
    tac_log_close(&l);
}

static int exit_code(const run *r)
{
    int code = TAC_EXIT_OK;
    for (size_t i = 0; i < r->n; i++) {
        tac_replay_verdict v = r->log[i].result.verdict;
        if (v == TAC_REPLAY_DIVERGED) {
            return TAC_EXIT_DIFFERENT;
        }
        if (v == TAC_REPLAY_UNUSABLE && code != TAC_EXIT_INPUT) {
            code = r->log[i].result.no_memory ? TAC_EXIT_MEMORY : TAC_EXIT_INPUT;
        }
    }
    return code;
}

static int replay_all(run *r)
{
    r->o.row = tac_output_wanted(&r->output) || r->signals ? write_row : NULL;
    r->o.context = r;
    r->o.tolerance = r->tolerance;
    bool results = tac_output_on_stdout(&r->output) || tac_output_is_stdout(r->signals);
    FILE *out = results ? stderr : stdout;
    for (size_t i = 0; i < r->n; i++) {
        tac_replay_case *c = &r->log[i];
        replay_log(r, c);
        if (!r->quiet || c->result.verdict != TAC_REPLAY_IDENTICAL) {
            tac_replay_print(c->result.verdict == TAC_REPLAY_UNUSABLE ? stderr : out, c);
        }
        if (*c->result.error && !r->quiet) {
            fprintf(out, "%s\n", c->result.error);
        }
        if (*c->result.doubt) {
            fprintf(stderr, "tactus: %s: %s\n", TAC_SHOWN(c->path), c->result.doubt);
        }
    }
    tac_diag diag = {0};
    tac_exit closed = tac_output_close(&r->export);
    if (!tac_signal_table_close(&r->signal_table, &diag)) {
        return tac_command_fail(tac_exit_of(&diag, TAC_EXIT_INPUT), diag.text);
    }
    if (closed != TAC_EXIT_OK) {
        return closed;
    }
    if (r->junit && !tac_replay_junit(r->junit, r->log, r->n)) {
        fprintf(stderr, "tactus: '%s' cannot be written: %s\n", TAC_SHOWN(r->junit),
                tac_output_error(errno));
        return TAC_EXIT_OUTPUT;
    }
    return exit_code(r);
}

static int run_replay(tac_args *a)
{
    run r = {.window = {0, -1}};
    r.tolerance = calloc((size_t)a->argc + 1, sizeof *r.tolerance);
    int code = !r.tolerance ? tac_command_fail(TAC_EXIT_MEMORY, "tactus: not enough memory")
               : read_arguments(&r, a)
                   ? replay_all(&r)
                   : tac_command_fail(r.no_memory ? TAC_EXIT_MEMORY : TAC_EXIT_INPUT, a->error);
    for (size_t i = 0; i < r.n; i++) {
        free(r.log[i].path);
    }
    for (int i = 0; i < r.o.n_tolerance; i++) {
        free(r.tolerance[i].pattern);
    }
    free(r.log);
    free(r.tolerance);
    return code;
}

const tac_command tac_command_replay = {
    .name = "replay",
    .arguments = "LOG... [options]",
    .summary = "run recorded logs again, compare the bits",
    .syntax = &syntax,
    .run = run_replay,
};
