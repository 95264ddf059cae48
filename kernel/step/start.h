// The consistent start, and its parts for questions about a mechanism between steps.
#ifndef TAC_START_H
#define TAC_START_H

#include "workspace/work.h"

tac_status tac_index3_start(tac_work *work, tac_state *s, const double *input, tac_start_report *r);

// Poses and velocities of a state, signals at the time of a step, the start's penalty. Until the end the
// workspace is of no use for steps.
void tac_begin_closing(tac_workspace *w, const tac_state *s, const double *input, int64_t step);
void tac_end_closing(tac_workspace *w);
// Takes a row out; before its factors are made.
void tac_release_row(tac_workspace *w, int row);
// Positions onto the constraints of the rows that are left, then velocities.
//   fails    TAC_INCONSISTENT with the joint that misses most
tac_status tac_close_positions(tac_workspace *w, tac_start_report *r);
tac_status tac_close_velocities(tac_workspace *w, tac_start_report *r);

// Solves for the increments of the bodies as they are asked for, and tells bodies and joints.
//   factor   with factors of the Jacobians at hand, else with those there are
void tac_solve_start(tac_workspace *w, bool factor);

// How far bodies have gone from a state, and by how much their velocities have changed.
void tac_report_shifts(const tac_workspace *w, const tac_state *s, tac_start_report *r);
// The first joint that is closed on its wrong side.
//   fails    TAC_NO_RATES
tac_status tac_flipped_joint(const tac_workspace *w);

#endif
