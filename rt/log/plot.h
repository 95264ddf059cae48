// Where two logs part, as a drawing: the first signals that differ, and how the difference grows.
#ifndef TAC_LOG_PLOT_H
#define TAC_LOG_PLOT_H

#include "tools.h"

// Draws the steps around the first that differs, as d says, to an SVG file: above the signal that
// differs first in both logs, below the differences of the first few. Both logs have to hold the
// states of all steps. Returns 0 with a line in diag.
int tac_log_plot(tac_log *a, tac_log *b, const tac_log_diff *d, const char *path, tac_diag *diag);

#endif
