// How steps see sources.
#ifndef TAC_KINKS_H
#define TAC_KINKS_H

#include <stdbool.h>
#include <stddef.h>

#include "model_file.h"

// Steps, or sub-steps, by which each source is seen in one step of the whole, the fewest of all that ask for it; 0: nothing
// does. Of drives alone: what laws and loads ask for is left out.
void tac_steps_of_sources(const tac_desc *d, bool drives_alone, int *steps);

// The fastest sine or chirp of which steps of dt, or the sub-steps of all that asks for it, see less than two points a period
// within `end`: what they see is another, slow signal. Its frequency in Hz, and in words which source, or in which compiled
// sub-model; 0 where there is none.
double tac_unseen_source(const tac_model_file *file, double dt, double end, char *out, size_t size);

#endif
