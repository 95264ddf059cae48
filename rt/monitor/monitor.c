// The running side of the monitor: publishing and reading. monitor_segment.c makes the segment.
//
// One writer. Records are sequenced slots (io/slot.h); the counters have a number like a slot's: it is
// odd while they change, and a reader that sees it change reads again.
#include "monitor.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "io/slot.h"

_Static_assert(sizeof(tac_cycle) % sizeof(uint64_t) == 0, "a cycle record is a row of words");
_Static_assert(offsetof(tac_monitor_record, word) == sizeof(uint64_t), "a record is a slot");

const char *const tac_run_state_name[TAC_N_RUN_STATE] = {
    [TAC_RUN_STARTING] = "starting", [TAC_RUN_PAUSED] = "paused",   [TAC_RUN_RUNNING] = "running",
    [TAC_RUN_SAFE] = "safe",         [TAC_RUN_STOPPED] = "stopped",
};

const char *const tac_lack_name[TAC_N_LACK] = {"priority", "core", "name"};

enum { COUNTER_ATTEMPTS = 1000 }; // of a reader; the writer needs about 50 ns every cycle

// relaxed: values of which this thread is the only writer
static int64_t own(const _Atomic int64_t *x)
{
    return atomic_load_explicit(x, memory_order_relaxed);
}

// release: the odd number before it becomes visible no later than this value
static void set(_Atomic int64_t *x, int64_t value)
{
    atomic_store_explicit(x, value, memory_order_release);
}

// acquire: what follows, the second look at the number, is not done before
static int64_t get(const _Atomic int64_t *x)
{
    return atomic_load_explicit(x, memory_order_acquire);
}

static void write_record(tac_monitor_record *record, const tac_cycle *c)
{
    uint64_t word[TAC_CYCLE_WORDS];
    memcpy(word, c, sizeof word);
    tac_slot_write(&record->sequence, (uint64_t)c->index + 1, word, TAC_CYCLE_WORDS);
}

int tac_monitor_read(const tac_monitor *m, int64_t index, tac_cycle *out)
{
    uint64_t word[TAC_CYCLE_WORDS];
    const tac_monitor_record *record = &m->record[index < 0 ? 0 : index % TAC_MONITOR_RECORDS];
    if (index < 0 ||
        !tac_slot_read(&record->sequence, (uint64_t)index + 1, word, TAC_CYCLE_WORDS)) {
        return 0;
    }
    memcpy(out, word, sizeof *out);
    return 1;
}

static void count(tac_monitor *m, const tac_cycle *c)
{
    int starting = (c->flags & TAC_CYCLE_START) != 0;
    int missed = c->cause != TAC_ON_TIME;
    if (starting) {
        set(&m->start_cycles, own(&m->start_cycles) + 1);
        set(&m->missed_at_start, own(&m->missed_at_start) + missed);
    } else {
        set(&m->cycles, own(&m->cycles) + 1);
        set(missed ? &m->missed : &m->on_time, own(missed ? &m->missed : &m->on_time) + 1);
        set(&m->cause[c->cause], own(&m->cause[c->cause]) + 1);
        set(&m->skipped, own(&m->skipped) + c->skipped);
    }
    set(&m->steps, c->step);
    set(&m->doubtful, c->doubtful);
    set(&m->newest, c->index);
    set(&m->heartbeat, c->publish);
}

// What a cycle adds to the histograms.
enum { MOST_VALUES = 5 };

typedef struct value {
    size_t histogram; // where it lies in a monitor
    int64_t ns;
} value;

static tac_histogram *histogram(tac_monitor *m, const value *v)
{
    return (tac_histogram *)(void *)((char *)m + v->histogram);
}

static int measure(const tac_monitor *m, const tac_cycle *c, value v[MOST_VALUES])
{
    int n = 0;
    if (c->flags & TAC_CYCLE_START) {
        return 0;
    }
    v[n++] = (value){offsetof(tac_monitor, wake), c->wake - c->release};
    v[n++] = (value){offsetof(tac_monitor, slack), tac_cycle_slack(c, m->period_ns)};
    if (!(c->flags & (TAC_CYCLE_PAUSED | TAC_CYCLE_SAFE))) {
        v[n++] = (value){offsetof(tac_monitor, step), c->step_end - c->step_start};
        v[n++] = (value){offsetof(tac_monitor, overhead), tac_cycle_overhead(c)};
    }
    tac_cycle before;
    if (tac_monitor_read(m, c->index - 1, &before)) {
        int64_t change = (c->publish - c->release) - (before.publish - before.release);
        v[n++] = (value){offsetof(tac_monitor, publish_jitter), llabs(change)};
    }
    return n;
}

void tac_monitor_publish(tac_monitor *m, const tac_cycle *c)
{
    assert(c->index >= 0 && (unsigned)c->cause < TAC_N_CAUSE);
    assert((tac_cycle_slack(c, m->period_ns) < 0) == (c->cause != TAC_ON_TIME));
    write_record(&m->record[c->index % TAC_MONITOR_RECORDS], c);

    // relaxed twice: only this thread writes it, and the counters that follow order it
    uint64_t changes = atomic_load_explicit(&m->changes, memory_order_relaxed);
    atomic_store_explicit(&m->changes, changes + 1, memory_order_relaxed);
    count(m, c);
    // release: all counters are visible before the even number
    atomic_store_explicit(&m->changes, changes + 2, memory_order_release);

    value v[MOST_VALUES];
    for (int i = 0, n = measure(m, c, v); i < n; i++) {
        tac_histogram_add(histogram(m, &v[i]), v[i].ns);
    }
}

static void copy_counters(const tac_monitor *m, tac_counters *out)
{
    out->cycles = get(&m->cycles);
    out->on_time = get(&m->on_time);
    out->missed = get(&m->missed);
    out->skipped = get(&m->skipped);
    out->steps = get(&m->steps);
    out->doubtful = get(&m->doubtful);
    out->start_cycles = get(&m->start_cycles);
    out->missed_at_start = get(&m->missed_at_start);
    for (int i = 0; i < TAC_N_CAUSE; i++) {
        out->cause[i] = get(&m->cause[i]);
    }
    out->newest = get(&m->newest);
    out->heartbeat = get(&m->heartbeat);
}

static void put_counters(tac_monitor *m, const tac_counters *n)
{
    set(&m->cycles, n->cycles);
    set(&m->on_time, n->on_time);
    set(&m->missed, n->missed);
    set(&m->skipped, n->skipped);
    set(&m->steps, n->steps);
    set(&m->doubtful, n->doubtful);
    set(&m->start_cycles, n->start_cycles);
    set(&m->missed_at_start, n->missed_at_start);
    for (int i = 0; i < TAC_N_CAUSE; i++) {
        set(&m->cause[i], n->cause[i]);
    }
    set(&m->newest, n->newest);
    set(&m->heartbeat, n->heartbeat);
}

void tac_monitor_show_state(tac_monitor *shown, const tac_monitor *m)
{
    int32_t state, reason;
    do { // until nobody has changed them meanwhile
        reason = atomic_load_explicit(&m->safe_reason, memory_order_acquire);
        state = atomic_load_explicit(&m->state, memory_order_acquire);
        atomic_store_explicit(&shown->safe_reason, reason, memory_order_release);
        // release: what the state tells of outputs is done
        atomic_store_explicit(&shown->state, state, memory_order_release);
    } while (state != atomic_load_explicit(&m->state, memory_order_acquire) ||
             reason != atomic_load_explicit(&m->safe_reason, memory_order_acquire));
}

void tac_monitor_show(tac_monitor *shown, const tac_monitor *m, const tac_cycle *c)
{
    tac_counters n;
    value v[MOST_VALUES];
    write_record(&shown->record[c->index % TAC_MONITOR_RECORDS], c);
    copy_counters(m, &n);
    // relaxed twice: written by this thread, and the counters that follow order it
    uint64_t changes = atomic_load_explicit(&m->changes, memory_order_relaxed);
    atomic_store_explicit(&shown->changes, changes - 1, memory_order_relaxed);
    put_counters(shown, &n);
    // release: all counters are visible before the even number
    atomic_store_explicit(&shown->changes, changes, memory_order_release);
    tac_monitor_show_state(shown, m);
    for (int i = 0, count = measure(m, c, v); i < count; i++) {
        tac_histogram_show(histogram(shown, &v[i]), histogram((tac_monitor *)m, &v[i]), v[i].ns);
    }
}

int tac_monitor_counters(const tac_monitor *m, tac_counters *out)
{
    for (int attempt = 0; attempt < COUNTER_ATTEMPTS; attempt++) {
        // acquire: with the even number come the counters written before it
        uint64_t before = atomic_load_explicit(&m->changes, memory_order_acquire);
        copy_counters(m, out);
        // relaxed: cannot move before the acquiring loads of the counters
        uint64_t after = atomic_load_explicit(&m->changes, memory_order_relaxed);
        if (before == after && before % 2 == 0) {
            return 1;
        }
    }
    return 0;
}
