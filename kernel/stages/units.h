// The linear problem over the assembly tree: stages over the units of the plan.
#ifndef TAC_UNITS_H
#define TAC_UNITS_H

#include "stage.h"

typedef struct tac_unit_stages {
    tac_stage *factor, *forward; // children first
    tac_stage *backward;         // parents first
} tac_unit_stages;

extern const tac_unit_stages tac_unit_stages_1, tac_unit_stages_4, tac_unit_stages_8;

#endif
