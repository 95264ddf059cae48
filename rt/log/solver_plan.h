// What the header of a log says about the solver: its options, which have to be the same again, and
// its plan, which need not be.
//
// Options are words: dt, penalty, alpha, iterations, acceleration, order, tangent, limits of doubt (length and angle),
// whether modes of flexible bodies start at rest, corrections of the method modular, carriers. The item "method" names the
// method.
//
// The plan is what decides the order of every sum, the assembly tree, as a line of counts and a hash.
// When bits differ the line says whether another tree was recorded.
#ifndef TAC_LOG_PLAN_H
#define TAC_LOG_PLAN_H

#include "simulation/simulation.h"

enum { TAC_LOG_OPTIONS = 12, TAC_LOG_PLAN_SIZE = 160 };

void tac_log_options_put(const tac_options *o, uint64_t word[TAC_LOG_OPTIONS]);

// Returns 0 when the words are none of options.
int tac_log_options_get(const uint64_t word[TAC_LOG_OPTIONS], tac_options *o);

void tac_log_plan(const tac_simulation *s, char out[TAC_LOG_PLAN_SIZE]);

#endif
