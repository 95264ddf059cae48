// Stages of balls between two parts, by their numbers: over one end at a time, and over their cells for what is
// left when both ends are done.
#ifndef TAC_JOINT_ENDS_H
#define TAC_JOINT_ENDS_H

#include "stages.h"

extern tac_stage *const tac_joint_end_stages_1[TAC_INDEX3_STAGES],
    *const tac_joint_end_stages_4[TAC_INDEX3_STAGES],
        *const tac_joint_end_stages_8[TAC_INDEX3_STAGES];

#endif
