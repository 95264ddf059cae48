// The stages of the canonical step by their numbers. Those of index-3 that solve or report stay what they are;
// the rest follows them.
#ifndef TAC_CANONICAL_STAGES_H
#define TAC_CANONICAL_STAGES_H

#include "method/index3/stages.h"

typedef enum tac_canonical_stage {
    // cells of elements
    TAC_MOMENTA_ELEMENTS_PLACE = TAC_INDEX3_STAGES, // where the state has them
    TAC_MOMENTA_ELEMENTS_BEGIN,
    TAC_MOMENTA_ELEMENTS_CLOSE,       // position iteration
    TAC_MOMENTA_ELEMENTS_CLOSE_AGAIN, // with compliances of the one before, but of curved laws
    TAC_MOMENTA_ELEMENTS_PUSH,
    TAC_MOMENTA_ELEMENTS_VELOCITY,
    TAC_MOMENTA_ELEMENTS_ACCELERATION,
    TAC_MOMENTA_ELEMENTS_POSITION, // of combined sequences,
    TAC_MOMENTA_ELEMENTS_RATES,    // and their velocities
    // cells of bodies
    TAC_MOMENTA_BODIES_PLACE,
    TAC_MOMENTA_BODIES_BEGIN,
    TAC_MOMENTA_BODIES_MODERATE,
    TAC_MOMENTA_BODIES_MOVE,
    TAC_MOMENTA_BODIES_VELOCITY,
    TAC_MOMENTA_BODIES_GUESS,
    // ends of split joints
    TAC_MOMENTA_ENDS_PLACE,
    TAC_MOMENTA_ENDS_CLOSE,
    TAC_MOMENTA_ENDS_VELOCITY,
    // what is left of split cells
    TAC_MOMENTA_SPLIT_PLACE,
    TAC_MOMENTA_SPLIT_CLOSE,
    TAC_MOMENTA_SPLIT_PUSH,
    // units of the tree
    TAC_MOMENTA_UNITS_REFRESH, // factors that depend on curved laws, right-hand sides of all
    // joints that iterations leave open (snaps.h)
    TAC_MOMENTA_ELEMENTS_LEFT,    // how far they are
    TAC_MOMENTA_ELEMENTS_LET_GO,  // the step without impulses of joints
    TAC_MOMENTA_ELEMENTS_PROJECT, // and their projections
    TAC_MOMENTA_ENDS_PROJECT,
    TAC_MOMENTA_SPLIT_PROJECT,
    TAC_MOMENTA_BODIES_LET_GO,
    TAC_MOMENTA_BODIES_TAUT,
    TAC_MOMENTA_BODIES_PROJECT,
    TAC_CANONICAL_STAGES
} tac_canonical_stage;
_Static_assert((int)TAC_CANONICAL_STAGES <= (int)TAC_MOST_STAGES,
               "all stages fit into a workspace");

// Gives a workspace the stages for the lanes of its plan.
void tac_set_canonical_stages(tac_workspace *w);

#endif
