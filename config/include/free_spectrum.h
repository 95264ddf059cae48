// All modes of a flexible body that nothing holds; free_modes.h says what they are.
#ifndef TAC_FREE_SPECTRUM_H
#define TAC_FREE_SPECTRUM_H

#include <stdbool.h>

#include "desc.h"

// Frequencies, rad/s, ascending, and damping ratios, those of v^T D v (n_mode each). False without memory, or where a
// shape has no inertia of its own.
bool tac_find_free_modes(const tac_flex_desc *f, double mass, const double *J, double *omega,
                         double *zeta);

#endif
