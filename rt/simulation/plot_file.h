// Columns of motion, sensors and a rig's signals over time as a drawing by gnuplot, one below the other. However many rows there are,
// some thousand points are kept of each, the least and the largest value among the rows of each: no peak is lost.
#ifndef TAC_PLOT_FILE_H
#define TAC_PLOT_FILE_H

#include "export.h"

typedef struct tac_plot_file {
    const char *path;
    // names with commas between, a panel for each: a column's whole name, what stands behind its last dot, or a
    // pattern with * and ? for either
    const char *columns;
    const tac_export *of; // which knows the signals of a rig
    void *state;          // while it is open
} tac_plot_file;

// Adds the file; no path: nothing. f stays the caller's and where it is.
void tac_export_plot(tac_export *e, tac_plot_file *f);

#endif
