#include "command_limits.h"

double tac_clamp(double x, double minimum, double maximum, int *limited)
{
    double inside = x < minimum ? minimum : x > maximum ? maximum : x;
    *limited |= inside != x;
    return inside;
}

double tac_slew(double value, double target, double most)
{
    double change = target - value;
    // the last stretch lands on the target itself, without a rounding
    return change > most ? value + most : change < -most ? value - most : target;
}

void tac_fall_back(tac_fallback kind, double safe, double *value, double *target)
{
    switch (kind) {
    case TAC_FALL_HOLD:
        *target = *value;
        return;
    case TAC_FALL_RAMP:
        *target = safe;
        return;
    case TAC_FALL_ZERO:
        *value = 0.0;
        *target = 0.0;
        return;
    }
}
