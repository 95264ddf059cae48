// Modes that a step does not resolve, and what they do to the energy of a run.
#ifndef TAC_MODE_GAIN_H
#define TAC_MODE_GAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "simulation.h"

// Says which mode of which flexible body is fastest for the step, and a step that resolves it. False, and nothing, where the
// step resolves all of them, or there are none.
bool tac_name_unresolved_mode(const tac_simulation *s, char *out, size_t size);

// After a step: whether flexible bodies have gained energy that nothing gave them, by more than a thousandth of the largest
// kinetic energy, with a mode that the step does not resolve.
bool tac_modes_gain(const tac_simulation *s);

#endif
