// Tables and sentences about an estimate.
#ifndef TAC_ESTIMATE_TEXT_H
#define TAC_ESTIMATE_TEXT_H

#include <stdio.h>

#include "estimate.h"

// Errors of all runs, the worst bodies (which it sorts), what cannot be estimated, and the order and step that
// keep the error below a bound.
void tac_estimate_print(tac_estimate *e, double error, FILE *out);

#endif
