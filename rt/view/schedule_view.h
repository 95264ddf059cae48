// The schedule of a step for display: expected speed-up, and the share of each worker.
#ifndef TAC_SCHEDULE_VIEW_H
#define TAC_SCHEDULE_VIEW_H

#include <stdio.h>

#include "simulation/simulation.h"

// Of a prepared simulation: work, critical path, and for 1 to 64 workers time, speed-up, efficiency
// and barriers of a step, all estimated from costs (kernel/step/cost.h).
void tac_schedule_print(const tac_simulation *s, FILE *out);

// Subtrees and phases of a step shared by `workers` threads, and which of them computes each.
void tac_schedule_print_shares(const tac_simulation *s, int workers, FILE *out);

#endif
