// What does recording cost the cycle thread?
//
// Every rig runs as `tactus run --record` runs it, workers and helpers included, but for a clock
// that switches the recording on and off: a coin falls every 16 cycles. What the cycle thread is
// awake for is the cost of a cycle, from the end of one sleep to the begin of the next: step,
// records, publishing, accounting. The difference of the medians of both kinds of cycles, divided by
// the steps of a cycle, is what recording costs. A coin, because groups of outputs come at divisors
// of the rate; 16 cycles, because code and branches of a recording are warm when nobody switches.
//   bench-record [CYCLES [FILE [RIG...]]]   default 4000, /tmp/tactus-bench.tlog, config/rigs/*.yaml
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crew.h"
#include "executive.h"

enum { MAX_CYCLES = 1000000, STRETCH = 16 };

typedef struct bench {
    tac_rig_file *rig;
    tac_simulation sim;
    tac_executive e;
    tac_crew crew;
    tac_log_writer *log; // while the executive has none
    tac_clock clock;     // real time, seen by the cycle thread and its workers
    int core[TAC_MAX_WORKERS], helper_core, oversubscribed;
    // of the cycle thread
    uint64_t coin;
    int64_t index, woke, awake; // the cycle that is counted, the end of the last sleep, ns so far
    int64_t *time[2];           // ns, without and with                               (cycles)
    int n[2], cycles;
    tac_diag diag;
} bench;

static int64_t now(void *context)
{
    (void)context;
    return tac_real_clock.now(NULL);
}

// A cycle has ended when the executive counts the next one: its time goes to one of the lists.
static void turn(bench *b)
{
    int with = b->e.log != NULL, started = b->index >= b->rig->policy.start_cycles;
    if (started && b->n[with] < b->cycles) {
        b->time[with][b->n[with]++] = b->awake;
    }
    b->index = b->e.index;
    b->awake = 0;
    if (b->index % STRETCH == 0) {
        b->coin ^= b->coin << 13;
        b->coin ^= b->coin >> 7;
        b->coin ^= b->coin << 17;
    }
    b->e.log = b->coin >> 32 & 1 ? b->log : NULL;
}

// Workers sleep here too; only the cycle thread turns the page.
static void sleep_until(void *context, int64_t t)
{
    bench *b = context;
    int mine = pthread_equal(pthread_self(), b->crew.team[0].id);
    if (mine) {
        b->awake += now(NULL) - b->woke;
        if (b->e.index != b->index) {
            turn(b);
        }
    }
    tac_real_clock.sleep_until(NULL, t);
    if (mine) {
        b->woke = now(NULL);
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
    rig->margin_ns = 0; // spinning before the release is not the cost of a cycle
    rig->pure_spin = 0;
    rig->policy.kind = TAC_COUNT;
    rig->policy.bucket_limit = 0;
    rig->watchdog_ns = 20000000000;
    rig->log_path = rig->dump_path = NULL;
    if (tac_simulation_read(&b->sim, rig->model_path) != TAC_EXIT_OK) {
        b->diag = b->sim.diag;
        return 0;
    }
    tac_limit_workers(rig);
    b->clock = (tac_clock){now, sleep_until, b};
    if (!tac_choose_cores(rig->core, rig->workers, b->core, &b->helper_core, &b->oversubscribed,
                          &b->diag)) {
        return 0;
    }
    if (tac_executive_open(&b->e, rig, &b->sim, &b->clock, b->oversubscribed) != TAC_EXIT_OK) {
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
    if (tac_log_header_capture(&h, &b->sim, &o, &b->diag) == TAC_EXIT_OK) {
        b->log = tac_log_writer_open(path, &h, &(tac_log_writer_options){.sync = 1}, &b->diag);
    }
    tac_log_header_free(&h);
    b->e.log = b->log; // the crew starts its helper
    return b->log != NULL;
}

static int run(bench *b)
{
    b->coin = 88172645463325252;
    for (int i = 0; i < 2; i++) {
        b->time[i] = calloc((size_t)b->cycles, sizeof *b->time[i]);
    }
    b->e.to_go = 2 * (int64_t)b->cycles;
    b->index = -1;
    if (tac_crew_start(&b->crew, &b->e, b->core, b->helper_core, &b->diag) != TAC_EXIT_OK) {
        return 0;
    }
    tac_crew_open_gate(&b->crew);
    while (!tac_crew_has_ended(&b->crew, 1000)) {
    }
    b->e.log = b->log;
    return tac_crew_end(&b->crew);
}

// ---- result --------------------------------------------------------------------------------------

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static double quantile(const bench *b, int with, double q)
{
    return b->n[with] > 0 ? (double)b->time[with][(int)(q * (b->n[with] - 1))] : 0.0;
}

static void print(const char *path, const bench *b, const tac_log_totals *sum)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    double steps = b->rig->substeps;
    for (int i = 0; i < 2; i++) {
        qsort(b->time[i], (size_t)b->n[i], sizeof *b->time[i], by_size);
    }
    printf("%-16s %6zu B  p50 %8.0f ns without, %8.0f ns with; per step p25 %+5.0f, p50 %+5.0f, "
           "p75 %+5.0f ns; %.0f B/step, %lld lost\n",
           name, b->sim.state.size, quantile(b, 0, 0.5), quantile(b, 1, 0.5),
           (quantile(b, 1, 0.25) - quantile(b, 0, 0.25)) / steps,
           (quantile(b, 1, 0.5) - quantile(b, 0, 0.5)) / steps,
           (quantile(b, 1, 0.75) - quantile(b, 0, 0.75)) / steps,
           sum->steps > 0 ? (double)sum->bytes / (double)sum->steps : 0.0, (long long)sum->lost);
}

static int measure(const char *rig, const char *path, int cycles)
{
    bench *b = aligned_alloc(_Alignof(bench), sizeof *b);
    tac_log_totals sum = {0};
    memset(b, 0, sizeof *b);
    b->cycles = cycles;
    int ok = open_rig(b, rig) && open_log(b, path) && run(b);
    if (b->log) {
        (void)tac_log_writer_close(b->log, &sum);
        b->e.log = NULL;
        unlink(path);
    }
    if (ok) {
        print(rig, b, &sum);
    } else {
        fprintf(stderr, "%s: %s\n", rig, b->diag.text);
    }
    tac_executive_close(&b->e);
    tac_simulation_close(&b->sim);
    tac_rig_file_free(b->rig);
    free(b->time[0]);
    free(b->time[1]);
    free(b);
    return ok;
}

int main(int argc, char **argv)
{
    int cycles = argc > 1 ? atoi(argv[1]) : 4000, ok = 1;
    const char *path = argc > 2 ? argv[2] : "/tmp/tactus-bench.tlog";
    glob_t all = {0};
    if (cycles < 10 || cycles > MAX_CYCLES) {
        fprintf(stderr, "usage: bench-record [CYCLES [FILE [RIG...]]]\n");
        return 2;
    }
    for (int i = 3; i < argc; i++) {
        (void)glob(argv[i], GLOB_NOCHECK | (i > 3 ? GLOB_APPEND : 0), NULL, &all);
    }
    if (argc <= 3) {
        (void)glob("config/rigs/*.yaml", 0, NULL, &all);
    }
    for (size_t i = 0; i < all.gl_pathc; i++) {
        ok &= measure(all.gl_pathv[i], path, cycles);
        fflush(stdout);
    }
    globfree(&all);
    return !ok;
}
