#include "latency_bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cyclictest.h"
#include "format/number.h"
#include "monitor/monitor_segment.h"
#include "system/cores.h"
#include "system/process.h"
#include "system/threads.h"

// Time for a load to get going before the first slice is measured.
#define LOAD_WARMUP_US 500000

enum { ATTACH_US = 2000, ATTACH_ATTEMPTS = 5000 };

// Arithmetic on all cores, memory traffic, context switches and small writes.
const char *const tac_bench_load[] = {"stress-ng", "--quiet",    "--cpu", "0",        "--vm",
                                      "1",         "--vm-bytes", "128M",  "--switch", "1",
                                      "--io",      "1",          NULL};

static int fail(tac_bench *b, const char *text)
{
    return tac_diag_say(&b->why.diag, "tactus bench: %s", text);
}

// ---- setup ---------------------------------------------------------------------------------------

static int is_installed(const char *program)
{
    const char *const argv[] = {program, "--version", NULL};
    tac_process p;
    if (!tac_process_start(&p, argv, TAC_PROCESS_QUIET)) {
        return 0;
    }
    (void)tac_process_end(&p);
    return 1;
}

int tac_bench_open(tac_bench *b, const tac_bench_options *o)
{
    memset(b, 0, sizeof *b);
    b->options = *o;
    tac_latency_clear(&b->idle);
    tac_latency_clear(&b->loaded);
    b->rig = tac_rig_file_read_given(o->rig_path, NULL, &o->given, &b->why.diag);
    if (!b->rig) {
        return 0;
    }
    if (b->rig->start_paused) {
        return fail(b, "this rig waits for a start command; choose another");
    }
    tac_limit_workers(b->rig);
    int core[TAC_MAX_WORKERS], helper = b->rig->helper_core, oversubscribed;
    if (!tac_choose_cores(b->rig->core, b->rig->workers, NULL, core, &helper, &oversubscribed,
                          &b->why.diag)) {
        return 0;
    }
    b->core = core[0];
    b->has_cyclictest = tac_cyclictest_version(b->cyclictest, sizeof b->cyclictest);
    b->has_load = o->load && is_installed(tac_bench_load[0]);
    return 1;
}

void tac_bench_close(tac_bench *b)
{
    tac_rig_file_free(b->rig);
    b->rig = NULL;
}

// ---- slices --------------------------------------------------------------------------------------

// The monitor of the process, NULL when it has ended before there was one.
static const tac_monitor *attach(const char *name, const tac_process *p)
{
    for (int i = 0; i < ATTACH_ATTEMPTS && !tac_process_has_ended(p); i++) {
        tac_diag diag = {0};
        const tac_monitor *m = tac_monitor_attach(name, &diag);
        if (m && m->pid == p->pid) {
            return m;
        }
        if (m) {
            tac_monitor_close(m);
        }
        usleep(ATTACH_US);
    }
    return NULL;
}

// The command line of one run.
typedef struct command_line {
    char duration[TAC_NUMBER_SIZE], bounds[16];
    const char *word[2 * TAC_MOST_GIVEN + 16]; // (n), NULL behind the last
    int n;
} command_line;

static void add_option(command_line *c, const char *name, const char *value)
{
    c->word[c->n++] = name;
    c->word[c->n++] = value;
}

static void write_command(command_line *c, const tac_bench_options *o, double seconds)
{
    *c = (command_line){.word = {"/proc/self/exe", "run", o->rig_path, "--quiet"}, .n = 4};
    tac_number_print(seconds, c->duration);
    add_option(c, "--duration", c->duration);
    if (o->method) {
        add_option(c, "--method", o->method);
    }
    if (o->given.bounds > 0) {
        snprintf(c->bounds, sizeof c->bounds, "%d", o->given.bounds);
        add_option(c, "--raise-bounds", c->bounds);
    }
    for (int i = 0; i < o->given.n; i++) {
        add_option(c, "--parameter", o->given.text[i]);
    }
}

static int run_executive(tac_bench *b, tac_latency *l, double seconds)
{
    command_line c;
    write_command(&c, &b->options, seconds);
    tac_process p;
    if (!tac_process_start(&p, c.word, TAC_PROCESS_QUIET)) {
        return tac_diag_say_memory(&b->why.diag, "tactus bench: no process can be started");
    }
    const tac_monitor *m = attach(b->rig->name, &p);
    int code = tac_process_end(&p); // the mapping outlives the process
    int counted = m && (code == 0 || code == b->options.safe_code) && tac_latency_add(l, m);
    if (m) {
        tac_monitor_close(m);
    }
    if (!counted) {
        b->run_code = code;
        (void)fail(b, "the rig did not run; what it said stands above");
        return tac_failed_output(&b->why);
    }
    return 1;
}

static int run_cyclictest(tac_bench *b, tac_latency *l, double seconds)
{
    tac_cyclictest_options o = {.core = b->core,
                                .priority = b->rig->priority,
                                .period_ns = b->rig->period_ns,
                                .loops = (int64_t)(seconds * 1e9) / b->rig->period_ns};
    tac_histogram h;
    tac_histogram_clear(&h);
    if (!tac_cyclictest_run(&o, &h, &b->why.diag)) {
        return tac_failed_output(&b->why);
    }
    tac_latency_add_cyclictest(l, &h);
    return 1;
}

static int run_slices(tac_bench *b, tac_latency *l, const char *condition)
{
    int n = (int)ceil(b->options.duration / b->options.slice);
    double seconds = b->options.duration / n;
    int ok = 1;
    for (int i = 0; i < n && ok; i++) {
        if (b->options.progress) {
            fprintf(b->options.progress, "\r%s: slice %d of %d ", condition, i + 1, n);
            fflush(b->options.progress);
        }
        // the one that went first goes second next time
        int first = i % 2 == 0;
        for (int k = 0; k < 2 && ok; k++) {
            if (first == (k == 0)) {
                ok = run_executive(b, l, seconds);
            } else if (b->has_cyclictest) {
                ok = run_cyclictest(b, l, seconds);
            }
        }
    }
    if (b->options.progress) {
        fputs("\r\033[K", b->options.progress);
    }
    return ok;
}

int tac_bench_run(tac_bench *b)
{
    int ok = run_slices(b, &b->idle, "idle");
    if (!ok || !b->has_load) {
        return ok;
    }
    tac_process load;
    if (!tac_process_start(&load, tac_bench_load, TAC_PROCESS_QUIET)) {
        return tac_diag_say_memory(&b->why.diag, "tactus bench: stress-ng cannot be started");
    }
    usleep(LOAD_WARMUP_US);
    ok = run_slices(b, &b->loaded, "loaded");
    if (ok && tac_process_has_ended(&load)) {
        (void)fail(b, "stress-ng ended early; the load was not there");
        ok = tac_failed_output(&b->why);
    }
    (void)tac_process_stop(&load);
    return ok;
}
