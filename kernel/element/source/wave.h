// Sines of sources.
#ifndef TAC_SOURCE_WAVE_H
#define TAC_SOURCE_WAVE_H

#include "element/source.h"
#include "elementary.h"

// Sine and cosine end at 1e9 rad, which a source of 1 kHz reaches in two days: whole turns are
// taken off beforehand, once there are many. What is left is as exact as the time is.
static inline double tac_in_last_turn(double phase, double cycles)
{
    static const double many = 1e6, no_fraction = 1e15;
    double known = pick(fabs(cycles) < no_fraction, cycles, 0.0);
    double part = known - (double)(int64_t)known;
    return pick(fabs(cycles) > many, 2.0 * TAC_PI * part, phase);
}

static inline tac_signal tac_wave(double amplitude, double offset, double phase, double rate,
                                  double rate_dot)
{
    tac_sincos_pair p = tac_sincos(phase);
    return (tac_signal){offset + amplitude * p.sin, amplitude * rate * p.cos,
                        amplitude * (rate_dot * p.cos - rate * rate * p.sin)};
}

#endif
