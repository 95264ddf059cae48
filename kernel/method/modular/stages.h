// The stages of the modular step by their numbers. Those of index-3 that solve or report stay what they are; the
// rest follows them.
#ifndef TAC_MODULAR_STAGES_H
#define TAC_MODULAR_STAGES_H

#include "method/index3/stages.h"

typedef enum tac_modular_stage {
    // cells of elements
    TAC_MODULAR_ELEMENTS_STAGE = TAC_INDEX3_STAGES, // rows, laws and multipliers where a stage is
    TAC_MODULAR_ELEMENTS_LAST,   // the same at the end of the step, with its rates
    TAC_MODULAR_ELEMENTS_CLOSE,  // rows for positions
    TAC_MODULAR_ELEMENTS_SETTLE, // rows for velocities
    TAC_MODULAR_ELEMENTS_END,    // accelerations with the rows at hand
    TAC_MODULAR_ELEMENTS_PUSH,   // of the last solve before velocities
    // cells of bodies
    TAC_MODULAR_BODIES_BEGIN,
    TAC_MODULAR_BODIES_SECOND,
    TAC_MODULAR_BODIES_THIRD,
    TAC_MODULAR_BODIES_FOURTH,
    TAC_MODULAR_BODIES_CLOSE, // or the fourth stage, if positions are left out
    TAC_MODULAR_BODIES_SETTLE,
    TAC_MODULAR_BODIES_MEASURE,
    // ends of split joints
    TAC_MODULAR_ENDS_STAGE,
    TAC_MODULAR_ENDS_LAST,
    TAC_MODULAR_ENDS_CLOSE,
    TAC_MODULAR_ENDS_SETTLE,
    TAC_MODULAR_ENDS_END,
    // what is left of split cells
    TAC_MODULAR_SPLIT_STAGE,
    TAC_MODULAR_SPLIT_LAST,
    TAC_MODULAR_SPLIT_CLOSE,
    TAC_MODULAR_SPLIT_SETTLE,
    TAC_MODULAR_SPLIT_END,
    TAC_MODULAR_SPLIT_PUSH,
    TAC_MODULAR_STAGES
} tac_modular_stage;
_Static_assert((int)TAC_MODULAR_STAGES <= (int)TAC_MOST_STAGES, "all stages fit into a workspace");

// Gives a workspace the stages for the lanes of its plan.
void tac_set_modular_stages(tac_workspace *w);

#endif
