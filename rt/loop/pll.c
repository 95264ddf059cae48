#include "pll.h"

#include <math.h>

#define PI 3.14159265358979323846

// Bounds of a correction and of the drift, in parts of the period: the grid moves by at most 5 %
// per cycle, and clocks further apart than 1 % are not the same clock.
#define MAX_CORRECTION 0.05
#define MAX_DRIFT 0.01

// Of the ratio of periods from 1: far beyond what jitter does in RATIO_TICKS, far below the next ratio with a steady
// phase, 1/2.
#define MAX_MISFIT 0.25

enum {
    SMOOTH = 16,     // ticks the moving average reaches back
    CALM_TICKS = 64, // in a row before the loop counts as locked
    RATIO_TICKS = 64 // by the device's numbers, over which its period is taken
};

static double bounded(double x, double limit)
{
    return x > limit ? limit : x < -limit ? -limit : x;
}

void tac_pll_init(tac_pll *p, const tac_tick_options *o, int64_t period_ns)
{
    double period = (double)period_ns;
    double w = bounded(2.0 * PI * o->bandwidth * 1e-9 * period, 0.25); // stable with margin
    *p = (tac_pll){.period = period,
                   .kp = sqrt(2.0) * w,
                   .ki = w * w,
                   .lock = (double)o->lock_ns,
                   .lost = (double)o->lost_ns};
}

// Time from the nearest release of the grid, in [-period / 2, period / 2].
static double phase(const tac_pll *p, int64_t time, int64_t release)
{
    double d = (double)(time - release);
    return d - p->period * floor(d / p->period + 0.5);
}

int tac_pll_fits(const tac_pll *p)
{
    return p->ratio == 0.0 || fabs(p->ratio - 1.0) < MAX_MISFIT;
}

// The device's period by its own numbers; those of one that begins anew say nothing of the time before.
static void measure(tac_pll *p, uint64_t count, int64_t time, int begins)
{
    uint64_t n = count - p->base_count;
    if (begins || count < p->base_count) {
        p->ratio = 0.0;
    } else if (n < RATIO_TICKS) {
        return;
    } else {
        p->ratio = (double)(time - p->base) / ((double)n * p->period);
    }
    p->base = time;
    p->base_count = count;
}

void tac_pll_tick(tac_pll *p, uint64_t count, int64_t time, int64_t release)
{
    int begins = p->last_tick == 0 || p->missing;
    p->error = phase(p, time, release);
    measure(p, count, time, begins);
    if (begins) {
        p->smooth = p->error;
        p->calm = 0;
    }
    p->last_tick = time;
    p->smooth += (p->error - p->smooth) / SMOOTH;
    p->drift = bounded(p->drift + p->ki * p->error, MAX_DRIFT * p->period);
    p->calm = fabs(p->smooth) < p->lock && tac_pll_fits(p) ? p->calm + 1 : 0;
    p->calm = p->calm > CALM_TICKS ? CALM_TICKS : p->calm;
    p->locked = (p->calm == CALM_TICKS && p->ratio != 0.0) || (p->locked && p->calm > 0);
}

int64_t tac_pll_correct(tac_pll *p, int fresh, int64_t now)
{
    p->missing = (double)(now - p->last_tick) > p->lost;
    p->locked = p->locked && !p->missing;
    double wanted = p->drift + (fresh ? p->kp * p->error : 0.0);
    double exact = bounded(wanted, MAX_CORRECTION * p->period) + p->remainder;
    double whole = floor(exact + 0.5);
    p->remainder = exact - whole;
    return (int64_t)whole;
}
