// What corners of drives and cubic tables do that a model's author may not have meant.
#ifndef TAC_CORNERS_TEXT_H
#define TAC_CORNERS_TEXT_H

#include <stdio.h>

#include "simulation.h"

// A line about drives whose rates jump before a time, and one for each table that goes far beyond its points.
void tac_print_corners(FILE *out, const tac_simulation *s, double until);

#endif
