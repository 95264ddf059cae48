// What does publishing a frame of 1 KiB cost the writer while others read it?
//   bench-exchange [FRAMES]
//
// Reader processes attach like any client and read as fast as they can. The writer publishes a frame
// every 20 us against the clock and times each publication alone; the clock's own cost is printed.
// All numbers of readers take turns in short rounds of one run, so that a noisy moment of the machine
// meets all of them.
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "build.h"
#include "exchange.h"
#include "tactus_io.h"

enum { LOADS = 128, CASES = 4, ROUNDS = 20, MAX_READERS = 16, PERIOD_NS = 20000 };

static const int readers[CASES] = {0, 1, 4, 16};

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

_Noreturn static void read_for_ever(const char *name)
{
    tac_io *io = tac_io_attach(name, TAC_IO_READ, NULL, NULL);
    double sum = 0.0;
    while (io) {
        (void)tac_io_read(io);
        sum += tac_io_value(io, 0, LOADS - 1);
    }
    _exit(sum != 0.0);
}

static void start_readers(const char *name, pid_t *pid, int n)
{
    for (int i = 0; i < n; i++) {
        pid[i] = fork();
        if (pid[i] == 0) {
            read_for_ever(name);
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

// Times n publications, ns each.
static void publish(tac_exchange *x, int64_t *cost, long n)
{
    static int64_t step;
    double *load = tac_exchange_state(x, 0);
    int64_t due = now_ns();
    for (long i = 0; i < n; i++) {
        due += PERIOD_NS;
        while (now_ns() < due) {
        }
        step++;
        for (int k = 0; k < LOADS; k++) {
            load[k] = (double)step;
        }
        tac_state_head head = {.step = step, .cycle = step, .stamp = due, .run_state = 2};
        int64_t begin = now_ns();
        tac_exchange_publish(x, &head, 0);
        cost[i] = now_ns() - begin;
    }
}

static void measure(tac_exchange *x, const char *name, int64_t *cost[CASES], long frames)
{
    pid_t pid[MAX_READERS];
    const struct timespec settle = {.tv_nsec = 20000000};
    long part = frames / ROUNDS;
    for (int round = 0; round < ROUNDS; round++) {
        for (int c = 0; c < CASES; c++) {
            start_readers(name, pid, readers[c]);
            nanosleep(&settle, NULL);
            publish(x, cost[c] + round * part, part);
            stop_readers(pid, readers[c]);
        }
    }
}

static void print_clock(void)
{
    static int64_t cost[10000];
    for (int i = 0; i < 10000; i++) {
        int64_t begin = now_ns();
        cost[i] = now_ns() - begin;
    }
    qsort(cost, 10000, sizeof *cost, by_size);
    printf("compiler  %s\nflags     %s\nrevision  %s\ncores     %ld\nclock     %lld ns between two "
           "readings\n\n",
           TAC_COMPILER, TAC_BUILD_FLAGS, TAC_VERSION, sysconf(_SC_NPROCESSORS_ONLN),
           (long long)cost[5000]);
}

static void report(int64_t *cost[CASES], long n)
{
    printf("publishing 1 KiB, %ld frames each, ns\n\nreaders     p50     p90     p99   p99.9\n", n);
    for (int c = 0; c < CASES; c++) {
        qsort(cost[c], (size_t)n, sizeof *cost[c], by_size);
        printf("%7d %7lld %7lld %7lld %7lld\n", readers[c], (long long)cost[c][n / 2],
               (long long)cost[c][n / 10 * 9], (long long)cost[c][n / 100 * 99],
               (long long)cost[c][n / 1000 * 999]);
    }
    printf("\np99 with 16 readers is %.2f times that with 1\n",
           (double)cost[3][n / 100 * 99] / (double)cost[1][n / 100 * 99]);
}

int main(int argc, char **argv)
{
    char name[48];
    tac_diag diag = {{0}};
    int64_t *cost[CASES];
    long frames = argc > 1 ? atol(argv[1]) : 100000;
    frames = frames < 1000 ? 1000 : frames / ROUNDS * ROUNDS;
    const tac_exchange_signal load = {.name = "load",
                                      .unit = "",
                                      .rows = LOADS,
                                      .columns = 1,
                                      .minimum = -INFINITY,
                                      .maximum = INFINITY,
                                      .rate = INFINITY};
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
    print_clock();
    measure(x, name, cost, frames);
    report(cost, frames);
    tac_exchange_close(x);
    for (int c = 0; c < CASES; c++) {
        free(cost[c]);
    }
    return 0;
}
