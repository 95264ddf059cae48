// Stages over cells of elements, by their numbers: rows, forces of laws, reactions on bodies, multipliers.
#ifndef TAC_ELEMENTS_H
#define TAC_ELEMENTS_H

#include "stages.h"

extern tac_stage *const tac_element_stages_1[TAC_INDEX3_STAGES],
    *const tac_element_stages_4[TAC_INDEX3_STAGES], *const tac_element_stages_8[TAC_INDEX3_STAGES];

#endif
