// Gain and phase of anything that turns one number per step into one.
#ifndef RESPONSE_H
#define RESPONSE_H

#include <complex.h>

typedef double stepper(void *what, double u); // one step with the input u at its end

// Complex gain at one period in `period` steps: `settle` steps of a cosine first, until what came from
// the start has gone, then one whole period against the input.
double complex gain_at(stepper *step, void *what, int period, int settle);

// Of 1 / (s^2 + 2 d w s + w^2) and s / (s + w), frequencies in Hz.
double complex second_order(double complex s, double frequency, double damping);
double complex high_pass(double complex s, double frequency);

// What the trapezoidal rule makes of s at that period: the bilinear transform on the unit circle.
double complex bilinear(int period, double dt);

#endif
