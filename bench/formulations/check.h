// What the comparison must show on bodies; fails of it are printed.
#ifndef FORMULATIONS_CHECK_H
#define FORMULATIONS_CHECK_H

#include "measure.h"

// Runs on bodies alone. False when one of the bounds is missed, or nothing could be measured.
bool check_bounds(void);

#endif
