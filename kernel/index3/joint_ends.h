// Stages of balls between two parts, one end at a time, and of what is left of their cells when both ends
// are done.
#ifndef TAC_JOINT_ENDS_H
#define TAC_JOINT_ENDS_H

#include "stages/stage.h"

// Items are ends of joints, see plan/plan.h.
typedef struct tac_end_stages {
    tac_stage *predict, *newton, *again, *velocity, *acceleration;
    tac_stage *load, *residual; // the end's share of a product with Phi_q
    tac_stage *push, *push_newton;
} tac_end_stages;

// Items are cells: rows and right-hand side; lambda.
typedef struct tac_split_stages {
    tac_stage *newton, *position, *velocity, *acceleration;
    tac_stage *residual;
    tac_stage *push_newton, *push_index1;
} tac_split_stages;

typedef struct tac_joint_end_stages {
    tac_end_stages ends;
    tac_split_stages split;
} tac_joint_end_stages;

extern const tac_joint_end_stages tac_joint_end_stages_1, tac_joint_end_stages_4,
    tac_joint_end_stages_8;

#endif
