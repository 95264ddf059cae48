#include "latency_bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cyclictest.h"
#include "format/number.h"
#include "system/process.h"
#include "system/threads.h"

// Time for a load to get going before the first slice is measured.
#define LOAD_WARMUP_US 500000

enum { ATTACH_US = 2000, ATTACH_ATTEMPTS = 5000 };

// Arithmetic on all cores, memory traffic, context switches and small writes.
const char *const tac_bench_load[] = {"stress-ng", "--quiet",    "--cpu", "0",        "--vm",
                                      "1",         "--vm-bytes", "128M",  "--switch", "1",
                                      "--io",      "1",          NULL};

static tac_exit fail(tac_bench *b, tac_exit code, const char *text)
{
    snprintf(b->diag.text, sizeof b->diag.text, "tactus bench: %s", text);
    return code;
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

tac_exit tac_bench_open(tac_bench *b, const tac_bench_options *o)
{
    memset(b, 0, sizeof *b);
    b->options = *o;
    tac_latency_clear(&b->idle);
    tac_latency_clear(&b->loaded);
    b->rig = tac_rig_file_read(o->rig_path, &b->diag);
    if (!b->rig) {
        return tac_exit_of(&b->diag, TAC_EXIT_INPUT);
    }
    if (b->rig->start_paused) {
        return fail(b, TAC_EXIT_INPUT, "this rig waits for a start command; choose another");
    }
    tac_limit_workers(b->rig);
    int core[TAC_MAX_WORKERS], helper = b->rig->helper_core, oversubscribed;
    if (!tac_choose_cores(b->rig->core, b->rig->workers, core, &helper, &oversubscribed,
                          &b->diag)) {
        return tac_exit_of(&b->diag, TAC_EXIT_INPUT);
    }
    b->core = core[0];
    b->has_cyclictest = tac_cyclictest_version(b->cyclictest, sizeof b->cyclictest);
    b->has_load = o->load && is_installed(tac_bench_load[0]);
    return TAC_EXIT_OK;
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
            tac_monitor_close(m, 0);
        }
        usleep(ATTACH_US);
    }
    return NULL;
}

static tac_exit run_executive(tac_bench *b, tac_latency *l, double seconds)
{
    char duration[TAC_NUMBER_SIZE];
    tac_number_print(seconds, duration);
    const char *const argv[] = {
        "/proc/self/exe", "run", b->options.rig_path, "--quiet", "--duration", duration, NULL};
    tac_process p;
    if (!tac_process_start(&p, argv, TAC_PROCESS_QUIET)) {
        return fail(b, TAC_EXIT_MEMORY, "no process can be started");
    }
    const tac_monitor *m = attach(b->rig->name, &p);
    int code = tac_process_end(&p); // the mapping outlives the process
    int counted = m && (code == TAC_EXIT_OK || code == TAC_EXIT_SAFE) && tac_latency_add(l, m);
    if (m) {
        tac_monitor_close(m, 0);
    }
    if (!counted) {
        return fail(b, code == TAC_EXIT_OK ? TAC_EXIT_OUTPUT : (tac_exit)code,
                    "the rig did not run; what it said stands above");
    }
    return TAC_EXIT_OK;
}

static tac_exit run_cyclictest(tac_bench *b, tac_latency *l, double seconds)
{
    tac_cyclictest_options o = {.core = b->core,
                                .priority = b->rig->priority,
                                .period_ns = b->rig->period_ns,
                                .loops = (int64_t)(seconds * 1e9) / b->rig->period_ns};
    return tac_cyclictest_run(&o, &l->cyclictest, &b->diag) ? TAC_EXIT_OK : TAC_EXIT_OUTPUT;
}

static tac_exit run_slices(tac_bench *b, tac_latency *l, const char *condition)
{
    int n = (int)ceil(b->options.duration / b->options.slice);
    double seconds = b->options.duration / n;
    tac_exit code = TAC_EXIT_OK;
    for (int i = 0; i < n && code == TAC_EXIT_OK; i++) {
        if (b->options.progress) {
            fprintf(b->options.progress, "\r%s: slice %d of %d ", condition, i + 1, n);
            fflush(b->options.progress);
        }
        // whoever went first goes second next time
        int first = i % 2 == 0;
        for (int k = 0; k < 2 && code == TAC_EXIT_OK; k++) {
            if (first == (k == 0)) {
                code = run_executive(b, l, seconds);
            } else if (b->has_cyclictest) {
                code = run_cyclictest(b, l, seconds);
            }
        }
    }
    if (b->options.progress) {
        fputs("\r\033[K", b->options.progress);
    }
    return code;
}

tac_exit tac_bench_run(tac_bench *b)
{
    tac_exit code = run_slices(b, &b->idle, "idle");
    if (code != TAC_EXIT_OK || !b->has_load) {
        return code;
    }
    tac_process load;
    if (!tac_process_start(&load, tac_bench_load, TAC_PROCESS_QUIET)) {
        return fail(b, TAC_EXIT_MEMORY, "stress-ng cannot be started");
    }
    usleep(LOAD_WARMUP_US);
    code = run_slices(b, &b->loaded, "loaded");
    if (code == TAC_EXIT_OK && tac_process_has_ended(&load)) {
        code = fail(b, TAC_EXIT_OUTPUT, "stress-ng ended early; the load was not there");
    }
    (void)tac_process_stop(&load);
    return code;
}
