// test: rt.team unit cost=20
// The team: the schedule, the bits, and workers that are late, absent or stuck.
#include <criterion/criterion.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "hand_built.h"
#include "instrumented.h"
#include "used_team.h"

// ---- the schedule ------------------------------------------------------------------------------

static void no_run(tac_work *w, int first, int last)
{
    (void)w;
    (void)first;
    (void)last;
}

static tac_phase plain_phase(int first, int n)
{
    return (tac_phase){.name = "plain", .run = no_run, .first = first, .n = n};
}

Test(team, stretches_cover_every_item_once_and_differ_by_one)
{
    for (int members = 1; members <= 9; members++) {
        for (int n = 0; n < 60; n++) {
            const tac_phase phase = plain_phase(100, n);
            tac_team *t = test_team_new(&phase, 1, members, 1000);
            int shortest = n, longest = 0;
            cr_assert_eq(tac_team_cut(t, 0, 0), 100);
            cr_assert_eq(tac_team_cut(t, 0, members), 100 + n);
            for (int k = 0; k < members; k++) {
                int items = tac_team_cut(t, 0, k + 1) - tac_team_cut(t, 0, k);
                cr_assert_geq(items, 0);
                shortest = items < shortest ? items : shortest;
                longest = items > longest ? items : longest;
            }
            cr_assert(longest - shortest <= 1, "%d items, %d members", n, members);
            free(t);
        }
    }
}

Test(team, small_phases_stay_with_member_0)
{
    const tac_phase phase[] = {plain_phase(5, 9), plain_phase(5, 10), plain_phase(5, 17)};
    const tac_team_options o = {.members = 8, .wait_limit_ns = 1000, .least_stretch = 5};
    size_t size = tac_team_size(&o, 3);
    tac_team *t = tac_team_init(&o, phase, 3, aligned_alloc(64, size), size);
    cr_assert_not_null(t);
    cr_expect_eq(tac_team_cut(t, 0, 1), 14, "9 items are less than two stretches");
    cr_expect(tac_team_cut(t, 1, 1) == 10 && tac_team_cut(t, 1, 2) == 15, "10 are two");
    cr_expect(tac_team_cut(t, 2, 3) == 22 && tac_team_cut(t, 2, 4) == 22, "17 are three");
    free(t);
}

Test(team, bad_options_are_refused)
{
    const tac_phase phase = plain_phase(0, 10);
    const tac_team_options good = {.members = 2, .wait_limit_ns = 1};
    size_t size = tac_team_size(&good, 1);
    unsigned char *block = aligned_alloc(64, size + 64);
    cr_expect_not_null(tac_team_init(&good, &phase, 1, block, size));
    cr_expect_null(tac_team_init(&good, &phase, 1, block, size - 1));
    cr_expect_null(tac_team_init(&good, &phase, 1, block + 8, size));
    cr_expect_null(tac_team_init(&good, &phase, 65536, block, SIZE_MAX));
    tac_team_options bad = good;
    bad.members = 0;
    cr_expect_null(tac_team_init(&bad, &phase, 1, block, size));
    bad.members = 65;
    cr_expect_null(tac_team_init(&bad, &phase, 1, block, SIZE_MAX));
    bad = good;
    bad.wait_limit_ns = 0;
    cr_expect_null(tac_team_init(&bad, &phase, 1, block, size));
    bad = good;
    bad.least_stretch = -1;
    cr_expect_null(tac_team_init(&bad, &phase, 1, block, size));
    free(block);
}

// ---- bits --------------------------------------------------------------------------------------

static int64_t count_by_workers(const dawdler *d, int n)
{
    int64_t sum = 0;
    for (int p = 0; p < n; p++) {
        sum += atomic_load(&d[p].by_workers);
    }
    return sum;
}

// At least so many steps, and as many more as busy cores keep the workers from taking part in.
static void expect_same_bits(machine_shape shape, int n_body, int members, int steps)
{
    enum { PATIENCE = 100 }; // times the steps
    machine *plain = machine_new(shape, n_body, 3), *shared = machine_new(shape, n_body, 3);
    tac_phase *phase;
    dawdler *d;
    test_team c;
    int n = test_team_dawdle(shared, &phase, &d), made = 0;
    bool took_part = members == 1;
    tac_team *t = test_team_new(phase, n, members, TEST_TEAM_PATIENCE);
    test_team_start(&c, t, members);
    for (; made < steps || (!took_part && made < PATIENCE * steps); made++) {
        cr_assert(machine_step(plain));
        cr_assert(machine_team_step(shared, t));
        took_part = took_part || count_by_workers(d, n) > steps;
        if (made >= steps) {
            sched_yield();
        }
    }
    test_team_stop(&c);
    cr_expect(took_part, "in %d steps workers ran %lld stretches", made,
              (long long)count_by_workers(d, n));
    cr_expect_eq(*shared->state.step, made);
    cr_expect_eq(memcmp(plain->state.data, shared->state.data, plain->state.size), 0,
                 "%d members, shape %d", members, (int)shape);
    free(t);
    free(phase);
    free(d);
    machine_free(plain);
    machine_free(shared);
}

// Barriers are said to cost next to nothing, so that nearly all phases are shared.
Test(team, stretches_cut_by_cost_keep_the_bits)
{
    enum { MEMBERS = 3, STEPS = 100 };
    machine *plain = machine_new(MACHINE_CHAIN, 511, 3),
            *shared = machine_new(MACHINE_CHAIN, 511, 3);
    const tac_phase *list;
    int n = tac_index3.phases(shared->work, &list);
    const tac_schedule schedule = {&tac_index3, shared->work, MEMBERS, 1.0};
    const tac_team_options o = {.members = MEMBERS,
                                .oversubscribed = 1,
                                .wait_limit_ns = TEST_TEAM_PATIENCE,
                                .schedule = &schedule};
    size_t size = tac_team_size(&o, n);
    tac_team *t = tac_team_init(&o, list, n, aligned_alloc(64, (size + 63) / 64 * 64), size);
    cr_assert_not_null(t);
    cr_expect_gt(tac_schedule_forecast(&schedule).barriers, n / 2);
    test_team c;
    test_team_start(&c, t, MEMBERS);
    for (int i = 0; i < STEPS; i++) {
        cr_assert(machine_step(plain));
        cr_assert(machine_team_step(shared, t));
    }
    test_team_stop(&c);
    cr_expect_eq(memcmp(plain->state.data, shared->state.data, plain->state.size), 0);
    free(t);
    machine_free(plain);
    machine_free(shared);
}

Test(team, a_schedule_is_for_as_many_members)
{
    const tac_phase phase = plain_phase(0, 10);
    const tac_schedule schedule = {.workers = 3};
    const tac_team_options o = {.members = 2, .wait_limit_ns = 1, .schedule = &schedule};
    unsigned char *block = aligned_alloc(64, 1 << 16);
    cr_expect_null(tac_team_init(&o, &phase, 1, block, 1 << 16));
    free(block);
}

Test(team, bits_of_a_chain_do_not_depend_on_the_members)
{
    const int members[] = {1, 2, 3, 4, 8};
    for (int i = 0; i < 5; i++) {
        expect_same_bits(MACHINE_CHAIN, 256, members[i], 400);
    }
}

// So long that motion at its end is below the smallest normal number.
Test(team, workers_compute_in_the_mode_of_the_step)
{
    expect_same_bits(MACHINE_CHAIN, 700, 2, 20);
}

Test(team, bits_of_a_ring_do_not_depend_on_the_members)
{
    const int members[] = {1, 2, 3, 4, 8};
    for (int i = 0; i < 5; i++) {
        expect_same_bits(MACHINE_RING, 160, members[i], 400);
    }
}

// The front of the hub has 288 rows, which take sanitizers 50 ms each time.
Test(team, bits_of_a_hub_do_not_depend_on_the_members)
{
    const int members[] = {1, 2, 3, 4, 8};
#ifdef INSTRUMENTED
    const int steps = 3;
#else
    const int steps = 100;
#endif
    for (int i = 0; i < 5; i++) {
        expect_same_bits(MACHINE_HUB, 129, members[i], steps);
    }
}

// ---- workers that are not there ----------------------------------------------------------------

Test(team, stretches_of_workers_that_never_come_are_taken_over)
{
    machine *plain = machine_new(MACHINE_CHAIN, 200, 3),
            *shared = machine_new(MACHINE_CHAIN, 200, 3);
    const tac_phase *phase;
    int n = tac_index3.phases(shared->work, &phase);
    tac_team *t = test_team_new(phase, n, 4, TEST_TEAM_PATIENCE);
    for (int i = 0; i < 100; i++) {
        cr_assert(machine_step(plain) && machine_team_step(shared, t));
    }
    int64_t shares = 0;
    for (int p = 0; p < n; p++) {
        for (int k = 1; k < 4; k++) {
            shares += tac_team_cut(t, p, k) < tac_team_cut(t, p, k + 1);
        }
    }
    cr_expect_eq(tac_team_taken(t), 100 * shares);
    cr_expect_eq(memcmp(plain->state.data, shared->state.data, plain->state.size), 0);
    free(t);
    machine_free(plain);
    machine_free(shared);
}

// A phase that worker 1 does not leave before the gate opens, and one that counts its items.
static _Atomic int gate_closed, inside, late_items;

static void stuck_run(tac_work *w, int first, int last)
{
    (void)w;
    (void)first;
    (void)last;
    // member 0 gives the worker time to begin
    while (test_team_member == 0 && gate_closed && !inside) {
        tac_pause();
    }
    if (test_team_member == 1) {
        inside = 1;
        while (gate_closed) {
            tac_pause();
        }
        inside = 0;
    }
}

static void count_run(tac_work *w, int first, int last)
{
    (void)w;
    late_items += last - first;
}

static const tac_phase stuck_phase[] = {
    {.name = "stuck", .run = stuck_run, .n = 2},
    {.name = "count", .run = count_run, .n = 6},
};

Test(team, stuck_worker_fails_the_step_and_all_until_it_is_back)
{
    test_team c;
    tac_team *t = test_team_new(stuck_phase, 2, 2, 1000000);
    gate_closed = 1;
    test_team_start(&c, t, 2);
    cr_expect_eq(tac_team_step(t, 0, NULL, NULL), 0);
    cr_expect_not(tac_team_idle(t));
    for (int i = 0; i < 5; i++) {
        cr_expect_eq(tac_team_step(t, 0, NULL, NULL), 0);
    }
    cr_expect_eq(late_items, 0, "no later phase was begun");

    gate_closed = 0;
    while (!tac_team_idle(t)) {
        tac_pause();
    }
    for (int i = 1; i <= 5; i++) {
        while (!tac_team_step(t, 0, NULL, NULL)) {
            tac_pause(); // the limit is short for a busy machine
        }
        cr_expect_geq(late_items, 6 * i);
    }
    test_team_stop(&c);
    free(t);
}

Test(team, quits_while_a_worker_is_stuck)
{
    test_team c;
    tac_team *t = test_team_new(stuck_phase, 2, 3, 1000000);
    gate_closed = 1;
    test_team_start(&c, t, 3);
    cr_expect_eq(tac_team_step(t, 0, NULL, NULL), 0);
    tac_team_quit(t);
    pthread_join(c.thread[2], NULL);
    gate_closed = 0;
    pthread_join(c.thread[1], NULL);
    cr_expect(tac_team_idle(t));
    free(t);
}

// ---- which phases run --------------------------------------------------------------------------

enum { N_LISTED = 7 };

static int ran[N_LISTED], hooked[N_LISTED], n_hooked;
static tac_phase listed[N_LISTED];

static void mark_run(tac_work *w, int first, int last)
{
    ran[(tac_phase *)(void *)w - listed] += last - first;
}

static void note(void *context, const tac_phase *phase, int index)
{
    cr_assert(context == listed && phase == &listed[index]);
    cr_assert_eq(ran[index], 0, "called before the phase");
    hooked[n_hooked++] = index;
}

Test(team, late_iterations_are_left_out_and_the_hook_sees_the_others)
{
    const int iteration[N_LISTED] = {0, 1, 1, 2, 3, 0, 0};
    for (int p = 0; p < N_LISTED; p++) {
        listed[p] = (tac_phase){.name = "listed",
                                .work = (tac_work *)(void *)&listed[p],
                                .run = mark_run,
                                .first = 3,
                                .n = p,
                                .iteration = iteration[p]};
    }
    tac_team *t = test_team_new(listed, N_LISTED, 2, TEST_TEAM_PATIENCE);
    for (int most = 0; most <= 4; most++) {
        memset(ran, 0, sizeof ran);
        n_hooked = 0;
        cr_expect(tac_team_step(t, most, note, listed));
        int expected = 0;
        for (int p = 0; p < N_LISTED; p++) {
            int runs = most == 0 || iteration[p] <= most;
            cr_expect_eq(ran[p], runs ? p : 0, "phase %d of %d iterations", p, most);
            cr_expect(!runs || hooked[expected] == p);
            expected += runs;
        }
        cr_expect_eq(n_hooked, expected);
    }
    free(t);
}

// ---- between steps -----------------------------------------------------------------------------

#define HOUR 3600000000000 // ns

// The real clock's time goes on in naps; what was asked for is noted.
static _Atomic int64_t asked_first, longest_sleep;

static int64_t noting_now(void *context)
{
    return tac_real_clock.now(context);
}

static void noting_sleep(void *context, int64_t t)
{
    int64_t length = t - tac_real_clock.now(context), none = 0;
    atomic_compare_exchange_strong(&asked_first, &none, t);
    if (length > longest_sleep) {
        longest_sleep = length;
    }
    tac_real_clock.sleep_until(context, tac_real_clock.now(context) + 100000);
}

static const tac_clock noting_clock = {noting_now, noting_sleep, NULL};

static int64_t first_sleep(void)
{
    while (asked_first == 0) {
        tac_pause();
    }
    return asked_first;
}

Test(team, workers_sleep_until_the_margin_before_the_release)
{
    const tac_phase phase = plain_phase(0, 2);
    tac_team *t = test_team_new(&phase, 1, 2, TEST_TEAM_PATIENCE);
    test_team c;
    int64_t release = tac_real_clock.now(NULL) + 50000000;
    tac_team_next_release(t, release);
    test_team_start_with(&c, t, 2, &noting_clock, 20000, 0);
    int64_t asked = first_sleep();
    cr_expect(asked == release - 20000 || tac_real_clock.now(NULL) > release - 20000);
    test_team_stop(&c);
    free(t);
}

Test(team, far_release_does_not_keep_a_worker_from_quitting)
{
    const tac_phase phase = plain_phase(0, 2);
    tac_team *t = test_team_new(&phase, 1, 2, TEST_TEAM_PATIENCE);
    test_team c;
    tac_team_next_release(t, tac_real_clock.now(NULL) + HOUR);
    test_team_start_with(&c, t, 2, &noting_clock, 0, 0);
    first_sleep();
    test_team_stop(&c);
    cr_expect_leq(longest_sleep, HOUR / 1000);
    free(t);
}

Test(team, worker_without_an_announcement_naps)
{
    const tac_phase phase = plain_phase(0, 2);
    tac_team *t = test_team_new(&phase, 1, 2, 100000);
    test_team c;
    test_team_start_with(&c, t, 2, &noting_clock, 0, 0);
    first_sleep();
    test_team_stop(&c);
    cr_expect_leq(longest_sleep, 1000000);
    free(t);
}

Test(team, pure_spin_never_sleeps)
{
    const tac_phase phase = plain_phase(0, 2);
    tac_team *t = test_team_new(&phase, 1, 2, 1000);
    test_team c;
    tac_team_next_release(t, tac_real_clock.now(NULL) + HOUR);
    test_team_start_with(&c, t, 2, &noting_clock, 0, 1);
    tac_real_clock.sleep_until(NULL, tac_real_clock.now(NULL) + 5000000);
    test_team_stop(&c);
    cr_expect_eq(asked_first, 0);
    free(t);
}
