// Drawings of the comparison.
#ifndef FORMULATIONS_PLOTS_H
#define FORMULATIONS_PLOTS_H

#include "measure.h"

enum { N_PLOT = 6 };
extern const char *const plot_name[N_PLOT]; // without folder and suffix

// All of them as FOLDER/NAME.svg; false, with a line on stderr, when that fails.
bool plots_write(const comparison *c, const char *folder);

#endif
