// Phase-locked loop: pulls the grid of releases onto the ticks of another clock.
//
// Pure arithmetic on nanoseconds. The phase error of a tick is its time minus the nearest release;
// a proportional and an integral term of it correct the next release:
//   w = 2 pi bandwidth period,  kp = 2 zeta w,  ki = w^2,  zeta = 1/sqrt(2)
//   drift += ki e,  correction = kp e + drift
// drift is the difference of the two clocks in ns per period, and what remains when ticks stay away.
// Both are bounded, so that wild ticks can bend the grid but never break it.
//
// Locked: the smoothed phase error stayed below the limit for a while, and the device counts a tick per period: at twice
// the period, or half of it, ticks have a steady phase as well. Lost: no tick for lost_ns.
#ifndef TAC_PLL_H
#define TAC_PLL_H

#include <stdint.h>

#include "rig_file.h"

typedef struct tac_pll {
    double period, kp, ki;
    double lock, lost;   // limits, ns
    double error;        // phase error of the newest tick, ns
    double smooth;       // its moving average
    double drift;        // ns per period
    double remainder;    // of the correction, below one ns
    int64_t last_tick;   // ns; 0: none yet
    int64_t base;        // ns, of a tick some time ago, of which the ratio is taken
    uint64_t base_count; // its number
    double ratio; // the device's period, from its numbers, over that of the rig; 0: not known
    int calm;     // ticks in a row with a small smoothed error
    int locked, missing; // flags
} tac_pll;

void tac_pll_init(tac_pll *p, const tac_tick_options *o, int64_t period_ns);

// A tick of that number at the given time, seen by the cycle with that release.
void tac_pll_tick(tac_pll *p, uint64_t count, int64_t time, int64_t release);

// Whether the device counts one tick per period of the rig, as far as is known.
int tac_pll_fits(const tac_pll *p);

// Correction of the next release, ns. fresh: a tick was seen in this cycle. now decides whether the
// tick is lost.
int64_t tac_pll_correct(tac_pll *p, int fresh, int64_t now);

#endif
