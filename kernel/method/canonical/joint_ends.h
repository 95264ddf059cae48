// Stages of the canonical step over balls between two parts, by their numbers: one end at a time, and what is
// left of a cell when both ends are done.
#ifndef TAC_CANONICAL_JOINT_ENDS_H
#define TAC_CANONICAL_JOINT_ENDS_H

#include "stages.h"

extern tac_stage *const tac_canonical_ends_1[TAC_CANONICAL_STAGES],
    *const tac_canonical_ends_4[TAC_CANONICAL_STAGES],
        *const tac_canonical_ends_8[TAC_CANONICAL_STAGES];

#endif
