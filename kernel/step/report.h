// The report of a step, and whether its values stand.
#ifndef TAC_REPORT_H
#define TAC_REPORT_H

#include "base/thresholds.h"
#include "workspace/work.h"

// The sum groups of one block, when its last stages are done.
void tac_report_block(tac_workspace *w, int block);
// The report of the values as they are, and whether they stand; of a step with its sequences.
tac_status tac_measure(tac_workspace *w);
tac_status tac_measure_step(tac_workspace *w);
// Of one mechanism alone, and its last increment.
tac_status tac_judge_mechanism(tac_workspace *w, int mechanism, double *last);
// Measures of doubt of one mechanism of a step or sub-step that is done are added to the worst.
void tac_raise_measures(const tac_workspace *w, int mechanism, tac_worst_share *worst);
// Of a sequence: those of the sub-step before, unless they are in; none are in when a step begins.
void tac_measure_substep(tac_workspace *sub);
void tac_forget_measures(tac_workspace *sub);
// What a step has left of the force of friction i, or of a damper with a table behind them, in parts of its limit; `sub`
// the sequence whose iterations it is of, or w itself; `of` the element.
double tac_friction_left(const tac_workspace *w, const tac_workspace *sub, int i,
                         const tac_element **of);
// B_LAST or B_TRAVEL of a body, in rotations or in lengths of the model, whichever is larger.
double tac_increment_size(const tac_workspace *w, int body, int squares);

#endif
