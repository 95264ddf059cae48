// Overrun policies against a faked clock: cycles published when the test says.
#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#include "kernel/rng.h"
#include "loop/policy.h"

#define T 1000 // ns, the period of most tests

static tac_policy_options options(tac_policy_kind kind)
{
    return (tac_policy_options){.kind = kind, .period_ns = T, .degrade_to = 1, .recover_after = 3};
}

// The cycle at s->release was published so long after it.
static tac_policy_action after(const tac_policy_options *o, tac_policy_state *s, int64_t took)
{
    return tac_policy_next(o, s, s->release + took, 0);
}

static void expect(tac_policy_action a, int64_t next, int64_t skipped, int64_t slipped)
{
    cr_expect_eq(a.next_release, next, "next release %ld, not %ld", (long)a.next_release,
                 (long)next);
    cr_expect_eq(a.skipped, skipped, "skipped %ld, not %ld", (long)a.skipped, (long)skipped);
    cr_expect_eq(a.slipped, slipped, "slipped %ld, not %ld", (long)a.slipped, (long)slipped);
}

// What every policy does after one cycle, released at 5000, that took so long.
static void expect_first(tac_policy_kind kind, int64_t took, int64_t next, int64_t skipped,
                         int64_t slipped)
{
    tac_policy_options o = options(kind);
    tac_policy_state s = {.release = 5000};
    tac_policy_action a = after(&o, &s, took);
    expect(a, next, skipped, slipped);
    cr_expect_eq(s.release, next);
    cr_expect_eq(s.cycle, 1);
    cr_expect_eq(s.missed, took > T);
    cr_expect_eq(a.safe, kind == TAC_STOP && took > T);
    cr_expect_eq(a.iterations, kind == TAC_DEGRADE && took > T ? 1 : 0);
}

Test(policy, on_time_goes_on_with_the_grid)
{
    for (int kind = TAC_COUNT; kind <= TAC_STOP; kind++) {
        expect_first((tac_policy_kind)kind, 300, 6000, 0, 0);
    }
}

// A process that did not answer: no time was lost, but a step.
Test(policy, without_a_step_a_cycle_in_time_is_a_miss_to_the_bucket)
{
    for (int kind = TAC_COUNT; kind <= TAC_STOP; kind++) {
        tac_policy_options o = options((tac_policy_kind)kind);
        tac_policy_state s = {.release = 5000};
        o.bucket_limit = kind == TAC_STOP ? 0 : 3;
        for (int k = 1; k <= 3; k++) {
            tac_policy_action a = tac_policy_next(&o, &s, s.release + 300, 1);
            expect(a, 5000 + k * T, 0, 0);
            cr_expect_eq(a.safe, kind == TAC_STOP ? k == 1 : k == 3);
            cr_expect_eq(a.iterations, kind == TAC_DEGRADE ? 1 : 0);
        }
        cr_expect_eq(s.missed, 0);
    }
    tac_policy_options o = options(TAC_STOP);
    tac_policy_state s = {.release = 5000};
    o.start_cycles = 1;
    cr_expect_not(tac_policy_next(&o, &s, 5300, 1).safe, "the start phase has no limit");
}

Test(policy, exactly_at_the_deadline_is_in_time)
{
    for (int kind = TAC_COUNT; kind <= TAC_STOP; kind++) {
        expect_first((tac_policy_kind)kind, T, 6000, 0, 0);
    }
}

Test(policy, published_before_the_release_is_in_time)
{
    for (int kind = TAC_COUNT; kind <= TAC_STOP; kind++) {
        expect_first((tac_policy_kind)kind, -7 * T, 6000, 0, 0);
    }
}

Test(policy, late_by_one_nanosecond)
{
    expect_first(TAC_COUNT, T + 1, 6000, 0, 0);
    expect_first(TAC_SKIP, T + 1, 7000, 1, 0);
    expect_first(TAC_SLIP, T + 1, 6001, 0, 1);
    expect_first(TAC_DEGRADE, T + 1, 6000, 0, 0);
    expect_first(TAC_STOP, T + 1, 7000, 1, 0);
}

Test(policy, late_by_less_than_a_period)
{
    expect_first(TAC_COUNT, 1600, 6000, 0, 0);
    expect_first(TAC_SKIP, 1600, 7000, 1, 0);
    expect_first(TAC_SLIP, 1600, 6600, 0, 600);
    expect_first(TAC_DEGRADE, 1600, 6000, 0, 0);
    expect_first(TAC_STOP, 1600, 7000, 1, 0);
}

Test(policy, late_by_several_periods)
{
    expect_first(TAC_COUNT, 4250, 6000, 0, 0);
    expect_first(TAC_SKIP, 4250, 10000, 4, 0);
    expect_first(TAC_SLIP, 4250, 9250, 0, 3250);
    expect_first(TAC_DEGRADE, 4250, 6000, 0, 0);
    expect_first(TAC_STOP, 4250, 10000, 4, 0);
}

Test(policy, published_exactly_on_a_later_grid_point_starts_there)
{
    expect_first(TAC_SKIP, 3 * T, 8000, 2, 0);
    expect_first(TAC_SLIP, 3 * T, 8000, 0, 2000);
}

Test(policy, count_catches_up)
{
    tac_policy_options o = options(TAC_COUNT);
    tac_policy_state s = {0};
    // one step of 2.5 periods, then short ones one after another until they wait again
    int64_t now = 2500;
    expect(tac_policy_next(&o, &s, now, 0), 1000, 0, 0);
    expect(tac_policy_next(&o, &s, now += 200, 0), 2000, 0, 0);
    expect(tac_policy_next(&o, &s, now += 200, 0), 3000, 0, 0);
    expect(tac_policy_next(&o, &s, 3200, 0), 4000, 0, 0);
    cr_expect_eq(s.missed, 2);
    cr_expect_eq(s.skipped, 0);
}

Test(policy, bucket_fills_and_drains)
{
    tac_policy_options o = options(TAC_COUNT);
    o.bucket_limit = 3;
    tac_policy_state s = {0};
    const int late[] = {1, 1, 0, 1, 0, 0, 0, 0, 1, 1, 1};
    const int level[] = {1, 2, 1, 2, 1, 0, 0, 0, 1, 2, 3};
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        tac_policy_action a = after(&o, &s, late[i] ? T + 1 : T);
        cr_expect_eq(s.bucket, level[i], "cycle %zu: %d", i, s.bucket);
        cr_expect_eq(a.safe, level[i] == 3, "cycle %zu", i);
    }
    cr_expect(s.safe);
}

Test(policy, bucket_without_a_limit_never_stops)
{
    tac_policy_options o = options(TAC_COUNT);
    tac_policy_state s = {0};
    for (int i = 0; i < 100000; i++) {
        cr_assert(!after(&o, &s, 5 * T).safe);
    }
    cr_expect_eq(s.missed, 100000);
}

Test(policy, safe_state_is_ordered_once_and_stays)
{
    tac_policy_options o = options(TAC_STOP);
    tac_policy_state s = {0};
    cr_expect(after(&o, &s, T + 1).safe);
    for (int i = 0; i < 10; i++) {
        cr_expect_not(after(&o, &s, i % 2 ? T + 1 : T).safe);
        cr_expect(s.safe);
    }
}

Test(policy, rearmed_it_has_no_history_but_the_counters)
{
    tac_policy_options o = options(TAC_DEGRADE);
    tac_policy_state s = {0};
    o.bucket_limit = 3;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 3; i++) {
            cr_expect_eq(after(&o, &s, T + 1).safe, i == 2);
        }
        cr_expect(s.safe && s.degraded);
        tac_policy_rearm(&s);
        cr_expect_not(s.safe || s.degraded);
        cr_expect_eq(after(&o, &s, T).iterations, 0);
        cr_expect_eq(s.missed, 3 * (round + 1));
    }
}

Test(policy, safe_state_has_nothing_to_catch_up)
{
    tac_policy_options o = options(TAC_COUNT);
    o.bucket_limit = 1;
    tac_policy_state s = {.release = 5000};
    expect(after(&o, &s, 100 * T + 1), 106000, 100, 0);
    cr_expect(s.safe);
    o.kind = TAC_SLIP;
    expect(after(&o, &s, 2 * T + 1), 109000, 2, 0);
}

Test(policy, start_phase_is_counted_apart)
{
    tac_policy_options o = options(TAC_STOP);
    o.start_cycles = 5;
    o.bucket_limit = 1;
    tac_policy_state s = {0};
    for (int i = 0; i < 5; i++) {
        cr_expect_not(after(&o, &s, 3 * T).safe);
    }
    cr_expect_eq(s.missed_at_start, 5);
    cr_expect_eq(s.missed, 0);
    cr_expect_eq(s.bucket, 0);
    cr_expect(after(&o, &s, 3 * T).safe, "grace ends with the fifth cycle");
    cr_expect_eq(s.missed, 1);
}

Test(policy, start_phase_does_not_degrade)
{
    tac_policy_options o = options(TAC_DEGRADE);
    o.start_cycles = 1;
    tac_policy_state s = {0};
    cr_expect_eq(after(&o, &s, 3 * T).iterations, 0);
    cr_expect_eq(after(&o, &s, 3 * T).iterations, 1);
}

Test(policy, one_overrun_may_drop_max_skip_periods)
{
    tac_policy_options o = options(TAC_SKIP);
    o.max_skip = 3;
    tac_policy_state s = {0};
    cr_expect_not(after(&o, &s, 4 * T).safe, "three dropped");
    cr_expect_not(after(&o, &s, 4 * T).safe, "again three");
    cr_expect(after(&o, &s, 4 * T + 1).safe, "four dropped");
    cr_expect_eq(s.skipped, 10);
    o.start_cycles = 1;
    s = (tac_policy_state){0};
    cr_expect_not(after(&o, &s, 50 * T).safe, "start phase");
}

Test(policy, max_skip_is_for_skip_alone)
{
    tac_policy_options o = options(TAC_SLIP);
    o.max_skip = 1;
    tac_policy_state s = {0};
    cr_expect_not(after(&o, &s, 50 * T).safe);
    o.kind = TAC_COUNT;
    cr_expect_not(after(&o, &s, 50 * T).safe);
}

Test(policy, degradation_ends_after_good_cycles_in_a_row)
{
    tac_policy_options o = options(TAC_DEGRADE);
    o.degrade_to = 2;
    tac_policy_state s = {0};
    const int late[] = {0, 1, 0, 0, 1, 0, 0, 0, 0, 1};
    const int made[] = {0, 2, 2, 2, 2, 2, 2, 0, 0, 2}; // iterations of the cycle after
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        tac_policy_action a = after(&o, &s, late[i] ? T + 1 : T);
        cr_expect_eq(a.iterations, made[i], "cycle %zu: %d", i, a.iterations);
    }
}

// ---- random histories --------------------------------------------------------------------------

static tac_policy_options random_options(rng *g)
{
    return (tac_policy_options){
        .kind = (tac_policy_kind)uniform_int(g, TAC_STOP + 1),
        .period_ns = 1 + uniform_int(g, chance(g, 0.5) ? 10 : 2000000),
        .bucket_limit = uniform_int(g, 6),
        .max_skip = uniform_int(g, 4),
        .degrade_to = 1 + uniform_int(g, 3),
        .recover_after = uniform_int(g, 5),
        .start_cycles = uniform_int(g, 10),
    };
}

// A time after the release, with a liking for multiples of the period and their neighbours.
static int64_t random_time(rng *g, int64_t period)
{
    int64_t whole = chance(g, 0.6) ? 1 : uniform_int(g, 6);
    int64_t rest =
        chance(g, 0.5) ? uniform_int(g, 3) - 1 : (int64_t)(uniform(g, -1.0, 1.0) * (double)period);
    return whole * period + rest;
}

static void check_release(const tac_policy_options *o, tac_policy_state before, tac_policy_action a,
                          int safe, int64_t published)
{
    int64_t deadline = before.release + o->period_ns;
    int late = published > deadline;
    cr_assert_gt(a.next_release, before.release);
    cr_assert_geq(a.next_release, deadline, "never early");
    cr_assert_eq(a.next_release, deadline + a.skipped * o->period_ns + a.slipped);
    cr_assert(a.skipped >= 0 && a.slipped >= 0);
    cr_assert(late || (a.skipped == 0 && a.slipped == 0), "nothing to pay when in time");
    if (o->kind != TAC_SLIP || safe) {
        cr_assert_eq(a.slipped, 0, "on the grid");
    }
    if (o->kind == TAC_SKIP || o->kind == TAC_STOP || safe) {
        cr_assert(a.next_release >= published, "not released in the past");
        cr_assert(!late || a.next_release < published + o->period_ns, "nor later than needed");
    } else {
        cr_assert_eq(a.skipped, 0);
    }
}

static void check_counts(const tac_policy_options *o, tac_policy_state before, tac_policy_state s,
                         tac_policy_action a, int late)
{
    int starting = before.cycle < o->start_cycles;
    cr_assert_eq(s.cycle, before.cycle + 1);
    cr_assert_eq(s.missed, before.missed + (late && !starting));
    cr_assert_eq(s.missed_at_start, before.missed_at_start + (late && starting));
    cr_assert_eq(s.skipped, before.skipped + a.skipped);
    cr_assert_eq(s.slipped_ns, before.slipped_ns + a.slipped);
    cr_assert_eq(s.release, a.next_release);
    cr_assert(s.bucket >= 0 && s.bucket <= s.missed);
    cr_assert(s.safe >= before.safe, "the safe state stays");
    cr_assert_eq(a.safe, s.safe && !before.safe, "ordered once");
    cr_assert(!a.safe || (late && !starting), "only a miss after the start phase stops");
    cr_assert(s.safe || o->bucket_limit == 0 || s.bucket < o->bucket_limit);
    cr_assert(a.iterations == 0 || (o->kind == TAC_DEGRADE && a.iterations == o->degrade_to));
}

Test(policy, random_histories_keep_all_promises)
{
    rng g = {2024};
    for (int history = 0; history < 3000; history++) {
        tac_policy_options o = random_options(&g);
        tac_policy_state s = {.release = uniform_int(&g, 1000000)};
        int64_t missed = 0;
        for (int i = 0; i < 60; i++) {
            tac_policy_state before = s;
            int64_t published = s.release + random_time(&g, o.period_ns);
            int late = published > s.release + o.period_ns;
            missed += late;
            tac_policy_action a = tac_policy_next(&o, &s, published, 0);
            check_release(&o, before, a, s.safe, published);
            check_counts(&o, before, s, a, late);
        }
        cr_assert_eq(s.missed + s.missed_at_start, missed, "every cycle is on time or missed");
    }
}

Test(policy, answers_depend_on_the_arguments_alone)
{
    rng g = {7};
    for (int i = 0; i < 1000; i++) {
        tac_policy_options o = random_options(&g);
        tac_policy_state s, again;
        memset(&s, 0, sizeof s);
        s.release = uniform_int(&g, 1000);
        s.cycle = uniform_int(&g, 20);
        again = s;
        int64_t published = s.release + random_time(&g, o.period_ns);
        tac_policy_action a = tac_policy_next(&o, &s, published, 0);
        tac_policy_action b = tac_policy_next(&o, &again, published, 0);
        cr_assert(a.next_release == b.next_release && a.safe == b.safe && a.skipped == b.skipped &&
                  a.slipped == b.slipped && a.iterations == b.iterations);
        cr_assert_arr_eq(&s, &again, sizeof s);
    }
}
