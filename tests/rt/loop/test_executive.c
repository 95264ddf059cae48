// The executive under a faked clock: bits, policies, faults and commands, on one thread.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "exchange/exchange_parts.h"
#include "harness.h"
#include "loop/safe_state.h"
#include "loop/watchdog.h"
#include "run/run_report.h"

#define FOUR_BAR "config/models/m2_four_bar.yaml"

static harness h;
static fake_clock f;

static void open_with(void (*change)(tac_rig_file *), int faulty)
{
    fake_clock_init(&f);
    cr_assert(harness_read(&h, FOUR_BAR));
    if (change) {
        change(h.rig);
    }
    the_fault.clock = &f;
    cr_assert(harness_open(&h, &f.clock, faulty));
}

static tac_counters counters(void)
{
    tac_counters n;
    cr_assert(tac_monitor_counters(h.e.monitor, &n));
    int64_t causes = 0;
    for (int i = TAC_ON_TIME + 1; i < TAC_N_CAUSE; i++) {
        causes += n.cause[i];
    }
    // what holds whatever happened
    cr_assert_eq(n.cycles, n.on_time + n.missed);
    cr_assert_eq(n.missed, causes);
    cr_assert_eq(n.missed, h.e.policy.missed);
    cr_assert_eq(n.on_time, n.cause[TAC_ON_TIME]);
    return n;
}

static tac_cycle record(int64_t index)
{
    tac_cycle c;
    cr_assert(tac_monitor_read(h.e.monitor, index, &c), "cycle %lld", (long long)index);
    return c;
}

static void assert_plain_bits(int64_t steps)
{
    size_t size = 0;
    void *bits = plain_state(h.rig->model_path, &h.sim.options, steps, &size);
    cr_assert(bits);
    cr_assert_eq(size, h.sim.state.size);
    cr_assert_eq(memcmp(bits, h.sim.state.data, size), 0, "state after %lld steps",
                 (long long)steps);
    free(bits);
}

// ---- bits ----------------------------------------------------------------------------------------

Test(executive, gives_the_bits_of_plain_steps)
{
    const char *const model[] = {FOUR_BAR, "config/models/m8_slider_crank.yaml",
                                 "config/models/vehicle.yaml", "config/models/m3_chain_8.yaml"};
    for (size_t i = 0; i < sizeof model / sizeof *model; i++) {
        fake_clock_init(&f);
        cr_assert(harness_read(&h, model[i]));
        cr_assert(harness_open(&h, &f.clock, 0));
        harness_run(&h, 300);
        assert_plain_bits(300);
        cr_assert_eq(counters().steps, 300);
        harness_close(&h);
    }
}

static void with_substeps(tac_rig_file *rig)
{
    rig->substeps = 4;
    rig->period_ns *= 4;
    rig->policy.period_ns = rig->period_ns;
}

Test(executive, makes_all_substeps_of_a_cycle)
{
    open_with(with_substeps, 0);
    harness_run(&h, 50);
    assert_plain_bits(200);
    cr_assert_eq(counters().cycles, 50);
    harness_close(&h);
}

static void with_start(tac_rig_file *rig)
{
    rig->policy.start_cycles = 50;
}

Test(executive, start_phase_leaves_no_trace_in_the_state)
{
    open_with(with_start, 0);
    harness_run(&h, 100);
    assert_plain_bits(100);
    tac_counters n = counters();
    cr_assert_eq(n.start_cycles, 50);
    cr_assert_eq(n.cycles, 100);
    cr_assert(record(49).flags & TAC_CYCLE_START);
    cr_assert_not(record(50).flags & TAC_CYCLE_START);
    cr_assert_eq(record(50).step, 1);
    harness_close(&h);
}

Test(executive, misses_in_the_start_phase_are_counted_apart)
{
    the_fault.first = 10;
    the_fault.last = 19;
    the_fault.delay_ns = 5000000;
    open_with(with_start, 1);
    harness_run(&h, 100);
    tac_counters n = counters();
    cr_assert_eq(n.missed, 0);
    cr_assert_eq(n.missed_at_start, 10);
    cr_assert_eq(tac_safe_state(&h.e), TAC_SAFE_NONE);
    assert_plain_bits(100);
    harness_close(&h);
}

// ---- time ----------------------------------------------------------------------------------------

Test(executive, record_is_in_order_and_on_the_grid)
{
    open_with(NULL, 0);
    harness_run(&h, 20);
    for (int64_t i = 0; i < 20; i++) {
        tac_cycle c = record(i);
        cr_assert_eq(c.index, i);
        cr_assert_eq(c.step, i + 1);
        cr_assert_eq(c.release, record(0).release + i * h.rig->period_ns);
        cr_assert(c.release <= c.wake && c.wake <= c.latch && c.latch <= c.step_start &&
                  c.step_start <= c.step_end && c.step_end <= c.publish);
        cr_assert_eq(c.iterations, h.sim.options.iterations);
        cr_assert_eq(c.cause, TAC_ON_TIME);
    }
    harness_close(&h);
}

Test(executive, a_late_wake_up_is_named)
{
    open_with(NULL, 0);
    f.late_at = 5;
    f.late_ns = 1500000;
    harness_run(&h, 20);
    cr_assert_eq(record(5).cause, TAC_WOKEN_LATE);
    tac_counters n = counters();
    cr_assert_eq(n.missed, 1);
    cr_assert_eq(n.cause[TAC_WOKEN_LATE], 1);
    harness_close(&h);
}

static void with_offset(tac_rig_file *rig)
{
    rig->publish_offset_ns = 700000;
    rig->margin_ns = 0;
}

Test(executive, publishes_at_the_offset)
{
    open_with(with_offset, 0);
    harness_run(&h, 20);
    for (int64_t i = 0; i < 20; i++) {
        tac_cycle c = record(i);
        cr_assert_geq(c.publish, c.release + 700000);
        cr_assert_lt(c.publish, c.release + 700200);
        cr_assert_eq(c.step_end + c.held >= c.release + 700000, 1);
        cr_assert_lt(tac_cycle_overhead(&c), 500);
    }
    assert_plain_bits(20);
    harness_close(&h);
}

// ---- policies, one step of three periods ---------------------------------------------------------

static void three_periods_at(int64_t step)
{
    the_fault.first = the_fault.last = step;
    the_fault.delay_ns = 3000000; // plus the rest of the cycle: the fourth period has begun
}

static void skips(tac_rig_file *rig)
{
    rig->policy.kind = TAC_SKIP;
}

// The clock is a fake, the processor is not: it may be taken from this thread during the late cycle.
static tac_cause late_cause(const tac_cycle *c)
{
    return c->cpu < c->publish - c->wake - c->held ? TAC_BLOCKED : TAC_COMPUTED_LONG;
}

Test(executive, skip_drops_whole_periods_and_keeps_the_bits)
{
    three_periods_at(30);
    open_with(skips, 1);
    harness_run(&h, 100);
    tac_cycle c = record(30);
    cr_assert_eq(c.cause, late_cause(&c));
    cr_assert_eq(c.skipped, 3);
    cr_assert(c.flags & TAC_CYCLE_SKIPPED);
    cr_assert_eq(record(31).release, c.release + 4 * h.rig->period_ns);
    tac_counters n = counters();
    cr_assert_eq(n.missed, 1);
    cr_assert_eq(n.skipped, 3);
    // the grid holds: all periods are either cycles or skipped
    cr_assert_eq(record(99).release - record(0).release, (99 + 3) * h.rig->period_ns);
    assert_plain_bits(100);
    harness_close(&h);
}

static void counts(tac_rig_file *rig)
{
    rig->policy.kind = TAC_COUNT;
}

Test(executive, count_catches_up_and_keeps_the_bits)
{
    three_periods_at(30);
    open_with(counts, 1);
    harness_run(&h, 100);
    tac_counters n = counters();
    cr_assert_eq(n.missed, 3); // the step and the two that began too late to be in time
    cr_assert_eq(n.skipped, 0);
    cr_assert_eq(record(99).release - record(0).release, 99 * h.rig->period_ns);
    assert_plain_bits(100);
    harness_close(&h);
}

static void slips(tac_rig_file *rig)
{
    rig->policy.kind = TAC_SLIP;
}

Test(executive, slip_shifts_the_grid_and_keeps_the_bits)
{
    three_periods_at(30);
    open_with(slips, 1);
    harness_run(&h, 100);
    tac_cycle c = record(30);
    cr_assert(c.flags & TAC_CYCLE_SLIPPED);
    cr_assert_eq(record(31).release, c.publish);
    cr_assert_eq(counters().missed, 1);
    cr_assert_eq(h.e.policy.slipped_ns, c.publish - c.release - h.rig->period_ns);
    assert_plain_bits(100);
    harness_close(&h);
}

static void degrades(tac_rig_file *rig)
{
    rig->policy.kind = TAC_DEGRADE;
    rig->policy.degrade_to = 1;
    rig->policy.recover_after = 10;
}

Test(executive, degrade_makes_fewer_iterations_until_recovered)
{
    three_periods_at(30);
    open_with(degrades, 1);
    harness_run(&h, 100);
    cr_assert_eq(record(30).iterations, 3);
    cr_assert_not(record(30).flags & TAC_CYCLE_DEGRADED);
    cr_assert_eq(record(31).iterations, 1);
    cr_assert(record(31).flags & TAC_CYCLE_DEGRADED);
    cr_assert_eq(record(99).iterations, 3);
    int degraded = 0;
    for (int64_t i = 0; i < 100; i++) {
        degraded += (record(i).flags & TAC_CYCLE_DEGRADED) != 0;
    }
    cr_assert_eq(degraded, (int)counters().missed - 1 + 10);
    harness_close(&h);
}

// Steps of fewer iterations are judged by the same limits.
Test(executive, degraded_steps_in_doubt_are_counted)
{
    three_periods_at(30);
    open_with(degrades, 1);
    h.sim.options.doubt_length = h.sim.options.doubt_angle =
        1e-13; // three iterations leave 2e-15, one 1e-11 and more
    harness_run(&h, 100);
    int degraded = 0;
    for (int64_t i = 0; i < 100; i++) {
        bool fewer = record(i).flags & TAC_CYCLE_DEGRADED,
             doubt = record(i).flags & TAC_CYCLE_DOUBT;
        cr_expect_eq(fewer, doubt, "cycle %lld, %d iterations", (long long)i, record(i).iterations);
        degraded += fewer;
    }
    cr_assert_gt(degraded, 0);
    cr_expect_eq(counters().doubtful, degraded);
    cr_expect_eq(h.e.doubts.made, 100);
    harness_close(&h);
}

static void stops(tac_rig_file *rig)
{
    rig->policy.kind = TAC_STOP;
}

Test(executive, stop_enters_the_safe_state_and_keeps_the_state)
{
    three_periods_at(30);
    open_with(stops, 1);
    harness_run(&h, 100);
    cr_assert_eq(tac_safe_state(&h.e), TAC_SAFE_STOP);
    tac_counters n = counters();
    cr_assert_eq(n.steps, 31); // the late step itself counts
    cr_assert_eq(n.missed, 1);
    cr_assert(record(31).flags & TAC_CYCLE_SAFE);
    assert_plain_bits(31);
    harness_close(&h);
}

static void small_bucket(tac_rig_file *rig)
{
    rig->policy.kind = TAC_SKIP;
    rig->policy.bucket_limit = 5;
}

Test(executive, a_full_bucket_enters_the_safe_state)
{
    the_fault.first = 20;
    the_fault.last = 1000;
    the_fault.delay_ns = 1500000;
    open_with(small_bucket, 1);
    harness_run(&h, 100);
    cr_assert_eq(tac_safe_state(&h.e), TAC_SAFE_BUCKET);
    cr_assert_eq(counters().missed, 5);
    cr_assert_eq(counters().steps, 25);
    assert_plain_bits(25);
    harness_close(&h);
}

static void small_skip(tac_rig_file *rig)
{
    rig->policy.kind = TAC_SKIP;
    rig->policy.max_skip = 2;
}

Test(executive, an_overrun_of_too_many_periods_enters_the_safe_state)
{
    three_periods_at(30);
    open_with(small_skip, 1);
    harness_run(&h, 100);
    cr_assert_eq(tac_safe_state(&h.e), TAC_SAFE_SKIP);
    cr_assert_eq(counters().steps, 31);
    harness_close(&h);
}

// ---- faults --------------------------------------------------------------------------------------

Test(executive, a_refused_step_enters_the_safe_state_with_the_old_state)
{
    the_fault.first = the_fault.last = 40;
    the_fault.refuse = 1;
    open_with(NULL, 1);
    harness_run(&h, 100);
    cr_assert_eq(tac_safe_state(&h.e), TAC_SAFE_DIVERGED);
    cr_assert_eq(h.e.failure.code, TAC_DIVERGED);
    cr_assert(record(40).flags & TAC_CYCLE_FAILED);
    cr_assert_eq(counters().steps, 40);
    assert_plain_bits(40);
    harness_close(&h);
}

static tac_watchdog dog;

static void watchdog_looks(void *context)
{
    (void)context;
    cr_assert_not(tac_watchdog_look(&dog, f.now + h.rig->watchdog_ns - 1000));
    cr_assert(tac_watchdog_look(&dog, f.now + h.rig->watchdog_ns + 1000));
    cr_assert_not(tac_watchdog_look(&dog, f.now + h.rig->watchdog_ns + 2000));
}

Test(executive, a_hung_step_that_comes_back_is_not_committed)
{
    the_fault.first = the_fault.last = 40;
    the_fault.during = watchdog_looks;
    open_with(NULL, 1);
    dog = (tac_watchdog){.executive = &h.e};
    harness_run(&h, 100);
    cr_assert_eq(tac_safe_state(&h.e), TAC_SAFE_HUNG);
    cr_assert_eq(counters().steps, 40);
    assert_plain_bits(40);
    harness_close(&h);
}

Test(executive, the_safe_state_has_one_reason_and_safe_outputs)
{
    open_with(NULL, 0);
    harness_run(&h, 10);
    uint64_t frame[64];
    cr_assert_lt(h.e.outputs.group[0].n_value, 64);
    cr_assert(tac_outputs_read(&h.e.outputs, 0, frame));
    cr_assert_eq(tac_output_step(frame), 10);
    cr_assert_neq(tac_output_value(frame, 0), 0.0);
    atomic_store(&h.e.monitor->state, TAC_RUN_RUNNING);
    cr_assert(tac_safe_state_enter(&h.e, TAC_SAFE_COMMAND, 10));
    cr_assert_not(tac_safe_state_enter(&h.e, TAC_SAFE_HUNG, 11));
    cr_assert_eq(tac_safe_state(&h.e), TAC_SAFE_COMMAND);
    tac_set_run_state(&h.e, TAC_RUN_RUNNING);
    cr_assert_eq(atomic_load(&h.e.monitor->state), TAC_RUN_SAFE);
    cr_assert(tac_outputs_read(&h.e.outputs, 0, frame));
    for (int i = 0; i < h.e.outputs.group[0].n_value; i++) {
        cr_assert_eq(tac_output_value(frame, i), 0.0);
    }
    harness_close(&h);
}

// ---- commands ------------------------------------------------------------------------------------

// What to send before the n-th sleep; the loop takes it in the cycle that follows.
typedef struct script_line {
    int64_t sleep;
    tac_command_message message;
    int expected; // tac_command_result, looked at before the next sleep
} script_line;

static const script_line *script;
static int n_script;
static int expected = -1;

static void play(void *context, int64_t sleep)
{
    (void)context;
    if (expected >= 0) {
        cr_assert_eq(atomic_load(&h.e.queue.result), expected, "before sleep %lld",
                     (long long)sleep);
        expected = -1;
    }
    for (int i = 0; i < n_script; i++) {
        if (script[i].sleep == sleep) {
            cr_assert(tac_queue_put_all(&h.e.queue, &script[i].message, 1));
            expected = script[i].expected;
        }
    }
}

static void run_script(const script_line *lines, int n, int64_t cycles)
{
    script = lines;
    n_script = n;
    f.script = play;
    harness_run(&h, cycles);
}

static void starts_paused(tac_rig_file *rig)
{
    rig->start_paused = 1;
}

Test(executive, start_pause_and_single_steps)
{
    static const script_line lines[] = {
        {5, {.id = 1, .verb = TAC_VERB_STEP, .count = 3}, TAC_COMMAND_DONE},
        {20, {.id = 2, .verb = TAC_VERB_START}, TAC_COMMAND_DONE},
        {22, {.id = 3, .verb = TAC_VERB_START}, TAC_COMMAND_RUNNING},
        {23, {.id = 4, .verb = TAC_VERB_STEP, .count = 1}, TAC_COMMAND_RUNNING},
        {30, {.id = 5, .verb = TAC_VERB_PAUSE}, TAC_COMMAND_DONE},
        {40, {.id = 6, .verb = TAC_VERB_STEP, .count = 0}, TAC_COMMAND_VALUE},
        {50, {.id = 7, .verb = TAC_VERB_START}, TAC_COMMAND_DONE},
        {60, {.id = 8, .verb = TAC_VERB_STOP}, TAC_COMMAND_DONE},
    };
    open_with(starts_paused, 0);
    run_script(lines, 8, 1000);
    cr_assert_eq(record(4).step, 0);
    cr_assert(record(4).flags & TAC_CYCLE_PAUSED);
    cr_assert_eq(record(5).step, 1);
    cr_assert(record(5).flags & TAC_CYCLE_COMMAND);
    cr_assert_eq(record(7).step, 3);
    cr_assert_eq(record(19).step, 3);
    cr_assert_eq(record(20).step, 4);
    cr_assert_eq(record(29).step, 13);
    cr_assert_eq(record(49).step, 13);
    cr_assert_eq(record(60).step, 24); // stop: the cycle is finished
    cr_assert_eq(counters().cycles, 61);
    cr_assert_eq(atomic_load(&h.e.queue.done), 8);
    assert_plain_bits(24);
    harness_close(&h);
}

Test(executive, save_reset_and_restore)
{
    fake_clock_init(&f);
    cr_assert(harness_read(&h, FOUR_BAR));
    cr_assert(harness_open(&h, &f.clock, 0));
    void *saved = calloc(1, h.sim.state.size), *nonsense = calloc(1, h.sim.state.size);
    const script_line lines[] = {
        {10, {.id = 1, .verb = TAC_VERB_SAVE, .buffer = saved}, TAC_COMMAND_DONE},
        {30, {.id = 2, .verb = TAC_VERB_RESET}, TAC_COMMAND_DONE},
        {35, {.id = 3, .verb = TAC_VERB_RESTORE, .buffer = nonsense}, TAC_COMMAND_STATE},
        {40, {.id = 4, .verb = TAC_VERB_RESTORE, .buffer = saved}, TAC_COMMAND_DONE},
        {50, {.id = 5, .verb = TAC_VERB_START}, TAC_COMMAND_DONE},
        {70, {.id = 6, .verb = TAC_VERB_STOP}, TAC_COMMAND_DONE},
    };
    run_script(lines, 6, 1000);
    cr_assert_eq(record(29).step, 30);
    cr_assert_eq(record(30).step, 0);
    cr_assert_eq(record(40).step, 10);
    cr_assert_eq(record(70).step, 31);
    assert_plain_bits(31);
    free(saved);
    free(nonsense);
    harness_close(&h);
}

Test(executive, in_the_safe_state_only_looking_and_leaving_is_allowed)
{
    static char saved[65536];
    static const script_line lines[] = {
        {10, {.id = 1, .verb = TAC_VERB_SAFE}, TAC_COMMAND_DONE},
        {12, {.id = 2, .verb = TAC_VERB_START}, TAC_COMMAND_SAFE},
        {14, {.id = 3, .verb = TAC_VERB_RESET}, TAC_COMMAND_SAFE},
        {16, {.id = 4, .verb = TAC_VERB_SAVE, .buffer = saved}, TAC_COMMAND_DONE},
        {18, {.id = 5, .verb = TAC_VERB_STOP}, TAC_COMMAND_DONE},
    };
    open_with(NULL, 0);
    cr_assert_leq(h.sim.state.size, sizeof saved);
    run_script(lines, 5, 1000);
    cr_assert_eq(tac_safe_state(&h.e), TAC_SAFE_COMMAND);
    cr_assert_eq(counters().cycles, 19);
    cr_assert_eq(memcmp(saved, h.sim.state.data, h.sim.state.size), 0);
    assert_plain_bits(10);
    harness_close(&h);
}

static void may_rearm(tac_rig_file *rig)
{
    rig->may_rearm = 1;
}

Test(executive, rearmed_it_is_paused_with_the_state_it_kept)
{
    static const script_line lines[] = {
        {5, {.id = 1, .verb = TAC_VERB_REARM}, TAC_COMMAND_NOT_SAFE},
        {10, {.id = 2, .verb = TAC_VERB_SAFE}, TAC_COMMAND_DONE},
        {20, {.id = 3, .verb = TAC_VERB_START}, TAC_COMMAND_SAFE},
        {21, {.id = 4, .verb = TAC_VERB_REARM}, TAC_COMMAND_DONE},
        {30, {.id = 5, .verb = TAC_VERB_START}, TAC_COMMAND_DONE},
        {40, {.id = 6, .verb = TAC_VERB_SAFE}, TAC_COMMAND_DONE},
        {41, {.id = 7, .verb = TAC_VERB_REARM}, TAC_COMMAND_DONE},
        {42, {.id = 8, .verb = TAC_VERB_STEP, .count = 2}, TAC_COMMAND_DONE},
        {50, {.id = 9, .verb = TAC_VERB_STOP}, TAC_COMMAND_DONE},
    };
    open_with(may_rearm, 0);
    run_script(lines, 9, 1000);
    cr_assert(record(20).flags & TAC_CYCLE_SAFE);
    cr_assert_not(record(21).flags & TAC_CYCLE_SAFE);
    cr_assert(record(21).flags & TAC_CYCLE_PAUSED);
    cr_assert_eq(record(29).step, 10);
    cr_assert_eq(record(39).step, 20);
    cr_assert_eq(record(49).step, 22);
    cr_assert_eq(atomic_load(&h.e.flags.rearmed), 2);
    cr_assert_eq(tac_safe_state(&h.e), TAC_SAFE_NONE);
    uint64_t frame[64];
    cr_assert(tac_outputs_read(&h.e.outputs, 0, frame));
    cr_assert_neq(tac_output_value(frame, 0), 0.0, "outputs are live again");
    assert_plain_bits(22);
    harness_close(&h);
}

Test(executive, without_leave_of_the_rig_nothing_is_rearmed)
{
    static const script_line lines[] = {
        {10, {.id = 1, .verb = TAC_VERB_SAFE}, TAC_COMMAND_DONE},
        {12, {.id = 2, .verb = TAC_VERB_REARM}, TAC_COMMAND_FORBIDDEN},
        {14, {.id = 3, .verb = TAC_VERB_STOP}, TAC_COMMAND_DONE},
    };
    open_with(NULL, 0);
    run_script(lines, 3, 1000);
    cr_assert_eq(tac_safe_state(&h.e), TAC_SAFE_COMMAND);
    assert_plain_bits(10);
    harness_close(&h);
}

static void small_bucket_may_rearm(tac_rig_file *rig)
{
    small_bucket(rig);
    rig->may_rearm = 1;
}

Test(executive, a_rearmed_bucket_is_empty)
{
    static const script_line lines[] = {
        {60, {.id = 1, .verb = TAC_VERB_REARM}, TAC_COMMAND_DONE},
        {61, {.id = 2, .verb = TAC_VERB_START}, TAC_COMMAND_DONE},
    };
    the_fault.first = 20;
    the_fault.last = 28; // five misses fill the bucket, four more do not
    the_fault.delay_ns = 1500000;
    open_with(small_bucket_may_rearm, 1);
    run_script(lines, 2, 100);
    cr_assert_eq(tac_safe_state(&h.e), TAC_SAFE_NONE);
    cr_assert_eq(counters().missed, 9);
    harness_close(&h);
}

Test(executive, a_refused_step_may_be_rearmed)
{
    static const script_line lines[] = {
        {60, {.id = 1, .verb = TAC_VERB_REARM}, TAC_COMMAND_DONE},
        {61, {.id = 2, .verb = TAC_VERB_START}, TAC_COMMAND_DONE},
    };
    the_fault.first = the_fault.last = 40;
    the_fault.refuse = 1;
    open_with(may_rearm, 1);
    run_script(lines, 2, 100);
    cr_assert_eq(tac_safe_state(&h.e), TAC_SAFE_NONE);
    cr_assert_eq(h.e.left, TAC_SAFE_DIVERGED);
    cr_assert_gt(h.sim.state.step[0], 40);
    assert_plain_bits(h.sim.state.step[0]);
    harness_close(&h);
}

Test(executive, a_hung_step_is_not_rearmed)
{
    static const script_line lines[] = {
        {60, {.id = 1, .verb = TAC_VERB_REARM}, TAC_COMMAND_HUNG},
    };
    the_fault.first = the_fault.last = 40;
    the_fault.during = watchdog_looks;
    open_with(may_rearm, 1);
    dog = (tac_watchdog){.executive = &h.e};
    run_script(lines, 1, 100);
    cr_assert_eq(tac_safe_state(&h.e), TAC_SAFE_HUNG);
    harness_close(&h);
}

Test(executive, what_is_written_counts_from_that_cycle_on)
{
    fake_clock_init(&f);
    cr_assert(harness_read(&h, "config/models/vehicle.yaml"));
    cr_assert(harness_open(&h, &f.clock, 0));
    int damping = -1;
    for (int i = 0; i < h.e.n_variable; i++) {
        const char *dot = strrchr(h.e.variable[i].name, '.');
        damping = dot && strcmp(dot, ".stiffness") == 0 ? i : damping;
    }
    cr_assert_geq(damping, 0);
    const script_line lines[] = {
        {10,
         {.id = 1, .verb = TAC_VERB_WRITE, .index = damping, .value = 30000.0},
         TAC_COMMAND_DONE},
        {11, {.id = 2, .verb = TAC_VERB_WRITE, .index = damping, .value = -1.0}, TAC_COMMAND_VALUE},
        {12,
         {.id = 3, .verb = TAC_VERB_WRITE, .index = h.e.n_variable, .value = 1.0},
         TAC_COMMAND_VALUE},
    };
    run_script(lines, 3, 100);
    double value;
    tac_parameter_get(h.sim.model, h.e.variable[damping].parameter, &value);
    cr_assert_eq(value, 30000.0);
    harness_close(&h);
}

// ---- outputs -------------------------------------------------------------------------------------

Test(executive, groups_are_published_at_their_divisors)
{
    static const char *const names[] = {"energy"};
    fake_clock_init(&f);
    cr_assert(harness_read(&h, FOUR_BAR));
    h.rig->n_group = 2;
    h.rig->group[0] = (tac_group_options){"every", 1, 0, names, 1};
    h.rig->group[1] = (tac_group_options){"tenth", 10, 3, names, 1};
    cr_assert(harness_open(&h, &f.clock, 0));
    harness_run(&h, 48);
    uint64_t frame[8];
    double sensors[64];
    cr_assert(tac_outputs_read(&h.e.outputs, 0, frame));
    cr_assert_eq(tac_output_step(frame), 48);
    tac_sense(h.sim.model, &h.sim.state, &h.sim.report, sensors);
    cr_assert_eq(tac_output_value(frame, 2), sensors[4],
                 "total energy comes after the two values of `turn`");
    cr_assert(tac_outputs_read(&h.e.outputs, 1, frame));
    cr_assert_eq(tac_output_step(frame), 44, "cycle 43 was the last due");
    harness_close(&h);
}

// Cycle 0 shows that the run begins; then the phase of the divisor; then the safe state at once.
Test(executive, the_exchange_is_published_at_its_divisor)
{
    fake_clock_init(&f);
    cr_assert(harness_read(&h, FOUR_BAR));
    h.rig->exchange = (tac_exchange_rig){.enabled = 1, .divisor = 10, .phase = 3};
    cr_assert(harness_open(&h, &f.clock, 0));
    const tac_state_header *shown = h.e.binding.x->state;
    cr_assert_eq(shown->period_ns, 10 * h.rig->period_ns);
    harness_run(&h, 48);
    cr_assert_eq(atomic_load(&shown->newest), 6);
    cr_assert_eq(atomic_load(&shown->step), 44, "cycle 43 was the last due");
    tac_safe_state_enter(&h.e, TAC_SAFE_COMMAND, 48);
    harness_run(&h, 1);
    cr_assert_eq(atomic_load(&shown->newest), 7);
    cr_assert_eq(atomic_load(&shown->run_state), (uint32_t)TAC_RUN_SAFE);
    harness_close(&h);
}

// A writer that lost its core amid the counters leaves them odd.
Test(executive, the_status_has_no_counters_that_do_not_belong_together)
{
    open_with(NULL, 0);
    harness_run(&h, 20);
    char line[256];
    tac_describe_run(&h.e, line, sizeof line);
    cr_assert(strstr(line, " cycles, "), "%s", line);
    atomic_fetch_add(&h.e.monitor->changes, 1);
    tac_describe_run(&h.e, line, sizeof line);
    cr_assert(strstr(line, "counters are just being written"), "%s", line);
    cr_assert_not(strstr(line, " cycles, "), "%s", line);
    harness_close(&h);
}

Test(executive, an_unknown_sensor_is_refused_with_a_suggestion)
{
    static const char *const names[] = {"enrgy"};
    fake_clock_init(&f);
    cr_assert(harness_read(&h, FOUR_BAR));
    h.rig->n_group = 1;
    h.rig->group[0] = (tac_group_options){"wrong", 1, 0, names, 1};
    cr_assert_not(harness_open(&h, &f.clock, 0));
    cr_assert(strstr(h.e.diag.text, "did you mean 'energy'?"), "%s", h.e.diag.text);
    harness_close(&h);
}
