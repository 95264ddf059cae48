// tactus log: info, verify, cut, diff, recover and export for recorded logs.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "io/layout.h"
#include "log/capture.h"
#include "log/copy.h"
#include "log/events.h"
#include "log/file_diff.h"
#include "log/plot.h"
#include "log/results.h"
#include "log/tools.h"
#include "log/wall_time.h"
#include "loop/signal_table.h"
#include "model_options.h"
#include "output_options.h"
#include "printable.h"
#include "replay/report.h"
#include "system/files.h"

enum { MAX_PLAIN = 1024 };

typedef struct settings {
    const char *plain[MAX_PLAIN]; // verb and what follows it     (n_plain)
    int n_plain;
    tac_output_options output;
    const char *signals, *timing, *events;
    int time;          // tac_time_scale
    int64_t window[2]; // the last step negative: to the end
    int bounds;
} settings;

// Those of results come after them.
typedef enum option { SIGNALS, TIMING, EVENTS, WINDOW, TIME, PART, BOUNDS, N_OWN } option;

static const char *const scales[] = {
    [TAC_TIME_SIMULATED] = "simulated", [TAC_TIME_UTC] = "utc", [TAC_TIME_TAI] = "tai"};

static const tac_option options[] = {
    [SIGNALS] = {"signals", "FILE", "export: " TAC_SIGNALS_HELP, TAC_ARG_TEXT(settings, signals)},
    [TIMING] = {"timing", "FILE", "export: the cycles of the executive",
                TAC_ARG_TEXT(settings, timing)},
    [EVENTS] = {"events", "FILE", "export: commands, policy actions, clients",
                TAC_ARG_TEXT(settings, events)},
    [WINDOW] = {"window", "A:B", "export: steps A to B only", TAC_ARG_WINDOW(settings, window)},
    [TIME] = {"time", "utc|tai", "export: with the time of day, of a run against the clock",
              TAC_ARG_WORD(settings, time, scales)},
    [PART] = {TAC_OPTION_PART},
    [BOUNDS] = {TAC_OPTION_BOUNDS(settings, bounds)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = N_OWN,
    .shared = {{tac_output_option, TAC_N_OUTPUT_OPTION, offsetof(settings, output)}},
    .most = MAX_PLAIN,
    .plain = TAC_ARG_AT(settings, plain[0], const char *),
    .surplus = "too many arguments, from '%s' on",
};

static int say(int code, const char *path, const char *why)
{
    fprintf(stderr, "%s: %s\n", TAC_SHOWN(path), TAC_SHOWN(why));
    return code;
}

static int open_log(tac_log *l, const char *path)
{
    tac_diag diag = {0};
    return tac_log_open(l, path, &diag)
               ? TAC_EXIT_OK
               : tac_command_fail(tac_exit_of(&diag, TAC_EXIT_INPUT), diag.text);
}

// ---- info ----------------------------------------------------------------------------------------

static void print_count(const char *name, int64_t n)
{
    printf(", %s %" PRId64, name, n);
}

static int print_events(tac_log *l, const char *path)
{
    tac_log_event_counts n;
    tac_diag diag = {0};
    if (!tac_log_count_events(l, &n, &diag)) {
        return say(tac_exit_of(&diag, TAC_EXIT_INPUT), path, diag.text);
    }
    printf("events        degraded steps %" PRId64, n.degraded);
    print_count("failed steps", n.failed);
    print_count("restores", n.restores);
    print_count("parameters set", n.code[TAC_LOG_PARAMETER]);
    print_count("resets", n.code[TAC_LOG_RESET]);
    print_count("run states", n.code[TAC_LOG_RUN_STATE]);
    print_count("skips", n.code[TAC_LOG_SKIPPED]);
    print_count("slips", n.code[TAC_LOG_SLIPPED]);
    print_count("safe states", n.code[TAC_LOG_SAFE]);
    if (n.code[TAC_LOG_APART] > 0) {
        print_count("steps that a process kept from being made", n.code[TAC_LOG_APART]);
    }
    if (n.code[TAC_LOG_REARM] > 0) {
        print_count("rearmed", n.code[TAC_LOG_REARM]);
    }
    putchar('\n');
    if (n.code[TAC_LOG_CLIENT] > 0) {
        printf("clients       attached %" PRId64, n.client[TAC_EVENT_ATTACHED]);
        print_count("gone", n.client[TAC_EVENT_GONE]);
        print_count("signals engaged", n.client[TAC_EVENT_ENGAGED]);
        print_count("stale", n.client[TAC_EVENT_STALE]);
        print_count("rejected", n.client[TAC_EVENT_REJECTED]);
        print_count("left out", n.client[0]);
        putchar('\n');
    }
    return TAC_EXIT_OK;
}

static void print_files(const tac_log_header *h)
{
    for (size_t i = 0; i < h->n; i++) {
        const tac_log_item *item = &h->item[i];
        if (strchr(item->name, '/')) {
            bool is_part = strncmp(item->name, "part/", 5) == 0;
            bool is_rig = strncmp(item->name, "rig/", 4) == 0;
            printf("%-13s %s, %zu bytes%s\n",
                   is_part  ? "part"
                   : is_rig ? "rig"
                            : "file",
                   TAC_SHOWN(strchr(item->name, '/') + 1), item->size,
                   is_part ? " about it: the object is not in the log" : "");
        }
    }
}

static void print_given(const tac_log_header *h)
{
    for (const char *line = tac_log_text(h, "given"); *line != '\0';) {
        char text[256];
        size_t n = strcspn(line, "\n");
        snprintf(text, sizeof text, "%.*s", (int)n, line);
        printf("given         %s\n", TAC_SHOWN(text));
        line += n + (line[n] == '\n');
    }
}

static void print_note(const tac_log_note_row *n)
{
    const char *name = tac_log_note_name(n->kind), *text = TAC_SHOWN(n->text);
    switch (n->kind) {
    case TAC_LOG_MARK:
    case TAC_LOG_TRIGGER:
        printf("%-13s step %" PRId64 ": %s\n", name, n->step, text);
        break;
    case TAC_LOG_GAP:
        printf("%-13s before step %" PRId64 ": %" PRId64 " steps, %" PRId64 " records, %s\n", name,
               n->step, n->word[0], n->word[1], text);
        break;
    case TAC_LOG_CLOCK_STEP:
        printf("%-13s step %" PRId64 ": UTC was set by %.9g s\n", name, n->step,
               (double)n->word[0] * 1e-9);
        break;
    case TAC_LOG_CLOCK:
    case TAC_LOG_N_NOTE:
        break;
    }
}

static void print_notes(const tac_log *l)
{
    for (size_t i = 0; i < l->n_note; i++) {
        print_note(&l->note[i]);
    }
}

static void print_text(const tac_log_header *h, const char *name)
{
    printf("%-13s %s\n", name, TAC_SHOWN(tac_log_text(h, name)));
}

// What was known of the time of day: when its first step was due or, where it was not run against the clock, when it
// was begun.
static void print_clock(tac_log *l)
{
    char text[TAC_WALL_TEXT], error[64] = "not synchronized", tai[32] = "unknown";
    tac_log_wall_time w;
    tac_diag unwanted = {0};
    int timed = tac_log_wall_open(&w, l, TAC_TIME_UTC, &unwanted);
    const tac_wall_anchor *a = &w.anchor;
    if (w.is_known) {
        int64_t first = l->n_block > 0 ? l->block[0].frame.first : 0;
        int64_t utc = timed ? tac_log_wall_of(&w, first + 1, TAC_TIME_UTC) : a->utc;
        if (a->error >= 0) {
            snprintf(error, sizeof error, "right within %.3g ms", (double)a->error * 1e-6);
        }
        if (a->tai_offset != 0) {
            snprintf(tai, sizeof tai, "%" PRId64 " s", a->tai_offset);
        }
        printf("start         %s%s\n", tac_wall_text(utc, text),
               timed ? ", when its first step was due" : "");
        printf("clock         %s; known beside CLOCK_MONOTONIC within %.3g us, TAI - UTC %s, set "
               "%" PRId64 " times meanwhile\n",
               error, (double)a->uncertainty * 1e-3, tai, w.n_set);
    }
    tac_log_wall_close(&w);
}

static int info(const settings *set)
{
    static const char *const texts[] = {"created", "build",  "compiler",  "flags",
                                        "cpu",     "method", "plan",      "schedule",
                                        "speed",   "part",   "recording", "piece"};
    tac_log l;
    int code = open_log(&l, set->plain[1]);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (tac_log_find(&l.header, texts[i])) {
            print_text(&l.header, texts[i]);
        }
    }
    print_clock(&l);
    print_given(&l.header);
    print_files(&l.header);
    const tac_log_shape *s = &l.header.shape;
    tac_options o = {0};
    (void)tac_log_options(&l.header, &o);
    const char *layout = tac_log_text(&l.header, "layout");
    printf("layout        0x%016" PRIx64 "\n", tac_log_hash(layout, strlen(layout)));
    printf("state         %zu bytes, inputs %zu, parameters %zu\n", 8 * s->n_state, s->n_input,
           s->n_parameter);
    printf("steps         %" PRId64 " of %g s, %zu checkpoints, states of %s\n", l.steps, o.dt,
           l.n_block, s->full ? "all steps" : "checkpoints only");
    printf("size          %" PRId64 " bytes, %.1f per step\n", l.size,
           l.steps > 0 ? (double)l.size / (double)l.steps : 0.0);
    code = print_events(&l, set->plain[1]);
    print_notes(&l);
    if (l.has_end) {
        printf("chain         0x%016" PRIx64 "\n", l.end.chain);
    }
    printf("complete      %s\n%s", tac_log_is_complete(&l) ? "yes" : "no", l.damage);
    tac_log_close(&l);
    return code;
}

// ---- verify, cut, recover ------------------------------------------------------------------------

static void tell_damage(const settings *set, const tac_log *l)
{
    fprintf(stderr, "%s: incomplete, %" PRId64 " steps in %zu whole blocks\n%s",
            TAC_SHOWN(set->plain[1]), l->steps, l->n_block, l->damage);
}

static int verify(const settings *set)
{
    tac_log l;
    tac_diag diag = {0};
    uint64_t chain;
    int code = open_log(&l, set->plain[1]);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    int ok = tac_log_check(&l, &chain, &diag), complete = tac_log_is_complete(&l);
    if (!ok) {
        say(0, set->plain[1], diag.text);
    } else if (!complete) {
        tell_damage(set, &l);
    } else {
        printf("%s: whole, %" PRId64 " steps in %zu blocks, chain 0x%016" PRIx64 "\n",
               TAC_SHOWN(set->plain[1]), l.steps, l.n_block, chain);
    }
    tac_log_close(&l);
    return !ok ? tac_exit_of(&diag, TAC_EXIT_INPUT) : complete ? TAC_EXIT_OK : TAC_EXIT_INPUT;
}

static int copy(const settings *set, int64_t from, int64_t until, int whole, const char *path)
{
    tac_log l;
    tac_failure why = {.kind = TAC_FAILED_INPUT};
    int code = open_log(&l, set->plain[1]);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    if (tac_log_copy(&l, from, until, whole, path, &why)) {
        printf("%s: steps %s\n", TAC_SHOWN(path), TAC_SHOWN(tac_log_text(&l.header, "part")));
    } else {
        code = tac_exit_of_failure(&why);
        code = code == TAC_EXIT_INPUT ? say(code, set->plain[1], why.diag.text)
                                      : tac_command_fail(code, why.diag.text);
    }
    tac_log_close(&l);
    return code;
}

static int cut(const settings *set)
{
    long long from, until;
    int n = -1;
    if (sscanf(set->plain[2], "%lld:%lld%n", &from, &until, &n) != 2 || set->plain[2][n] != '\0' ||
        from < 0 || until < from) {
        return say(TAC_EXIT_INPUT, "tactus log cut", "needs two steps A:B behind the log");
    }
    return copy(set, from, until, 1, set->plain[3]);
}

static int recover(const settings *set)
{
    return copy(set, 0, -1, 0, set->plain[2]);
}

static int join_all(tac_log **piece, int n, const char *path)
{
    tac_failure why = {.kind = TAC_FAILED_INPUT};
    if (!tac_log_join(piece, (size_t)n, path, &why)) {
        int code = tac_exit_of_failure(&why);
        return code == TAC_EXIT_INPUT ? say(code, "tactus log join", why.diag.text)
                                      : tac_command_fail(code, why.diag.text);
    }
    tac_log whole;
    int code = open_log(&whole, path);
    if (code == TAC_EXIT_OK) {
        printf("%s: %" PRId64 " steps of %d pieces, %s\n%s", TAC_SHOWN(path), whole.steps, n,
               tac_log_is_complete(&whole) ? "complete" : "incomplete", whole.damage);
        tac_log_close(&whole);
    }
    return code;
}

static int join(const settings *set)
{
    int n = set->n_plain - 2, code = TAC_EXIT_OK, opened = 0;
    tac_log *log = calloc((size_t)n, sizeof *log), **piece = calloc((size_t)n, sizeof *piece);
    if (!log || !piece) {
        code = tac_command_fail(TAC_EXIT_MEMORY, "tactus: not enough memory");
    }
    for (; opened < n && code == TAC_EXIT_OK; opened += code == TAC_EXIT_OK) {
        code = open_log(&log[opened], set->plain[1 + opened]);
        piece[opened] = &log[opened];
    }
    if (code == TAC_EXIT_OK) {
        code = join_all(piece, n, set->plain[set->n_plain - 1]);
    }
    for (int i = 0; i < opened; i++) {
        tac_log_close(&log[i]);
    }
    free(piece);
    free(log);
    return code;
}

// ---- diff ----------------------------------------------------------------------------------------

static void print_diff(const settings *set, const tac_log_diff *d)
{
    char a[80], b[80];
    if (d->item) {
        printf("header        '%s' differs\n", TAC_SHOWN(d->item));
    }
    if (d->differ == 0) {
        printf("states        %" PRId64 " steps with the same bits\n", d->steps);
    } else if (d->differ == 3) {
        printf("states        %" PRId64 " steps of both with the same bits", d->steps);
        if (d->steps > 0) {
            printf(", up to step %" PRId64, d->step);
        }
        puts("; others are in one log only");
    } else {
        printf("states        differ first at step %" PRId64 "\n", d->step);
    }
    if (d->signal[0]) {
        tac_log_value_print(d->a, d->whole, a, sizeof a);
        tac_log_value_print(d->b, d->whole, b, sizeof b);
        printf("signal        %s\n  %s: %s\n  %s: %s\n", TAC_SHOWN(d->signal),
               TAC_SHOWN(set->plain[1]), a, TAC_SHOWN(set->plain[2]), b);
    }
}

static int diff(const settings *set)
{
    tac_log a, b = {.descriptor = -1};
    tac_log_diff d = {0};
    tac_diag diag = {0};
    int code = open_log(&a, set->plain[1]);
    code = code == TAC_EXIT_OK ? open_log(&b, set->plain[2]) : code;
    int ok = code == TAC_EXIT_OK;
    if (ok && tac_log_compare(&a, &b, &d, &diag)) {
        print_diff(set, &d);
        if (d.item) {
            tac_log_print_files_differ(&a.header, &b.header, stdout);
        }
        code = d.differ || d.item ? TAC_EXIT_DIFFERENT : TAC_EXIT_OK;
        if (set->output.plot.path && d.differ == 1 &&
            !tac_log_plot(&a, &b, &d, set->output.plot.path, &diag)) {
            code = say(tac_exit_of(&diag, TAC_EXIT_OUTPUT), "tactus log diff", diag.text);
        }
    } else if (ok) {
        code = say(tac_exit_of(&diag, TAC_EXIT_INPUT), "tactus log diff", diag.text);
    }
    tac_log_close(&a);
    tac_log_close(&b);
    return code;
}

// ---- export --------------------------------------------------------------------------------------

static int export_results(const settings *set, tac_log *l)
{
    tac_export out = {0};
    tac_diag diag = {0};
    const tac_log_window w = {.from = set->window[0], .until = set->window[1]};
    tac_signal_table signals = {0};
    const tac_file_source files = tac_log_files(&l->header);
    tac_output_options output = set->output;
    tac_output_export(&output, &out);
    out.files = &files;
    tac_signal_table_beside(&signals, &l->header, &out);
    tac_log_wall_time wall = {.n = 0};
    tac_time_scale scale = (tac_time_scale)set->time;
    int known = scale == TAC_TIME_SIMULATED || tac_log_wall_open(&wall, l, scale, &diag);
    out.date.scale = scale == TAC_TIME_SIMULATED ? NULL : scales[scale];
    out.date.anchor = out.date.scale && known ? &wall.anchor : NULL;
    int ok =
        known &&
        (!set->signals || tac_signal_table_open(&signals, set->signals, &l->header, &out, &diag)) &&
        tac_log_export_results(l, &w, out.date.scale ? &wall : NULL, scale, &out, &diag);
    tac_exit closed = tac_output_close(&out);
    tac_log_wall_close(&wall);
    ok = tac_signal_table_close(&signals, &diag) && ok;
    if (closed != TAC_EXIT_OK) {
        return closed;
    }
    return ok ? TAC_EXIT_OK : say(tac_exit_of(&diag, TAC_EXIT_INPUT), set->plain[1], diag.text);
}

static int not_written(const char *path, int reason)
{
    fprintf(stderr, "tactus: '%s' cannot be written: %s\n", TAC_SHOWN(path),
            tac_output_error(reason));
    return TAC_EXIT_OUTPUT;
}

typedef int exporter(tac_log *l, const tac_log_window *w, tac_csv *out, tac_diag *diag);

static int export_to(const settings *set, tac_log *l, const char *path, exporter *write)
{
    tac_csv out;
    tac_diag diag = {0};
    const tac_log_window w = {.from = set->window[0], .until = set->window[1]};
    if (!tac_csv_open(&out, path)) {
        return not_written(path, out.error);
    }
    int ok = write(l, &w, &out, &diag), closed = tac_csv_close(&out);
    if (!ok && out.error == 0) {
        return say(tac_exit_of(&diag, TAC_EXIT_INPUT), set->plain[1], diag.text);
    }
    return closed ? TAC_EXIT_OK : not_written(path, out.error);
}

static int export(const settings *set)
{
    tac_log l;
    tac_args wrong = {.command = "tactus log export"};
    bool results = tac_output_wanted(&set->output) || set->signals;
    if (!results && !set->timing && !set->events) {
        return say(
            TAC_EXIT_INPUT, "tactus log export",
            "needs --csv, --hdf5, --sensors, --mcap, --glb, --frames-svg, --plot, --signals, "
            "--timing or --events with a file");
    }
    if (!tac_output_check(&set->output, &wrong)) {
        return tac_command_fail(TAC_EXIT_INPUT, wrong.error);
    }
    int code = open_log(&l, set->plain[1]);
    l.header.bounds = set->bounds;
    if (code != TAC_EXIT_OK) {
        return code;
    }
    tac_diag outside = {0};
    if (!tac_log_covers(&l, set->window[0], set->window[1], &outside)) {
        code = say(TAC_EXIT_INPUT, set->plain[1], outside.text);
    }
    if (code == TAC_EXIT_OK && results) {
        code = export_results(set, &l);
    }
    if (code == TAC_EXIT_OK && set->timing) {
        code = export_to(set, &l, set->timing, tac_log_export_timing);
    }
    if (code == TAC_EXIT_OK && set->events) {
        code = export_to(set, &l, set->events, tac_log_export_events);
    }
    if (code == TAC_EXIT_OK && !tac_log_is_complete(&l)) {
        tell_damage(set, &l); // the files hold the whole blocks
    }
    tac_log_close(&l);
    return code;
}

// ---- command -------------------------------------------------------------------------------------

typedef struct verb {
    const char *name, *usage;
    int n; // plain arguments with the verb; negative: so many at least, the last one is written
    int n_read;     // of these, behind the verb, logs that it reads
    unsigned takes; // bits of the options
    int (*run)(const settings *set);
} verb;

enum { PLOT = N_OWN + TAC_OUTPUT_PLOT }; // which diff takes as well

#define OF_EXPORT                                                                           \
    (1u << SIGNALS | 1u << TIMING | 1u << EVENTS | 1u << WINDOW | 1u << TIME | 1u << PART | \
     1u << BOUNDS | ~0u << N_OWN)

static const verb verbs[] = {
    {"info", "info LOG", 2, 1, 0, info},
    {"verify", "verify LOG", 2, 1, 0, verify},
    {"cut", "cut LOG A:B NEW", 4, 1, 0, cut},
    {"join", "join PIECE... NEW", -3, 0, 0, join},
    {"diff", "diff LOG LOG [--plot FILE]", 3, 2, 1u << PLOT, diff},
    {"recover", "recover LOG NEW", 3, 1, 0, recover},
    {"export",
     "export LOG "
     "[--csv|--hdf5|--sensors|--mcap|--glb|--frames-svg|--plot|--signals|--timing|--events "
     "FILE]... "
     "[--window A:B] [--time utc|tai] [--part FILE]... [--raise-bounds N]",
     2, 1, OF_EXPORT, export},
};

enum { N_VERB = sizeof verbs / sizeof *verbs };

// An option that the verb does not look at would otherwise be ignored in silence.
static bool takes_options(const verb *v, tac_args *a)
{
    const tac_option *o;
    for (int i = 0; (o = tac_syntax_option(&syntax, i)); i++) {
        if (a->given & ~v->takes & 1u << i) {
            return tac_args_fail(a, "'%s' does not take --%s; usage: tactus log %s", v->name,
                                 o->name, v->usage);
        }
    }
    return true;
}

// No log that is read is written over: neither by a new log nor by a file of an option. No file is
// written twice.
static bool spares_logs(const settings *set, const verb *v, tac_args *a)
{
    int n_read = v->n < 0 ? set->n_plain - 2 : v->n_read;
    const char *new_log = set->n_plain > n_read + 1 ? set->plain[set->n_plain - 1] : NULL;
    const char *output[TAC_N_OUTPUT + 4] = {set->signals, set->timing, set->events, new_log};
    enum { N_OUTPUT = sizeof output / sizeof *output };
    tac_output_files(&set->output, output + 4);
    for (int i = 1; i <= n_read; i++) {
        for (int k = 0; k < N_OUTPUT; k++) {
            if (!tac_command_spares(a, set->plain[i], output[k])) {
                return false;
            }
        }
    }
    return tac_command_apart(a, output, N_OUTPUT);
}

static int run_verb(const settings *set, const verb *v, tac_args *a)
{
    bool fits = v->n < 0 ? a->n_plain >= -v->n : a->n_plain == v->n;
    bool good = fits ? takes_options(v, a) && spares_logs(set, v, a)
                     : tac_args_fail(a, "usage: tactus log %s", v->usage);
    return good ? v->run(set) : tac_command_fail(TAC_EXIT_INPUT, a->error);
}

static int run_log(tac_args *a)
{
    settings set = {.window = {0, -1}};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    set.n_plain = a->n_plain;
    for (int i = 0; i < N_VERB && a->n_plain > 0; i++) {
        if (strcmp(set.plain[0], verbs[i].name) == 0) {
            return run_verb(&set, &verbs[i], a);
        }
    }
    tac_args_fail(a, "needs info, verify, cut, join, diff, recover or export%s%s%s",
                  a->n_plain > 0 ? ", not '" : "", a->n_plain > 0 ? set.plain[0] : "",
                  a->n_plain > 0 ? "'" : "");
    return tac_command_fail(TAC_EXIT_INPUT, a->error);
}

const tac_command tac_command_log = {
    .name = "log",
    .arguments = "VERB LOG...",
    .summary = "info, verify, cut, join, diff, recover, export of logs",
    .syntax = &syntax,
    .run = run_log,
    .more = "  info LOG                         what it holds\n"
            "  verify LOG                       check everything in it\n"
            "  cut LOG A:B NEW                  the blocks that hold steps A to B as a log\n"
            "  join PIECE... NEW                the pieces of a recording as one log\n"
            "  diff LOG LOG                     first step and signal that differ\n"
            "  recover LOG NEW                  what is whole, with a proper end\n"
            "  export LOG                       motion, sensors, signals, cycles, events\n\n",
};
