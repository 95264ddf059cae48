// Waiting, with a clock that goes as the test wants, and the real one's order.
#include <criterion/criterion.h>

#include "system/clock.h"

typedef struct faked {
    int64_t now;
    int64_t tick;      // the clock goes on by so much whenever it is read
    int64_t oversleep; // a sleep ends so much late
    int64_t asked;     // for the last sleep
    int slept, read;
} faked;

static int64_t faked_now(void *context)
{
    faked *f = context;
    f->read++;
    return f->now += f->tick;
}

static void faked_sleep(void *context, int64_t t)
{
    faked *f = context;
    f->slept++;
    f->asked = t;
    f->now = f->now < t ? t + f->oversleep : f->now;
}

static tac_clock clock_of(faked *f)
{
    return (tac_clock){faked_now, faked_sleep, f};
}

Test(clock, sleeps_to_the_margin_and_spins_the_rest)
{
    faked f = {.now = 1000, .tick = 10, .oversleep = 25};
    tac_clock c = clock_of(&f);
    int64_t woke = tac_wait_until(&c, 5000, 500, 0);
    cr_expect_eq(f.slept, 1);
    cr_expect_eq(f.asked, 4500);
    cr_expect(woke >= 5000 && woke < 5000 + f.tick);
}

Test(clock, without_a_margin_sleeps_all_the_way)
{
    faked f = {.now = 1000, .tick = 10, .oversleep = 60};
    tac_clock c = clock_of(&f);
    cr_expect_eq(tac_wait_until(&c, 5000, 0, 0), 5070);
    cr_expect_eq(f.asked, 5000);
}

Test(clock, pure_spin_never_sleeps)
{
    faked f = {.now = 1000, .tick = 7};
    tac_clock c = clock_of(&f);
    int64_t woke = tac_wait_until(&c, 5000, 0, 1);
    cr_expect_eq(f.slept, 0);
    cr_expect(woke >= 5000 && woke < 5000 + f.tick);
}

Test(clock, past_time_returns_at_once)
{
    faked f = {.now = 9000, .tick = 1};
    tac_clock c = clock_of(&f);
    cr_expect_eq(tac_wait_until(&c, 5000, 500, 0), 9001);
    cr_expect(f.slept == 0 && f.read == 1);
}

Test(clock, within_the_margin_there_is_no_sleep)
{
    faked f = {.now = 4600, .tick = 10};
    tac_clock c = clock_of(&f);
    cr_expect_eq(tac_wait_until(&c, 5000, 500, 0), 5000);
    cr_expect_eq(f.slept, 0);
}

Test(clock, real_clock_never_wakes_early)
{
    for (int i = 0; i < 20; i++) {
        int64_t until = tac_real_clock.now(NULL) + 100000 * i;
        tac_real_clock.sleep_until(NULL, until);
        cr_expect_geq(tac_real_clock.now(NULL), until);
        until += 200000;
        cr_expect_geq(tac_wait_until(&tac_real_clock, until, 50000, i % 2), until);
    }
    tac_real_clock.sleep_until(NULL, -1); // no moment of this clock: returns
    tac_real_clock.sleep_until(NULL, 0);
}
