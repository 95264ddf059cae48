// What does recording cost the cycle thread?
//
// Every rig runs as `tactus run --record` runs it, workers and helpers included, but for a clock
// that switches the recording on and off: a coin falls every 8 cycles. What the cycle thread computes
// from the end of one wait to the begin of the next is the cost of a cycle: step, records, publishing,
// accounting. A coin, because groups of outputs come at divisors of the rate; 8 cycles, because code
// and branches of a recording are warm when recording is not switched.
//
// A machine that is shared changes its speed meanwhile. Hence two answers: how far the quantiles of
// both kinds of cycles are apart, and by how much the medians of neighbouring stretches differ, one
// with and one without. Both are divided by the steps of a cycle. Between cycles the thread spins: a
// core that sleeps is lent to others, whose traces in the caches both kinds of cycles pay for. With
// --sleep it sleeps, as a rig without a margin does.
// What the recording does while the cycle thread spins before a release delays no cycle and is in neither
// of them; it is measured on its own ("in the wait").
// Fails when the median of the second one and what is done in the wait are not below 200 ns per step
// together for every rig: both are the thread's time.
//   bench-record [--sleep] [CYCLES [FILE [RIG...]]]
//   default 4000, /tmp/tactus-bench.tlog, config/rigs/*.yaml
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "latency/environment.h"
#include "log/capture.h"
#include "loop/executive.h"
#include "run/run_threads.h"
#include "system/cores.h"
#include "timing.h"

static const double most_ns = 200.0; // per step

enum { MAX_CYCLES = 1000000, STRETCH = 8 };

typedef struct sample {         // a cycle
    int64_t ns, pause, stretch; // pause: longest time that the clock was not looked at in the wait
    int with;
} sample;

typedef struct bench {
    tac_rig_file *rig;
    tac_simulation sim;
    tac_executive e;
    tac_run_threads threads;
    tac_log_writer *log; // while the executive has none
    tac_clock clock;     // real time, seen by the cycle thread and its workers
    int asleep;          // between cycles
    int core[TAC_MAX_WORKERS], helper_core, oversubscribed;
    // of the cycle thread
    uint64_t coin;
    int64_t index, release, woke, awake; // the cycle that is counted, its wait, ns so far
    int64_t seen, pause; // in the wait: last look at the clock, longest pause so far
    sample *sample;      // (2 cycles)
    int n, cycles;
    tac_diag diag;
} bench;

static _Thread_local bench *cycling; // in the cycle thread, while it waits

// A wait ends when the thread has seen the release.
static int64_t now(void *context)
{
    (void)context;
    int64_t t = tac_real_clock.now(NULL);
    if (cycling) {
        int64_t pause = t - cycling->seen;
        cycling->pause = pause > cycling->pause ? pause : cycling->pause;
        cycling->seen = t;
    }
    if (cycling && t >= cycling->release) {
        cycling->woke = t;
        cycling = NULL;
    }
    return t;
}

// A cycle has ended when the executive counts the next one.
static void turn(bench *b)
{
    if (b->index >= b->rig->policy.start_cycles && b->n < 2 * b->cycles) {
        b->sample[b->n++] = (sample){b->awake, b->pause, b->index / STRETCH, b->e.log != NULL};
    }
    b->index = b->e.index;
    b->awake = b->pause = 0;
    if (b->index % STRETCH == 0) {
        b->coin ^= b->coin << 13;
        b->coin ^= b->coin >> 7;
        b->coin ^= b->coin << 17;
    }
    int with = b->coin >> 32 & 1;
    if (b->e.log && !with) {
        tac_log_ready(b->log); // the last step is not left without its state
    }
    b->e.log = with ? b->log : NULL;
}

// Workers sleep here too; only the cycle thread turns the page.
static void sleep_until(void *context, int64_t t)
{
    bench *b = context;
    int mine = pthread_equal(pthread_self(), b->threads.team[0].id);
    if (mine) {
        b->awake += now(NULL) - b->woke;
        if (b->e.index != b->index) {
            turn(b);
        }
    }
    if (!mine || b->asleep) {
        tac_real_clock.sleep_until(NULL, t);
    }
    while (now(NULL) < t) {
    }
    if (mine) {
        b->release = t + b->rig->margin_ns;
        b->seen = now(NULL);
        cycling = b;
    }
}

// ---- setting up ----------------------------------------------------------------------------------

static int open_rig(bench *b, const char *path)
{
    b->rig = tac_rig_file_read(path, &b->diag);
    if (!b->rig) {
        return 0;
    }
    tac_rig_file *rig = b->rig;
    snprintf(rig->name, sizeof rig->name, "bench-record.%d", (int)getpid());
    rig->start_paused = 0;
    rig->pure_spin = 0;
    rig->policy.kind = TAC_COUNT;
    rig->policy.bucket_limit = 0;
    rig->watchdog_ns = 20000000000;
    rig->log_path = rig->dump_path = NULL;
    if (!tac_simulation_read_rig(&b->sim, rig)) {
        b->diag = b->sim.diag;
        return 0;
    }
    tac_limit_workers(rig);
    b->clock = (tac_clock){now, sleep_until, b};
    if (!tac_choose_cores(rig->core, rig->workers, NULL, b->core, &b->helper_core,
                          &b->oversubscribed, &b->diag)) {
        return 0;
    }
    if (!tac_executive_open(&b->e, rig, &b->sim, &b->clock, b->core, b->oversubscribed)) {
        b->diag = b->e.diag;
        return 0;
    }
    return 1;
}

static int open_log(bench *b, const char *path)
{
    tac_log_header h;
    const tac_log_origin o = {.period_ns = b->rig->period_ns,
                              .substeps = b->rig->substeps,
                              .full = 1,
                              .input = b->e.initial_input,
                              .state = b->e.initial};
    if (tac_log_header_capture(&h, &b->sim, &o, &b->diag)) {
        b->log = tac_log_writer_open(path, &h, &(tac_log_writer_options){.sync = 1}, &b->diag);
    }
    tac_log_header_free(&h);
    b->e.log = b->log; // the threads starts its helper
    return b->log != NULL;
}

static int run(bench *b)
{
    b->coin = 88172645463325252;
    b->sample = calloc((size_t)b->cycles, 2 * sizeof *b->sample);
    b->e.cycles_left = 2 * (int64_t)b->cycles;
    b->index = -1;
    tac_failure why = {.kind = TAC_FAILED_INPUT};
    if (!tac_run_threads_start(&b->threads, &b->e, b->core, b->helper_core, &why)) {
        b->diag = why.diag;
        return 0;
    }
    tac_run_threads_open_gate(&b->threads);
    while (!tac_run_threads_have_ended(&b->threads, 1000)) {
    }
    b->e.log = b->log;
    return tac_run_threads_end(&b->threads);
}

// ---- result --------------------------------------------------------------------------------------

// Sorts the times; a list without any has the quantile 0.
static double quantile(int64_t *time, int n, double q)
{
    timing_sort_ns(time, (size_t)n);
    return n > 0 ? (double)time[(int)(q * (n - 1))] : 0.0;
}

// Times of cycles with or without recording; returns how many there are.
static int times(const bench *b, int with, int64_t *out)
{
    int n = 0;
    for (int i = 0; i < b->n; i++) {
        out[n] = b->sample[i].ns;
        n += b->sample[i].with == with;
    }
    return n;
}

// By how much the median of the pauses in the wait is longer with recording.
static double in_wait(const bench *b, int64_t *list)
{
    double median[2];
    for (int with = 0; with < 2; with++) {
        int n = 0;
        for (int i = 0; i < b->n; i++) {
            list[n] = b->sample[i].pause;
            n += b->sample[i].with == with;
        }
        median[with] = quantile(list, n, 0.5);
    }
    return median[1] - median[0];
}

// Pairs of neighbouring stretches, one of each kind: by how much the medians of their cycles differ.
static int differences(const bench *b, int64_t *out)
{
    int n = 0, before = -1;
    double median_before = 0.0;
    for (int begin = 0, end; begin < b->n; begin = end) {
        int64_t time[STRETCH];
        int with = b->sample[begin].with;
        for (end = begin; end < b->n && b->sample[end].stretch == b->sample[begin].stretch; end++) {
            time[end - begin] = b->sample[end].ns;
        }
        double median = quantile(time, end - begin, 0.5);
        if (before == !with) {
            out[n++] = (int64_t)(with ? median - median_before : median_before - median);
        }
        // a pair shares no stretch with the next one
        before = before == !with ? -1 : with;
        median_before = median;
    }
    return n;
}

// Returns 0 when recording costs too much.
static int print(const char *path, const bench *b, const tac_log_totals *sum)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    double steps = b->rig->substeps, p[2][3], apart[3];
    int64_t *list = calloc((size_t)b->cycles, 2 * sizeof *list);
    for (int q = 0; q < 3; q++) {
        for (int with = 0; with < 2; with++) {
            p[with][q] = quantile(list, times(b, with, list), 0.25 * (q + 1));
        }
        apart[q] = quantile(list, differences(b, list), 0.25 * (q + 1));
    }
    double waiting = in_wait(b, list) / steps, all = apart[1] / steps + waiting;
    free(list);
    printf("%-18s %6zu B  %8.0f ns without, %8.0f ns with; per step p25 %+5.0f, p50 %+5.0f, "
           "p75 %+5.0f; neighbours %+5.0f, %+5.0f, %+5.0f ns; in the wait %+.0f ns, together %+.0f "
           "ns; "
           "%.0f B/step, %lld lost%s\n",
           name, b->sim.state.size, p[0][1], p[1][1], (p[1][0] - p[0][0]) / steps,
           (p[1][1] - p[0][1]) / steps, (p[1][2] - p[0][2]) / steps, apart[0] / steps,
           apart[1] / steps, apart[2] / steps, waiting, all,
           sum->steps > 0 ? (double)sum->bytes / (double)sum->steps : 0.0, (long long)sum->lost,
           all < most_ns ? "" : ": TOO MUCH");
    return all < most_ns;
}

static int measure(const char *rig, const char *path, int cycles, int asleep)
{
    bench *b = aligned_alloc(_Alignof(bench), sizeof *b);
    tac_log_totals sum = {0};
    memset(b, 0, sizeof *b);
    b->cycles = cycles;
    b->asleep = asleep;
    int ok = open_rig(b, rig) && open_log(b, path) && run(b);
    if (b->log) {
        (void)tac_log_writer_close(b->log, &sum);
        b->e.log = NULL;
        unlink(path);
    }
    if (ok) {
        ok = print(rig, b, &sum);
    } else {
        fprintf(stderr, "%s: %s\n", rig, b->diag.text);
    }
    tac_executive_close(&b->e);
    tac_simulation_close(&b->sim);
    tac_rig_file_free(b->rig);
    free(b->sample);
    free(b);
    return ok;
}

int main(int argc, char **argv)
{
    int asleep = argc > 1 && strcmp(argv[1], "--sleep") == 0;
    argc -= asleep;
    argv += asleep;
    int cycles = argc > 1 ? atoi(argv[1]) : 4000, ok = 1;
    const char *path = argc > 2 ? argv[2] : "/tmp/tactus-bench.tlog";
    glob_t all = {0};
    tac_environment e;
    if (cycles < 10 || cycles > MAX_CYCLES) {
        fprintf(stderr, "usage: bench-record [--sleep] [CYCLES [FILE [RIG...]]]\n");
        return 2;
    }
    for (int i = 3; i < argc; i++) {
        (void)glob(argv[i], GLOB_NOCHECK | (i > 3 ? GLOB_APPEND : 0), NULL, &all);
    }
    if (argc <= 3) {
        (void)glob("config/rigs/*.yaml", 0, NULL, &all);
    }
    tac_environment_read(&e, 0);
    tac_environment_print(&e, stdout);
    for (size_t i = 0; i < all.gl_pathc; i++) {
        ok &= measure(all.gl_pathv[i], path, cycles, asleep);
        fflush(stdout);
    }
    globfree(&all);
    return !ok;
}
