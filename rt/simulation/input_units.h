// What inputs measure, by what they are used for.
#ifndef TAC_INPUT_UNITS_H
#define TAC_INPUT_UNITS_H

#include "desc.h"
#include "quantity.h"

// The quantity that every input is used as (n_input): of what it drives, pushes or tunes, by itself or in a sum. TAC_Q_ANY where it
// is used as several, for nothing, or scaled. of_source (n_source) is scratch.
void tac_find_input_quantities(const tac_desc *d, tac_quantity *of_source, tac_quantity *of_input);

#endif
