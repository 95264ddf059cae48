// The results of a recorded run as tables, out of the states that the log holds: no step is made again.
#ifndef TAC_LOG_RESULTS_H
#define TAC_LOG_RESULTS_H

#include "simulation/export.h"
#include "tools.h"
#include "wall_time.h"

// A row for every step inside the window, and one for the start when the log begins with it and step 0 is inside:
// the rows that `tactus sim` writes. A step that the solver refused has none. Sensors need no more than a state
// and the residuals and energies beside it, so that they have the bits they had in the run. The simulation that
// the rows are made of has the parameters of its step as well. Fails with a line in diag, also when the log does
// not hold the states of all steps; what cannot be written is told by tac_export_close.
// wall: tells the rows their time of day on that scale; NULL: nobody asked for it.
int tac_log_export_results(tac_log *l, const tac_log_window *window, tac_log_wall_time *wall,
                           tac_time_scale scale, tac_export *out, tac_diag *diag);

#endif
