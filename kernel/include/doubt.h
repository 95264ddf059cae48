// When the result of a step is in doubt: which measures of its report are above their limits.
//
// A step that diverges is refused. One that came to an end may be wrong all the same: the iteration was cut off
// before it had converged, or a body turned too far for the rule. A report has the largest value of every
// such measure and the body it belongs to. A measure is an entry of tac_doubt, filled by the method, and a
// line of the table in doubt.c.
#ifndef TAC_DOUBT_H
#define TAC_DOUBT_H

#include <stdbool.h>

#include "solver.h"

// What a measure may be in a step of a method with these options, in its unit.
double tac_doubt_limit(const tac_method *method, const tac_options *o, tac_doubt measure);

// Whether a measure of the report is above its limit; constant time.
bool tac_in_doubt(const tac_method *method, const tac_options *o, const tac_report *r);

#endif
