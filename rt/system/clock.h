// Time in nanoseconds on CLOCK_MONOTONIC, and a faked clock for tests.
//
// The executive sees time only through this table, so that policies, sleeping and classification
// can be tested with a clock that jumps as the test wants.
#ifndef TAC_CLOCK_H
#define TAC_CLOCK_H

#include <stdint.h>

typedef struct tac_clock {
    int64_t (*now)(void *context);
    void (*sleep_until)(void *context, int64_t t); // absolute; returns at once when t has passed
    void *context;
} tac_clock;

// clock_gettime and clock_nanosleep(TIMER_ABSTIME); context unused. Reading it is no system call.
extern const tac_clock tac_real_clock;

// The real clock, ns and s.
static inline int64_t tac_now_ns(void)
{
    return tac_real_clock.now(tac_real_clock.context);
}

// How long ago that was; of a time that others wrote, which may be none, just some number.
static inline int64_t tac_since(int64_t then, int64_t now)
{
    return (int64_t)((uint64_t)now - (uint64_t)then);
}

static inline double tac_now_s(void)
{
    return 1e-9 * (double)tac_now_ns();
}

// Sleeps to t - margin, then spins to t; margin 0 sleeps all the way, pure_spin never sleeps.
// Returns the time after waking.
int64_t tac_wait_until(const tac_clock *c, int64_t t, int64_t margin, int pure_spin);

// One breath of a spinning loop: leaves the core's shared units to its sibling for a moment.
static inline void tac_pause(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("yield");
#endif
}

#endif
