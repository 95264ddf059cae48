// The stages of index-3 on flexible bodies, beside those of rigid ones.
#ifndef TAC_INDEX3_FLEXIBLE_H
#define TAC_INDEX3_FLEXIBLE_H

#include "stages/flexible.h"

// In place of the stages of bodies that a workspace has; these still run over all bodies of a cell.
void tac_set_flexible_stages(tac_workspace *w);
// Modes of a state, at rest but for their rates.
void tac_load_flexible(tac_workspace *w, const tac_state *s);

// Modes of combined sequences of sub-steps, drawn towards what does not grow as rows of laws are
// (extrapolate.c); the body itself is combined already.
void tac_combine_flexible(tac_workspace *w, int body);

#endif
