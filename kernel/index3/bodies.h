// Stages over cells of bodies: prediction, what each solve starts from, what its solution changes.
#ifndef TAC_BODIES_H
#define TAC_BODIES_H

#include "stages/stage.h"

typedef struct tac_body_stages {
    tac_stage *predict;
    tac_stage *newton, *position, *velocity, *index1, *projection; // x
    tac_stage *update_newton, *update_position, *update_velocity, *update_acceleration;
    tac_stage *check, *commit;
} tac_body_stages;

extern const tac_body_stages tac_body_stages_1, tac_body_stages_4, tac_body_stages_8;

#endif
