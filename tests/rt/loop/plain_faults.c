// test: rt.plain_faults plain lock=cores cost=20
// Faults that need threads: a late worker, a worker that hangs, a step that never ends.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness.h"
#include "loop/safe_state.h"
#include "monitor/monitor_segment.h"
#include "run/supervise.h"

#define MODEL "config/models/m3_chain_128.yaml"

static int failed;

static void check(int condition, const char *what)
{
    printf("%s: %s\n", condition ? "ok    " : "FAILED", what);
    failed |= !condition;
}

static harness h;
static tac_run_threads *threads;

static int shared_phase(void)
{
    const tac_phase *phase;
    int n = h.sim.method->phases(h.sim.work, &phase);
    for (int i = 0; i < n; i++) {
        if (tac_team_cut(h.e.team, i, 1) > phase[i].first &&
            tac_team_cut(h.e.team, i, 2) > tac_team_cut(h.e.team, i, 1)) {
            return i;
        }
    }
    return -1;
}

// Index of a phase that two workers share: found with a team of the plain method.
static int find_shared_phase(void)
{
    if (!harness_read(&h, MODEL)) {
        return -1;
    }
    h.rig->workers = 2;
    int found = harness_open(&h, &tac_real_clock, 0) ? shared_phase() : -1;
    harness_close(&h);
    return found;
}

static int set_up(int workers, int64_t watchdog_ns)
{
    threads = calloc(1, sizeof *threads);
    if (!threads || !harness_read(&h, MODEL)) {
        return 0;
    }
    h.rig->workers = workers;
    h.rig->period_ns = h.rig->policy.period_ns = 2000000;
    h.rig->policy.kind = TAC_COUNT;
    h.rig->policy.bucket_limit = 0;
    h.rig->watchdog_ns = watchdog_ns;
    h.rig->lock_memory = 0;
    return harness_open(&h, &tac_real_clock, 1);
}

static void tear_down(void)
{
    harness_close(&h);
    free(threads);
    the_fault = (fault){.first = -1, .last = -1};
}

static int same_bits(int64_t steps)
{
    size_t size = 0;
    void *bits = plain_state(h.rig->model_path, &h.sim.options, steps, &size);
    int same = bits && memcmp(bits, h.sim.state.data, size) == 0;
    free(bits);
    return same;
}

// Longer than a period, shorter than the limit: costs time, never bits.
static void a_late_worker(int phase)
{
    the_fault =
        (fault){.first = 100, .last = 110, .delay_ns = 6000000, .worker = 1, .phase = phase};
    check(set_up(2, 20000000000), "late worker: set up");
    h.e.cycles_left = 300;
    check(harness_start(&h, threads) && harness_finish(threads, 60000), "late worker: run ends");
    check(tac_safe_state(&h.e) == TAC_SAFE_NONE, "late worker: no safe state");
    check(harness_counters_add_up(&h), "late worker: counters add up");
    check(same_bits(300), "late worker: same bits");
    tear_down();
}

// Inside its stretch beyond the limit: the step fails, the state stays.
static void a_hanging_worker(int phase)
{
    the_fault =
        (fault){.first = 100, .last = 1000, .hang_ns = 20000000000, .worker = 1, .phase = phase};
    check(set_up(2, 100000000), "hanging worker: set up");
    h.e.cycles_left = 300;
    check(harness_start(&h, threads), "hanging worker: start");
    check(tac_run_threads_have_ended(threads, 60000), "hanging worker: loop goes on to its end");
    check(tac_safe_state(&h.e) == TAC_SAFE_HUNG, "hanging worker: safe state, step hung");
    check(harness_counters_add_up(&h), "hanging worker: counters add up");
    check(atomic_load(&the_fault.hits) == 1, "hanging worker: no further step was begun");
    int64_t steps = *h.sim.state.step;
    check(steps >= 100 && same_bits(steps), "hanging worker: state as before the step");
    atomic_store(&the_fault.release, 1);
    check(tac_run_threads_end(threads), "hanging worker: all threads end once it comes back");
    tear_down();
}

// The cycle thread itself never comes back: everything else still works.
static void a_hung_step(void)
{
    the_fault = (fault){.first = 50, .last = 1000, .hang_ns = 60000000000};
    check(set_up(1, 100000000), "hung step: set up");
    check(harness_start(&h, threads), "hung step: start");
    for (int i = 0; i < 1000 && tac_safe_state(&h.e) == TAC_SAFE_NONE; i++) {
        usleep(10000);
    }
    check(tac_safe_state(&h.e) == TAC_SAFE_HUNG, "hung step: found by the watchdog");
    check(atomic_load(&h.e.monitor->state) == TAC_RUN_SAFE, "hung step: monitor shows safe state");
    tac_diag diag = {0};
    const tac_monitor *m = tac_monitor_attach(h.rig->name, &diag);
    tac_counters n = {0};
    check(m && tac_monitor_counters(m, &n) && n.steps == 50, "hung step: others can look");
    if (m) {
        tac_monitor_close(m);
    }
    uint64_t frame[512];
    check(h.e.outputs.group[0].n_value < 512 && tac_outputs_read(&h.e.outputs, 0, frame) &&
              tac_output_value(frame, 0) == 0.0,
          "hung step: outputs are safe");
    check(!harness_finish(threads, 0), "hung step: the thread is given up in bounded time");
    check(harness_counters_add_up(&h), "hung step: counters add up");
    atomic_store(&the_fault.release, 1);
    check(tac_run_threads_end(threads), "hung step: ends when it comes back after all");
    check(*h.sim.state.step == 50 && same_bits(50), "hung step: was not committed");
    tear_down();
}

// What the main thread of `tactus run` does when the loop does not come back: one signal gives it the
// time a hung step may take, two do not wait.
static void signals(int n, tac_outcome expected, const char *what)
{
    int number = 0;
    the_fault = (fault){.first = 50, .last = 1000, .hang_ns = 60000000000};
    check(set_up(1, 100000000) && harness_start(&h, threads), "signals: start");
    while (atomic_load(&the_fault.hits) == 0) {
        usleep(1000);
    }
    for (int i = 0; i < n; i++) {
        kill(getpid(), i == 0 ? SIGTERM : SIGINT);
    }
    check(tac_supervise(threads, 0, &number) == expected, what);
    check(number == (n > 1 ? SIGINT : SIGTERM) || n > 1, "signals: the number is told");
    atomic_store(&the_fault.release, 1);
    check(tac_run_threads_end(threads), "signals: all threads end");
    tear_down();
}

// While the loop runs, one signal ends it after the cycle at hand.
static void one_signal(void)
{
    int number = 0;
    check(set_up(2, 20000000000) && harness_start(&h, threads), "one signal: start");
    usleep(100000);
    kill(getpid(), SIGTERM);
    check(tac_supervise(threads, 0, &number) == TAC_RUN_ENDED && number == SIGTERM,
          "one signal: the loop ends by itself");
    check(harness_counters_add_up(&h), "one signal: counters add up");
    check(same_bits(*h.sim.state.step), "one signal: the state is that of a whole cycle");
    check(tac_run_threads_end(threads), "one signal: all threads end");
    tear_down();
}

int main(void)
{
    tac_block_signals();
    int phase = find_shared_phase();
    check(phase >= 0, "the model has phases worth sharing");
    if (phase >= 0) {
        a_late_worker(phase);
        a_hanging_worker(phase);
    }
    a_hung_step();
    one_signal();
    signals(1, TAC_RUN_LEFT, "signals: a loop that hangs is given up in bounded time");
    signals(2, TAC_RUN_AT_ONCE, "signals: the second one does not wait");
    return failed;
}
