// Stages of the modular step over balls between two parts, by their numbers: one end at a
// time, and what is left of a cell when both ends are done.
#ifndef TAC_MODULAR_JOINT_ENDS_H
#define TAC_MODULAR_JOINT_ENDS_H

#include "stages.h"

extern tac_stage *const tac_modular_ends_1[TAC_MODULAR_STAGES],
    *const tac_modular_ends_4[TAC_MODULAR_STAGES], *const tac_modular_ends_8[TAC_MODULAR_STAGES];

#endif
