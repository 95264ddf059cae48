// Stages over cells of elements: rows, forces of laws, reactions on bodies, multipliers.
#ifndef TAC_ELEMENTS_H
#define TAC_ELEMENTS_H

#include "stages/stage.h"

typedef struct tac_element_stages {
    tac_stage *predict, *newton, *again, *position, *velocity, *acceleration, *residual;
    tac_stage *commit;                           // what was computed is the next state
    tac_stage *load;                             // right-hand side, elements of the tree
    tac_stage *push, *push_newton, *push_index1; // solution to the bodies and to lambda
} tac_element_stages;

extern const tac_element_stages tac_element_stages_1, tac_element_stages_4, tac_element_stages_8;

#endif
