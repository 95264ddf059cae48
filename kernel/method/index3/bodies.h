// Stages over cells of bodies, by their numbers: prediction, what each solve starts from, what its solution
// changes.
#ifndef TAC_BODIES_H
#define TAC_BODIES_H

#include "stages.h"

extern tac_stage *const tac_body_stages_1[TAC_INDEX3_STAGES],
    *const tac_body_stages_4[TAC_INDEX3_STAGES], *const tac_body_stages_8[TAC_INDEX3_STAGES];

#endif
