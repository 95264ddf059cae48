// Sources at a state.
#ifndef TAC_QUERY_SIGNALS_H
#define TAC_QUERY_SIGNALS_H

#include "model/source.h"

// Of one source, zero for TAC_NONE.
//   cost     of the order of the terms that it sums, and theirs; no allocation
tac_signal tac_signal_at(const tac_model *m, const tac_state *s, int source);

#endif
