// tactus log: info, verify, cut, diff, recover and export for recorded logs.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "io/layout.h"
#include "log/capture.h"
#include "log/events.h"
#include "log/plot.h"
#include "log/tools.h"
#include "replay/report.h"
#include "simulation/export.h"

typedef enum option {
    CSV,
    HDF5,
    TIMING,
    EVENTS,
    WINDOW,
    PLOT,
} option;

static const tac_option options[] = {
    [CSV] = {"csv", "FILE", "export: the motion of everything; - is standard output"},
    [HDF5] = {"hdf5", "FILE", "export: the same as HDF5, which MATLAB loads too"},
    [TIMING] = {"timing", "FILE", "export: the cycles of the executive"},
    [EVENTS] = {"events", "FILE", "export: commands, policy actions, clients"},
    [WINDOW] = {"window", "A:B", "export: steps A to B only"},
    [PLOT] = {"plot", "FILE", "diff: draw the first signals that differ as SVG, with gnuplot"},
};

enum { MAX_PLAIN = 4 };

typedef struct request {
    const char *plain[MAX_PLAIN]; // verb and what follows it
    int n;
    const char *csv, *hdf5, *timing, *events, *plot;
    tac_log_window window;
    unsigned given; // bits of the options
} request;

static int say(int code, const char *path, const char *why)
{
    fprintf(stderr, "%s: %s\n", path, why);
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
            printf("%-13s %s, %zu bytes\n", strncmp(item->name, "rig/", 4) == 0 ? "rig" : "file",
                   strchr(item->name, '/') + 1, item->size);
        }
    }
}

static void print_text(const tac_log_header *h, const char *name)
{
    printf("%-13s %s\n", name, tac_log_text(h, name));
}

static int info(const request *r)
{
    static const char *const texts[] = {"created", "build", "compiler", "flags", "cpu",
                                        "method",  "plan",  "schedule", "part"};
    tac_log l;
    int code = open_log(&l, r->plain[1]);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (tac_log_find(&l.header, texts[i])) {
            print_text(&l.header, texts[i]);
        }
    }
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
    code = print_events(&l, r->plain[1]);
    if (l.has_end) {
        printf("chain         0x%016" PRIx64 "\n", l.end.chain);
    }
    printf("complete      %s\n%s", tac_log_is_complete(&l) ? "yes" : "no", l.damage);
    tac_log_close(&l);
    return code;
}

// ---- verify, cut, recover ------------------------------------------------------------------------

static void tell_damage(const request *r, const tac_log *l)
{
    fprintf(stderr, "%s: incomplete, %" PRId64 " steps in %zu whole blocks\n%s", r->plain[1],
            l->steps, l->n_block, l->damage);
}

static int verify(const request *r)
{
    tac_log l;
    tac_diag diag = {0};
    uint64_t chain;
    int code = open_log(&l, r->plain[1]);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    int ok = tac_log_check(&l, &chain, &diag), complete = tac_log_is_complete(&l);
    if (!ok) {
        say(0, r->plain[1], diag.text);
    } else if (!complete) {
        tell_damage(r, &l);
    } else {
        printf("%s: whole, %" PRId64 " steps in %zu blocks, chain 0x%016" PRIx64 "\n", r->plain[1],
               l.steps, l.n_block, chain);
    }
    tac_log_close(&l);
    return !ok ? tac_exit_of(&diag, TAC_EXIT_INPUT) : complete ? TAC_EXIT_OK : TAC_EXIT_INPUT;
}

static int copy(const request *r, int64_t from, int64_t until, int whole, const char *path)
{
    tac_log l;
    tac_failure why = {.kind = TAC_FAILED_INPUT};
    int code = open_log(&l, r->plain[1]);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    if (tac_log_copy(&l, from, until, whole, path, &why)) {
        printf("%s: steps %s\n", path, tac_log_text(&l.header, "part"));
    } else {
        code = tac_exit_of_failure(&why);
        code = code == TAC_EXIT_INPUT ? say(code, r->plain[1], why.diag.text)
                                      : tac_command_fail(code, why.diag.text);
    }
    tac_log_close(&l);
    return code;
}

static int cut(const request *r)
{
    long long from, until;
    int n = -1;
    if (sscanf(r->plain[2], "%lld:%lld%n", &from, &until, &n) != 2 || r->plain[2][n] != '\0' ||
        from < 0 || until < from) {
        return say(TAC_EXIT_INPUT, "tactus log cut", "needs two steps A:B behind the log");
    }
    return copy(r, from, until, 1, r->plain[3]);
}

static int recover(const request *r)
{
    return copy(r, 0, -1, 0, r->plain[2]);
}

// ---- diff ----------------------------------------------------------------------------------------

static void print_diff(const request *r, const tac_log_diff *d)
{
    char a[80], b[80];
    if (d->item) {
        printf("header        '%s' differs\n", d->item);
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
        printf("signal        %s\n  %s: %s\n  %s: %s\n", d->signal, r->plain[1], a, r->plain[2], b);
    }
}

static int diff(const request *r)
{
    tac_log a, b = {.descriptor = -1};
    tac_log_diff d = {0};
    tac_diag diag = {0};
    int code = open_log(&a, r->plain[1]);
    code = code == TAC_EXIT_OK ? open_log(&b, r->plain[2]) : code;
    int ok = code == TAC_EXIT_OK;
    if (ok && tac_log_compare(&a, &b, &d, &diag)) {
        print_diff(r, &d);
        code = d.differ || d.item ? TAC_EXIT_DIFFERENT : TAC_EXIT_OK;
        if (r->plot && d.differ == 1 && !tac_log_plot(&a, &b, &d, r->plot, &diag)) {
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

static int export_motion(const request *r, tac_log *l)
{
    tac_export out = {.csv = r->csv, .hdf5 = r->hdf5};
    tac_diag diag = {0};
    int ok = tac_log_export_motion(l, &r->window, &out, &diag);
    if (!tac_export_close(&out)) {
        return TAC_EXIT_OUTPUT;
    }
    return ok ? TAC_EXIT_OK : say(tac_exit_of(&diag, TAC_EXIT_INPUT), r->plain[1], diag.text);
}

static int not_written(const char *path, int reason)
{
    fprintf(stderr, "tactus: '%s' cannot be written: %s\n", path, strerror(reason));
    return TAC_EXIT_OUTPUT;
}

typedef int exporter(tac_log *l, const tac_log_window *w, tac_csv *out, tac_diag *diag);

static int export_to(const request *r, tac_log *l, const char *path, exporter *write)
{
    tac_csv out;
    tac_diag diag = {0};
    if (!tac_csv_open(&out, path)) {
        return not_written(path, out.error);
    }
    int ok = write(l, &r->window, &out, &diag), closed = tac_csv_close(&out);
    if (!ok && out.error == 0) {
        return say(tac_exit_of(&diag, TAC_EXIT_INPUT), r->plain[1], diag.text);
    }
    return closed ? TAC_EXIT_OK : not_written(path, out.error);
}

static int export(const request *r)
{
    tac_log l;
    if (!r->csv && !r->hdf5 && !r->timing && !r->events) {
        return say(TAC_EXIT_INPUT, "tactus log export",
                   "needs --csv, --hdf5, --timing or --events with a file");
    }
    int code = open_log(&l, r->plain[1]);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    tac_diag outside = {0};
    if (!tac_log_covers(&l, r->window.from, r->window.until, &outside)) {
        code = say(TAC_EXIT_INPUT, r->plain[1], outside.text);
    }
    if (code == TAC_EXIT_OK && (r->csv || r->hdf5)) {
        code = export_motion(r, &l);
    }
    if (code == TAC_EXIT_OK && r->timing) {
        code = export_to(r, &l, r->timing, tac_log_export_timing);
    }
    if (code == TAC_EXIT_OK && r->events) {
        code = export_to(r, &l, r->events, tac_log_export_events);
    }
    if (code == TAC_EXIT_OK && !tac_log_is_complete(&l)) {
        tell_damage(r, &l); // the files hold what the log does
    }
    tac_log_close(&l);
    return code;
}

// ---- command -------------------------------------------------------------------------------------

typedef struct verb {
    const char *name, *usage;
    int n;          // plain arguments with the verb
    int n_read;     // of these, behind the verb, logs that it reads
    unsigned takes; // bits of the options
    int (*run)(const request *r);
} verb;

#define OF_EXPORT (1u << CSV | 1u << HDF5 | 1u << TIMING | 1u << EVENTS | 1u << WINDOW)

static const verb verbs[] = {
    {"info", "info LOG", 2, 1, 0, info},
    {"verify", "verify LOG", 2, 1, 0, verify},
    {"cut", "cut LOG A:B NEW", 4, 1, 0, cut},
    {"diff", "diff LOG LOG [--plot FILE]", 3, 2, 1u << PLOT, diff},
    {"recover", "recover LOG NEW", 3, 1, 0, recover},
    {"export", "export LOG [--csv|--hdf5|--timing|--events FILE]... [--window A:B]", 2, 1,
     OF_EXPORT, export},
};

enum { N_VERB = sizeof verbs / sizeof *verbs };

static int take_option(request *r, tac_args *a, int found)
{
    const char **const path[] = {[CSV] = &r->csv,
                                 [HDF5] = &r->hdf5,
                                 [TIMING] = &r->timing,
                                 [EVENTS] = &r->events,
                                 [PLOT] = &r->plot};
    r->given |= 1u << found;
    if (found == WINDOW) {
        return tac_args_window(a, &r->window.from, &r->window.until);
    }
    *path[found] = a->value;
    return 1;
}

static int take_arguments(request *r, tac_args *a)
{
    int found;
    while ((found = tac_args_next(a)) != TAC_ARG_END) {
        if (found == TAC_ARG_BAD) {
            return 0;
        }
        if (found == TAC_ARG_PLAIN && r->n == MAX_PLAIN) {
            return tac_args_fail(a, "too many arguments, from '%s' on", a->value);
        }
        if (found == TAC_ARG_PLAIN) {
            r->plain[r->n++] = a->value;
        } else if (!take_option(r, a, found)) {
            return 0;
        }
    }
    return 1;
}

// What a verb does not look at would otherwise be ignored in silence.
static int takes_options(const request *r, const verb *v, tac_args *a)
{
    for (int i = 0; i < a->n_option; i++) {
        if (r->given & ~v->takes & 1u << i) {
            return tac_args_fail(a, "'%s' does not take --%s; usage: tactus log %s", v->name,
                                 a->option[i].name, v->usage);
        }
    }
    return 1;
}

// No log that is read is written over: neither by a new log nor by a file of an option. No file is
// written twice.
static int spares_logs(const request *r, const verb *v, tac_args *a)
{
    const char *new_log = v->n > v->n_read + 1 ? r->plain[v->n - 1] : NULL;
    const char *const output[] = {r->csv, r->hdf5, r->timing, r->events, r->plot, new_log};
    for (int i = 1; i <= v->n_read; i++) {
        for (size_t k = 0; k < sizeof output / sizeof *output; k++) {
            if (!tac_command_spares(a, r->plain[i], output[k])) {
                return 0;
            }
        }
    }
    return tac_command_apart(a, output, sizeof output / sizeof *output);
}

static int run_log(tac_args *a)
{
    request r = {.window.until = -1};
    if (!take_arguments(&r, a)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    for (int i = 0; i < N_VERB; i++) {
        if (r.n > 0 && strcmp(r.plain[0], verbs[i].name) == 0) {
            int good = r.n == verbs[i].n
                           ? takes_options(&r, &verbs[i], a) && spares_logs(&r, &verbs[i], a)
                           : tac_args_fail(a, "usage: tactus log %s", verbs[i].usage);
            return good ? verbs[i].run(&r) : tac_command_fail(TAC_EXIT_INPUT, a->error);
        }
    }
    tac_args_fail(a, "needs info, verify, cut, diff, recover or export%s%s%s",
                  r.n > 0 ? ", not '" : "", r.n > 0 ? r.plain[0] : "", r.n > 0 ? "'" : "");
    return tac_command_fail(TAC_EXIT_INPUT, a->error);
}

const tac_command tac_command_log = {
    .name = "log",
    .arguments = "VERB LOG...",
    .summary = "info, verify, cut, diff, recover, export of logs",
    .option = options,
    .n_option = sizeof options / sizeof options[0],
    .run = run_log,
    .more = "  info LOG                         what it holds\n"
            "  verify LOG                       check everything in it\n"
            "  cut LOG A:B NEW                  the blocks that hold steps A to B as a log\n"
            "  diff LOG LOG                     first step and signal that differ\n"
            "  recover LOG NEW                  what is whole, with a proper end\n"
            "  export LOG                       as CSV or HDF5\n\n",
};
