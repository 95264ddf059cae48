// Stages of the canonical step over cells of elements, by their numbers: rows, laws, reactions, multipliers.
#ifndef TAC_CANONICAL_ELEMENTS_H
#define TAC_CANONICAL_ELEMENTS_H

#include "stages.h"

extern tac_stage *const tac_canonical_elements_1[TAC_CANONICAL_STAGES],
    *const tac_canonical_elements_4[TAC_CANONICAL_STAGES],
        *const tac_canonical_elements_8[TAC_CANONICAL_STAGES];

#endif
