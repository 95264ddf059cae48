#include "response.h"

#include <math.h>

double complex gain_at(stepper *step, void *what, int period, int settle)
{
    double complex in = 0.0, out = 0.0;
    for (int k = -settle; k < period; k++) {
        double angle = 2.0 * M_PI * k / period;
        double u = cos(angle), y = step(what, u);
        if (k >= 0) {
            in += u * cexp(-I * angle);
            out += y * cexp(-I * angle);
        }
    }
    return out / in;
}

double complex second_order(double complex s, double frequency, double damping)
{
    double w = 2.0 * M_PI * frequency;
    return 1.0 / (s * s + 2.0 * damping * w * s + w * w);
}

double complex high_pass(double complex s, double frequency)
{
    return s / (s + 2.0 * M_PI * frequency);
}

double complex bilinear(int period, double dt)
{
    return 2.0 * I / dt * tan(M_PI / period);
}
