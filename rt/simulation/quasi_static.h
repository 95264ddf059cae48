// Modes of flexible bodies that a step does not resolve follow their loads.
//
// The trapezoidal rule keeps such modes ringing, beyond omega dt of three with another sign in every step, and what bodies
// turn in a step feeds that: slender rods in violent motion gained energy until they flew apart. A mode has a mass of one.
// With a mass of (omega dt / 2)^2, and with shapes and stiffness as they are, it is as soft under a load as before and has
// a frequency of two over the step; with some damping it comes to its place within
// some steps.
#ifndef TAC_QUASI_STATIC_H
#define TAC_QUASI_STATIC_H

#include <stdbool.h>

#include "simulation.h"

// A description that shares all but modes, coordinates of bodies and parts of sensors with the file's.
typedef struct tac_slowed {
    tac_desc desc;
    void *block; // NULL: nothing is slowed
} tac_slowed;

// Of order 2 alone: others refuse what they do not resolve. False without memory.
bool tac_slow_modes(const tac_simulation *s, tac_slowed *slowed);
void tac_free_slowed(tac_slowed *slowed);

#endif
