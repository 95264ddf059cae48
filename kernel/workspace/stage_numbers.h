// The stages of a step by their numbers. Index-3 has functions for all of them, other methods for those that differ.
#ifndef TAC_STAGE_NUMBERS_H
#define TAC_STAGE_NUMBERS_H

#include "work.h"

typedef enum tac_index3_stage {
    // cells of elements
    TAC_ELEMENTS_PREDICT = TAC_METHOD_STAGES,
    TAC_ELEMENTS_NEWTON,
    TAC_ELEMENTS_AGAIN,
    TAC_ELEMENTS_POSITION,
    TAC_ELEMENTS_VELOCITY,
    TAC_ELEMENTS_ACCELERATION,
    TAC_ELEMENTS_RESIDUAL,
    TAC_ELEMENTS_COMMIT, // what was computed is the next state
    TAC_ELEMENTS_LOAD,   // right-hand side, elements of the tree
    TAC_ELEMENTS_PUSH,   // solution to the bodies and to lambda
    TAC_ELEMENTS_PUSH_NEWTON,
    TAC_ELEMENTS_PUSH_OWN, // the same along the step's start
    TAC_ELEMENTS_PUSH_INDEX1,
    // cells of bodies: predictions; x of the linear problem; its solution
    TAC_BODIES_PREDICT,
    TAC_BODIES_NEWTON,
    TAC_BODIES_AGAIN,
    TAC_BODIES_POSITION,
    TAC_BODIES_VELOCITY,
    TAC_BODIES_INDEX1,
    TAC_BODIES_PROJECTION,
    TAC_BODIES_UPDATE_NEWTON,
    TAC_BODIES_UPDATE_OWN, // with the tangents of the bodies themselves
    TAC_BODIES_UPDATE_POSITION,
    TAC_BODIES_UPDATE_VELOCITY,
    TAC_BODIES_UPDATE_ACCELERATION,
    TAC_BODIES_CHECK,
    TAC_BODIES_COMMIT,
    // ends of split joints; load and residual are the end's share of a product with Phi_q
    TAC_ENDS_PREDICT,
    TAC_ENDS_NEWTON,
    TAC_ENDS_AGAIN,
    TAC_ENDS_VELOCITY,
    TAC_ENDS_ACCELERATION,
    TAC_ENDS_LOAD,
    TAC_ENDS_RESIDUAL,
    TAC_ENDS_PUSH,
    TAC_ENDS_PUSH_NEWTON,
    TAC_ENDS_PUSH_OWN,
    // what is left of split cells: rows and right-hand side; lambda
    TAC_SPLIT_NEWTON,
    TAC_SPLIT_POSITION,
    TAC_SPLIT_VELOCITY,
    TAC_SPLIT_ACCELERATION,
    TAC_SPLIT_RESIDUAL,
    TAC_SPLIT_PUSH_NEWTON,
    TAC_SPLIT_PUSH_INDEX1,
    TAC_INDEX3_STAGES
} tac_index3_stage;
_Static_assert((int)TAC_INDEX3_STAGES <= (int)TAC_MOST_STAGES, "all stages fit into a workspace");

#endif
