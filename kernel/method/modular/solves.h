// The solves of the modular step, as data, and the list of phases that they make.
#ifndef TAC_MODULAR_SOLVES_H
#define TAC_MODULAR_SOLVES_H

#include "step/phases.h"

void tac_add_modular_step(tac_phase_list *list, tac_workspace *w);

#endif
