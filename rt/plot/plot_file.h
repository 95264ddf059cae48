// Columns of motion, sensors and a rig's signals over time as a drawing by gnuplot, one below the other. However many rows there are,
// some thousand points are kept of each, the least and the largest value among the rows of each: no peak is lost.
#ifndef TAC_PLOT_FILE_H
#define TAC_PLOT_FILE_H

#include "simulation/export.h"

typedef struct tac_plot_file {
    const char *path;
    // names with commas between, a panel for each: a column's whole name, what stands behind its last dot, or a
    // pattern with * and ? for either
    const char *columns;
    bool watches;         // a run with half the step goes beside, and its errors are drawn as bands
    const tac_export *of; // which knows the signals of a rig
    void *state;          // while it is open
} tac_plot_file;

// After each step of a run that is watched, by the thread of the one beside it (context: the tac_plot_file); and, once
// both are over, by what their difference is an error, 0: it is none.
void tac_plot_half(void *context, const tac_simulation *half);
void tac_plot_measured(const tac_plot_file *f, double by);

// Adds the file; no path: nothing. f stays the caller's and where it is.
void tac_export_plot(tac_export *e, tac_plot_file *f);

#endif
