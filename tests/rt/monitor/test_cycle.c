// Classification of misses, on records built by hand and at random.
#include <criterion/criterion.h>

#include "kernel/rng.h"
#include "monitor/cycle.h"

#define T 1000 // ns, period

// A cycle released at 0 from the lengths of its parts.
static tac_cycle cycle(int64_t asleep, int64_t latch, int64_t step, int64_t held, int64_t publish)
{
    tac_cycle c = {.held = held, .cpu = -1};
    c.wake = c.release + asleep;
    c.latch = c.step_start = c.wake + latch;
    c.step_end = c.step_start + step;
    c.publish = c.step_end + held + publish;
    return c;
}

static void expect_cause(tac_cycle c, int64_t usual, tac_cause cause)
{
    tac_cause got = tac_cycle_cause(&c, T, usual);
    cr_expect_eq(got, cause, "%s, not %s", tac_cause_name(got), tac_cause_name(cause));
}

Test(cycle, in_time_has_no_cause)
{
    expect_cause(cycle(100, 10, 500, 0, 10), 500, TAC_ON_TIME);
    expect_cause(cycle(100, 10, 880, 0, 10), 500, TAC_ON_TIME); // published at the deadline
}

Test(cycle, late_wake_up_is_named)
{
    expect_cause(cycle(600, 10, 500, 0, 10), 500, TAC_WOKEN_LATE);
    expect_cause(cycle(5000, 10, 500, 0, 10), 500, TAC_WOKEN_LATE);
}

Test(cycle, long_step_is_named)
{
    expect_cause(cycle(100, 10, 1200, 0, 10), 500, TAC_COMPUTED_LONG);
    expect_cause(cycle(0, 0, 3000, 0, 0), 500, TAC_COMPUTED_LONG);
}

Test(cycle, step_that_never_fits_is_long)
{
    expect_cause(cycle(20, 5, 1100, 0, 5), 1100, TAC_COMPUTED_LONG);
    expect_cause(cycle(20, 5, 1100, 0, 5), 2000, TAC_COMPUTED_LONG);
}

Test(cycle, late_publishing_is_named)
{
    expect_cause(cycle(100, 10, 500, 0, 600), 500, TAC_PUBLISHED_LATE);
    expect_cause(cycle(100, 10, 500, 700, 5), 500, TAC_PUBLISHED_LATE);
}

Test(cycle, first_cause_that_explains_alone_wins)
{
    // without the wake latency, and also without the step's excess, it would have been in time
    expect_cause(cycle(300, 0, 800, 0, 0), 500, TAC_WOKEN_LATE);
}

Test(cycle, larger_delay_names_a_miss_that_neither_explains)
{
    expect_cause(cycle(300, 0, 1300, 0, 0), 900, TAC_COMPUTED_LONG);
    expect_cause(cycle(500, 0, 1200, 0, 0), 800, TAC_WOKEN_LATE);
}

Test(cycle, blocked_thread_is_named_when_its_cpu_time_is_known)
{
    tac_cycle c = cycle(10, 10, 1500, 0, 10); // overrun 530
    c.cpu = 1520;
    expect_cause(c, 500, TAC_COMPUTED_LONG);
    c.cpu = 1520 - 531;
    expect_cause(c, 500, TAC_BLOCKED);
    c.cpu = 1520 - 530; // exactly the overrun is not more than it
    expect_cause(c, 500, TAC_COMPUTED_LONG);
    c.cpu = -1;
    expect_cause(c, 500, TAC_COMPUTED_LONG);
}

Test(cycle, waiting_for_the_offset_is_not_being_blocked)
{
    tac_cycle c = cycle(10, 10, 300, 650, 100); // overrun 70
    c.cpu = 410;
    expect_cause(c, 300, TAC_PUBLISHED_LATE);
}

Test(cycle, waking_before_the_release_is_no_delay)
{
    expect_cause(cycle(-50, 0, 1200, 0, 0), 900, TAC_COMPUTED_LONG);
    expect_cause(cycle(-50, 0, 900, 0, 300), 900, TAC_PUBLISHED_LATE);
}

Test(cycle, identities_hold_for_any_record)
{
    rng g = {11};
    for (int i = 0; i < 100000; i++) {
        int64_t asleep = uniform_int(&g, 2000), latch = uniform_int(&g, 20),
                step = uniform_int(&g, 2000);
        int64_t held = chance(&g, 0.3) ? uniform_int(&g, 800) : 0, publish = uniform_int(&g, 500);
        tac_cycle c = cycle(asleep, latch, step, held, publish);
        c.cpu = chance(&g, 0.5) ? -1 : uniform_int(&g, 4000);
        cr_assert(c.release <= c.wake && c.wake <= c.latch && c.latch <= c.step_start &&
                  c.step_start <= c.step_end && c.step_end <= c.publish);
        cr_assert_eq(tac_cycle_overhead(&c), latch + publish);
        cr_assert_eq(T - tac_cycle_slack(&c, T), asleep + tac_cycle_overhead(&c) + step + c.held);
        tac_cause cause = tac_cycle_cause(&c, T, uniform_int(&g, 1500));
        cr_assert_eq(cause == TAC_ON_TIME, tac_cycle_slack(&c, T) >= 0);
        cr_assert(cause >= TAC_ON_TIME && cause < TAC_N_CAUSE);
        cr_assert(cause != TAC_BLOCKED || c.cpu >= 0);
    }
}

Test(cycle, every_cause_has_a_name)
{
    for (int i = 0; i < TAC_N_CAUSE; i++) {
        cr_expect_str_neq(tac_cause_name((tac_cause)i), "unknown");
        for (int j = 0; j < i; j++) {
            cr_expect_str_neq(tac_cause_name((tac_cause)i), tac_cause_name((tac_cause)j));
        }
    }
    cr_expect_str_eq(tac_cause_name(TAC_N_CAUSE), "unknown");
}
