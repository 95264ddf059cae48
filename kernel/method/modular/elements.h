// Stages of the modular step over cells of elements, by their numbers: rows, laws, multipliers.
#ifndef TAC_MODULAR_ELEMENTS_H
#define TAC_MODULAR_ELEMENTS_H

#include "stages.h"

extern tac_stage *const tac_modular_elements_1[TAC_MODULAR_STAGES],
    *const tac_modular_elements_4[TAC_MODULAR_STAGES],
        *const tac_modular_elements_8[TAC_MODULAR_STAGES];

#endif
