// program: beside=tactus-trace
// test: rt.plain_trace plain lock=tracing
// Tracepoints alone, without an executive: harmless while nobody records, and a known set of events
// for tests/rt/trace/trace.sh when somebody does.
//   plain_trace                  emits the events, checks threads and stage switch; exit code
//   plain_trace endless FILE     emits until the file exists, prints the cycles done
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "trace/trace.h"

enum { CYCLES = 1000, STAGES = 5 };

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// One cycle with its stages; cycles 100, 200, ... miss and drop a period.
static void cycle(int64_t k)
{
    static const char *const stage[STAGES] = {"position", "front", "forward", "backward", "update"};
    double t = (double)k * 1e-3;
    tac_cycle c = {.index = k, .step = k, .wake = now()};
    c.release = c.wake - 5000;
    c.latch = c.step_start = now();
    tac_trace_cycle_begin(k, k, t, c.wake - c.release);
    for (int i = 0; i < STAGES; i++) {
        tac_trace_stage(k, t, i, stage[i]);
    }
    c.step_end = c.publish = now();
    int64_t slack = k % 100 == 0 ? -250000 - k : 400000;
    tac_trace_cycle_end(&c, t, slack);
    if (slack < 0) {
        tac_trace_miss(&c, t, slack, k % 200 == 0 ? "computed_long" : "woken_late");
        tac_trace_policy(k, t, "skip", 1);
    }
}

static int endless(const char *file)
{
    int64_t k = 0;
    while (access(file, F_OK) != 0) {
        cycle(++k);
        usleep(200);
    }
    printf("%lld\n", (long long)k);
    return 0;
}

int main(int argc, char **argv)
{
    tac_diag diag = {0};
    cycle(0); // of a thread that does not trace: no event
    if (!tac_trace_on(&diag) || !tac_trace_follow()) {
        fprintf(stderr, "%s\n", diag.text);
        return 1;
    }
    if (argc == 3 && strcmp(argv[1], "endless") == 0) {
        return endless(argv[2]);
    }
    int tid[8], n = tac_trace_threads(0, tid, 8);
    if (n != 2) {
        fprintf(stderr, "%d helper threads instead of 2\n", n);
        return 1;
    }
    for (int64_t k = 1; k <= CYCLES; k++) {
        cycle(k);
    }
    tac_trace_input_stale(CYCLES, CYCLES * 1e-3, 2, 17);
    tac_trace_safe_state(CYCLES, CYCLES * 1e-3, "bucket");
    return 0;
}
