// Stages of the canonical step over cells of bodies, by their numbers: the free motion, what solves start from.
#ifndef TAC_CANONICAL_BODIES_H
#define TAC_CANONICAL_BODIES_H

#include "stages.h"

extern tac_stage *const tac_canonical_bodies_1[TAC_CANONICAL_STAGES],
    *const tac_canonical_bodies_4[TAC_CANONICAL_STAGES],
        *const tac_canonical_bodies_8[TAC_CANONICAL_STAGES];

#endif
