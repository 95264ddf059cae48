// Stages that parts take part in: those over elements ask them, those over bodies hand solutions to sub-models apart.
#ifndef TAC_PART_STAGES_H
#define TAC_PART_STAGES_H

#include "parts.h"

void tac_set_part_stages(tac_workspace *w);

#endif
