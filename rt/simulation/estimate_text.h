// Tables and sentences about an estimate.
#ifndef TAC_ESTIMATE_TEXT_H
#define TAC_ESTIMATE_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "estimate.h"

// Errors of all runs, the worst bodies (which it sorts), what cannot be estimated, and the order and step that
// keep the error below a bound.
void tac_estimate_print(tac_estimate *e, double error, FILE *out);

// Words on a source that changes its course within a step of dt of the run: what that costs is in no estimate.
bool tac_estimate_kink(const tac_estimate *e, double dt, char *out, size_t size);

// Sub-models whose bodies are not looked at: compiled ones.
int tac_estimate_hidden(const tac_estimate *e);

#endif
