// Readers against the writer of a monitor, for ThreadSanitizer and drd: a plain program, 0 when all is
// well.
//   plain_monitor [CYCLES]
//
// Every field of cycle i is a function of i, so that a record of two cycles is recognised. The words
// of a record are atomic, so these tools have nothing to say about them; but whoever has read record
// i may also look at what the writer had done before it published, here a plain array. drd follows
// that through the writer's own mapping only: another mapping is other memory to it.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "monitor/monitor.h"
#include "monitor/monitor_segment.h"

enum { MOST_CYCLES = 100000, READERS = 3, T = 1000 };

static char name[TAC_RIG_NAME];
static int64_t done_before[MOST_CYCLES]; // (cycle) written before its record, and never again
static _Atomic int finished, torn, unbalanced;
static _Atomic long read_well, gone, counted, busy;

static tac_cycle cycle(int64_t i)
{
    tac_cycle c = {.index = i, .step = 3 * i, .release = T * i, .phase_error = -i, .cpu = 7 * i};
    c.wake = c.release + i % 100;
    c.latch = c.step_start = c.wake + 1;
    c.step_end = c.step_start + i % 1500;
    c.publish = c.step_end + 1;
    c.increment = 0.5 * (double)i;
    c.position = 0.25 * (double)i;
    c.velocity = -0.125 * (double)i;
    c.iterations = (int32_t)i;
    c.skipped = (int32_t)(i % 3);
    c.cause = tac_cycle_slack(&c, T) < 0 ? TAC_COMPUTED_LONG : TAC_ON_TIME;
    return c;
}

static void look_at_record(const tac_monitor *m, int64_t index, int is_own)
{
    tac_cycle c;
    if (!tac_monitor_read(m, index, &c)) {
        atomic_fetch_add(&gone, 1);
        return;
    }
    const tac_cycle whole = cycle(index);
    atomic_fetch_add(&read_well, 1);
    atomic_fetch_add(&torn, memcmp(&c, &whole, sizeof c) != 0);
    atomic_fetch_add(&torn, is_own && done_before[index] != ~index);
}

static void look_at_counters(const tac_monitor *m)
{
    tac_counters k;
    if (!tac_monitor_counters(m, &k)) {
        atomic_fetch_add(&busy, 1);
        return;
    }
    atomic_fetch_add(&counted, 1);
    atomic_fetch_add(&unbalanced,
                     k.cycles != k.on_time + k.missed || k.missed != k.cause[TAC_COMPUTED_LONG] ||
                         k.on_time != k.cause[TAC_ON_TIME] || k.cycles != k.newest + 1 ||
                         k.steps != (k.newest < 0 ? 0 : 3 * k.newest));
}

static void *read_all(void *argument)
{
    tac_diag diag = {0};
    const tac_monitor *writers = argument; // NULL: attach as other processes do
    const tac_monitor *m = writers ? writers : tac_monitor_attach(name, &diag);
    int64_t back = writers ? 1 : 0; // some look at the oldest record, which is written next
    if (!m) {
        fprintf(stderr, "%s\n", diag.text);
        atomic_fetch_add(&torn, 1);
        return NULL;
    }
    while (!atomic_load(&finished)) {
        // relaxed: says where to look, what comes with a record comes with its own number
        int64_t newest = atomic_load_explicit(&m->newest, memory_order_relaxed);
        look_at_record(m, newest, writers != NULL);
        look_at_record(m, newest - 255 * back, writers != NULL);
        look_at_record(m, newest - 128, writers != NULL);
        look_at_counters(m);
        tac_histogram_quantile(&m->step, 0.5);
    }
    if (!writers) {
        tac_monitor_close(m);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int64_t cycles = argc > 1 ? strtoll(argv[1], NULL, 10) : MOST_CYCLES;
    tac_diag diag = {0};
    snprintf(name, sizeof name, "plain-%d", (int)getpid());
    tac_monitor *m = tac_monitor_create(name, "model.yaml", T, &diag);
    if (!m) {
        fprintf(stderr, "%s\n", diag.text);
        return 2;
    }
    pthread_t reader[READERS];
    for (int i = 0; i < READERS; i++) {
        if (pthread_create(&reader[i], NULL, read_all, i ? m : NULL) != 0) {
            return 2;
        }
    }
    for (int64_t i = 0; i < cycles && i < MOST_CYCLES; i++) {
        done_before[i] = ~i;
        const tac_cycle c = cycle(i);
        tac_monitor_publish(m, &c);
        if (i % 256 == 0) {
            sched_yield();
        }
    }
    atomic_store(&finished, 1);
    for (int i = 0; i < READERS; i++) {
        pthread_join(reader[i], NULL);
    }
    tac_monitor_remove(m, name);
    printf("monitor: %ld records read, %ld gone, %d torn; counters %ld times, %ld busy, %d wrong\n",
           atomic_load(&read_well), atomic_load(&gone), atomic_load(&torn), atomic_load(&counted),
           atomic_load(&busy), atomic_load(&unbalanced));
    return atomic_load(&torn) || atomic_load(&unbalanced) || atomic_load(&read_well) == 0 ||
           atomic_load(&counted) == 0;
}
