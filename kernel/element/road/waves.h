// A wave of height over x: what sines are made of, and what spectra are.
#ifndef TAC_ROAD_WAVES_H
#define TAC_ROAD_WAVES_H

#include <math.h>

#include "base/pick.h"
#include "element/road.h"
#include "elementary.h"

// Whole turns are left out first, so that digits of the phase stay far away as well.
static inline tac_track tac_wave_at(const double *w, double x)
{
    double turns = w[TAC_WAVE_NUMBER] * x, k = 2.0 * TAC_PI * w[TAC_WAVE_NUMBER];
    double known = pick(fabs(turns) < 1e9, turns, 0.0);
    tac_sincos_pair s = tac_sincos(2.0 * TAC_PI * (known - floor(known)) + w[TAC_WAVE_PHASE]);
    double A = w[TAC_WAVE_AMPLITUDE];
    return (tac_track){A * s.sin, k * A * s.cos, -k * k * A * s.sin};
}

static inline void tac_add_track(tac_track *sum, double by, tac_track one)
{
    sum->z += by * one.z;
    sum->dz += by * one.dz;
    sum->ddz += by * one.ddz;
}

#endif
