// The consistent start.
#ifndef TAC_START_H
#define TAC_START_H

#include "stages/work.h"

tac_status tac_index3_start(tac_work *work, tac_state *s, const double *input, tac_start_report *r);

#endif
