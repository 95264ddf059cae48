// Stages of the modular step over cells of bodies, by their numbers: Runge-Kutta stages, corrections.
#ifndef TAC_MODULAR_BODIES_H
#define TAC_MODULAR_BODIES_H

#include "stages.h"

extern tac_stage *const tac_modular_bodies_1[TAC_MODULAR_STAGES],
    *const tac_modular_bodies_4[TAC_MODULAR_STAGES],
        *const tac_modular_bodies_8[TAC_MODULAR_STAGES];

#endif
