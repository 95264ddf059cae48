// Layers of the stages that parts take part in: those over elements ask them, those over bodies hand solutions to sub-models apart.
#ifndef TAC_PART_STAGES_H
#define TAC_PART_STAGES_H

#include "parts.h"

void tac_add_part_layers(tac_workspace *w);

// What sub-models apart take in a stage over cells first .. last - 1, ns; of those that do not say nothing.
double tac_part_stage_cost(const tac_workspace *w, int stage, int first, int last);

#endif
