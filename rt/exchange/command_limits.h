// What becomes of a command on its way to the model: range, rate, and the fallback when the client
// is lost. Pure functions of doubles, the same bits everywhere.
#ifndef TAC_COMMAND_LIMITS_H
#define TAC_COMMAND_LIMITS_H

#include "io/layout.h"

// x within [minimum, maximum]; both may be infinite. *limited is set to 1 when x was outside.
double tac_clamp(double x, double minimum, double maximum, int *limited);

// One step of a value towards its target, by at most `most` >= 0 (infinite: there at once).
double tac_slew(double value, double target, double most);

// Where a lost signal goes from `value`: HOLD stays, RAMP heads for safe at the rate of the signal,
// ZERO is at zero at once.
//   writes   *value, *target
void tac_fall_back(tac_fallback kind, double safe, double *value, double *target);

#endif
