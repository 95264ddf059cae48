#include "clock.h"

#include <errno.h>
#include <stddef.h>
#include <time.h>

#define SECOND 1000000000 // ns

static int64_t real_now(void *context)
{
    (void)context;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}

static void real_sleep_until(void *context, int64_t t)
{
    (void)context;
    if (t <= 0) {
        return; // the clock never shows less
    }
    const struct timespec until = {.tv_sec = (time_t)(t / SECOND), .tv_nsec = (long)(t % SECOND)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
        continue; // a signal is no reason to start early
    }
}

const tac_clock tac_real_clock = {real_now, real_sleep_until, NULL};

int64_t tac_wait_until(const tac_clock *c, int64_t t, int64_t margin, int pure_spin)
{
    int64_t now = c->now(c->context);
    if (!pure_spin && now < t - margin) {
        c->sleep_until(c->context, t - margin);
        now = c->now(c->context);
    }
    while (now < t) {
        tac_pause();
        now = c->now(c->context);
    }
    return now;
}
