// The error of a run in words.
#ifndef TAC_ERROR_TEXT_H
#define TAC_ERROR_TEXT_H

#include <stdio.h>

#include "verdict.h"

// What a run is held to.
typedef struct tac_error_bounds {
    double position, angle; // relative, and rad; infinite: none
    double small;           // of the mechanism's extent, below which a position is in no doubt
} tac_error_bounds;

// Those of the table of limits.
tac_error_bounds tac_error_default_bounds(void);

// Whether the run is too far off: not where the motion is sensitive to its start.
bool tac_error_too_large(const tac_error *e, const tac_error_bounds *bounds);

// How far a run is off, without a head and an end: "position 2.4e-4 (chassis, 0.26 s), ...".
void tac_error_print(const tac_error *e, const tac_simulation *s, const tac_error_bounds *bounds,
                     FILE *out);

// Why results are in doubt, and what to do; empty where they are not by their error. The cause, with what helps, is told
// in place of a step; "": it is not known.
void tac_error_describe(const tac_error *e, const tac_simulation *s, const tac_error_bounds *bounds,
                        const char *cause, char *out, size_t size);

#endif
