// Sequences of sub-steps side by side, in the workspace of a twin.
#ifndef TAC_TWIN_SEQUENCES_H
#define TAC_TWIN_SEQUENCES_H

#include "phases.h"

int tac_rounds(int order);
int tac_sequences_have_twin(const tac_model *m, const tac_options *o); // whether there is a twin
void tac_init_twin(tac_workspace *twin);
void tac_list_rounds(tac_phase_list *list, tac_workspace *twin);
int tac_twin_substeps(const tac_workspace *w, int sequence); // of a sequence, made in the twin

#endif
