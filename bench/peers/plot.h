// Work and precision of one mechanism: cost over error, one curve per contender, both logarithmic.
#ifndef PEERS_PLOT_H
#define PEERS_PLOT_H

#include "measure.h"

// Draws an SVG with gnuplot; 0 with a line on stderr when that fails.
int plot_write(const result *r, const char *path);

#endif
