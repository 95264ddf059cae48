// What does publishing a frame of 1 KiB cost the writer while others read it?
//   bench-exchange [FRAMES]
// Fails when p99 with 16 readers is more than twice that with one: readers must not slow the writer.
//
// Reader processes attach like any client and read as fast as they can. The writer publishes a frame
// every 20 us against the clock and times each publication alone; the clock's own cost is printed.
// All numbers of readers take turns in short rounds of one run, so that a noisy moment of the machine
// meets all of them.
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "build.h"
#include "exchange/exchange.h"
#include "io/tactus_io.h"
#include "timing.h"

static const double most_ratio = 2.0; // of p99 with 16 readers and with 1

enum { LOADS = 128, CASES = 4, ROUNDS = 20, MAX_READERS = 16, PERIOD_NS = 20000 };

static const int readers[CASES] = {0, 1, 4, 16};
static cpu_set_t reader_cores;
static uint64_t counted[CASES]; // reads while publications were timed

_Noreturn static void read_for_ever(const char *name, _Atomic uint64_t *reads)
{
    tac_io *io = tac_io_attach(name, TAC_IO_READ, NULL, NULL);
    double sum = 0.0;
    while (io) {
        uint64_t done = tac_io_read(io) == TAC_IO_OK;
        sum += tac_io_value(io, 0, LOADS - 1);
        atomic_fetch_add_explicit(reads, done, memory_order_relaxed);
    }
    _exit(sum != 0.0);
}

static void start_readers(const char *name, pid_t *pid, int n, _Atomic uint64_t *reads)
{
    for (int i = 0; i < n; i++) {
        pid[i] = fork();
        if (pid[i] == 0) {
            (void)sched_setaffinity(0, sizeof reader_cores, &reader_cores);
            read_for_ever(name, reads);
        }
    }
}

static void stop_readers(const pid_t *pid, int n)
{
    for (int i = 0; i < n; i++) {
        kill(pid[i], SIGKILL);
        waitpid(pid[i], NULL, 0);
    }
}

// Times n publications, and what keeping their frames for the history takes afterwards, ns each.
static void publish(tac_exchange *x, int64_t *cost, int64_t *kept, long n)
{
    static int64_t step;
    double *load = tac_exchange_state(x, 0);
    int64_t due = timing_now();
    for (long i = 0; i < n; i++) {
        due =
            timing_now() > due + PERIOD_NS ? timing_now() : due + PERIOD_NS; // no burst to catch up
        while (timing_now() < due) {
        }
        step++;
        for (int k = 0; k < LOADS; k++) {
            load[k] = (double)step;
        }
        tac_state_head head = {.step = step, .cycle = step, .stamp = due, .run_state = 2};
        int64_t begin = timing_now();
        tac_exchange_publish(x, &head, 0);
        cost[i] = timing_now() - begin;
        tac_exchange_keep(x);
        kept[i] = timing_now() - begin - cost[i];
    }
}

static void measure(tac_exchange *x, const char *name, int64_t *cost[CASES], int64_t *kept,
                    long frames, _Atomic uint64_t *reads)
{
    pid_t pid[MAX_READERS];
    const struct timespec settle = {.tv_nsec = 20000000};
    long part = frames / ROUNDS;
    for (int round = 0; round < ROUNDS; round++) {
        for (int c = 0; c < CASES; c++) {
            start_readers(name, pid, readers[c], &reads[c]);
            nanosleep(&settle, NULL);
            uint64_t before = atomic_load(&reads[c]);
            publish(x, cost[c] + round * part, kept + round * part, part);
            counted[c] += atomic_load(&reads[c]) - before;
            stop_readers(pid, readers[c]);
        }
    }
}

// As an executive runs: a core of its own, readers on the others.
static void choose_cores(void)
{
    cpu_set_t mine, others;
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    struct sched_param priority = {.sched_priority = 80};
    CPU_ZERO(&mine);
    CPU_ZERO(&others);
    for (long i = 0; i < n; i++) {
        CPU_SET((size_t)i, i == n - 1 ? &mine : &others);
    }
    reader_cores = n > 1 ? others : mine;
    int pinned = sched_setaffinity(0, sizeof mine, &mine) == 0;
    int fifo = sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &priority) == 0;
    printf("writer    %s, %s\n", pinned ? "core of its own" : "not pinned",
           fifo ? "SCHED_FIFO" : "ordinary scheduling");
}

static void print_clock(void)
{
    static int64_t cost[10000];
    for (int i = 0; i < 10000; i++) {
        int64_t begin = timing_now();
        cost[i] = timing_now() - begin;
    }
    timing_sort_ns(cost, 10000);
    printf("compiler  %s\nflags     %s\nrevision  %s\ncores     %ld\nclock     %lld ns between two "
           "readings\n\n",
           TAC_COMPILER, TAC_BUILD_FLAGS, TAC_VERSION, sysconf(_SC_NPROCESSORS_ONLN),
           (long long)cost[5000]);
}

// Returns 0 when readers slow the writer.
static int report(int64_t *cost[CASES], int64_t *kept, long n)
{
    printf("publishing 1 KiB, %ld frames each, ns\n\nreaders     p50     p90     p99   p99.9   "
           "reads per frame\n",
           n);
    for (int c = 0; c < CASES; c++) {
        timing_sort_ns(cost[c], (size_t)n);
        printf("%7d %7lld %7lld %7lld %7lld %9.2f\n", readers[c], (long long)cost[c][n / 2],
               (long long)cost[c][n / 10 * 9], (long long)cost[c][n / 100 * 99],
               (long long)cost[c][n / 1000 * 999], (double)counted[c] / (double)n);
    }
    timing_sort_ns(kept, (size_t)n);
    printf(
        "\nkeeping the frame for the history afterwards, with 16 readers: p50 %lld, p99 %lld ns\n",
        (long long)kept[n / 2], (long long)kept[n / 100 * 99]);
    double ratio = (double)cost[3][n / 100 * 99] / (double)cost[1][n / 100 * 99];
    printf("\np99 with 16 readers is %.2f times that with 1%s\n", ratio,
           ratio <= most_ratio ? "" : ": MORE THAN TWICE");
    return ratio <= most_ratio;
}

int main(int argc, char **argv)
{
    char name[48];
    tac_diag diag = {0};
    int64_t *cost[CASES], *kept;
    long frames = argc > 1 ? atol(argv[1]) : 100000;
    frames = frames < 1000 ? 1000 : frames / ROUNDS * ROUNDS;
    const tac_exchange_signal load = {.name = "load",
                                      .unit = "",
                                      .rows = LOADS,
                                      .columns = 1,
                                      .minimum = -(double)INFINITY,
                                      .maximum = (double)INFINITY,
                                      .rate = (double)INFINITY};
    snprintf(name, sizeof name, "bench.%d", (int)getpid());
    tac_exchange_options o = {.name = name,
                              .dt = PERIOD_NS * 1e-9,
                              .period_ns = PERIOD_NS,
                              .cycle_steps = 1,
                              .signal = &load,
                              .n_signal = 1};
    tac_exchange *x = tac_exchange_open(&o, &diag);
    if (!x) {
        fprintf(stderr, "%s\n", diag.text);
        return 2;
    }
    for (int c = 0; c < CASES; c++) {
        cost[c] = calloc((size_t)frames, sizeof *cost[c]);
        if (!cost[c]) {
            return 2;
        }
    }
    kept = calloc((size_t)frames, sizeof *kept);
    if (!kept) {
        return 2;
    }
    choose_cores();
    print_clock();
    _Atomic uint64_t *reads = mmap(NULL, CASES * sizeof *reads, PROT_READ | PROT_WRITE,
                                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (reads == MAP_FAILED) {
        return 2;
    }
    measure(x, name, cost, kept, frames, reads);
    int good = report(cost, kept, frames);
    tac_exchange_close(x);
    for (int c = 0; c < CASES; c++) {
        free(cost[c]);
    }
    free(kept);
    return !good;
}
