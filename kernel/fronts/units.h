// The linear problem over the assembly tree: stages over the units of the plan, by their numbers.
#ifndef TAC_UNITS_H
#define TAC_UNITS_H

#include "workspace/stage.h"

extern tac_stage *const tac_unit_stages_1[TAC_METHOD_STAGES],
    *const tac_unit_stages_4[TAC_METHOD_STAGES], *const tac_unit_stages_8[TAC_METHOD_STAGES];

// Of mechanisms with flexible bodies, in place of those above.
extern tac_stage *const tac_flexible_unit_stages_1[TAC_METHOD_STAGES];
extern tac_stage *const tac_flexible_unit_stages_4[TAC_METHOD_STAGES];
extern tac_stage *const tac_flexible_unit_stages_8[TAC_METHOD_STAGES];

// Of mechanisms with carriers, in place of those above.
extern tac_stage *const tac_carrier_unit_stages_1[TAC_METHOD_STAGES];
extern tac_stage *const tac_carrier_unit_stages_4[TAC_METHOD_STAGES];
extern tac_stage *const tac_carrier_unit_stages_8[TAC_METHOD_STAGES];

#endif
