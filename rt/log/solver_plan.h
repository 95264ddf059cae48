// What the header of a log says about the solver: its options, which have to be the same again, and
// its plan, which need not be.
//
// Options are words: dt, penalty, alpha, iterations, acceleration, order, tangent, other method, limits of
// doubt (length and angle), revision, of the method modular its corrections, whether modes of flexible bodies start at
// rest (then the corrections are there as well), and options added in later versions. A log may hold fewer: the
// options it lacks had their default value when it was
// written. It may not hold more: those are of a newer program. The item "method" names the method; the word
// "other method" is there, and 1, when that is not the first one of the table (index-3), so that a program
// that knows no methods refuses the log instead of replaying it with another one. The revision is that of the
// steps (TAC_STEP_REVISION), the last one that changed what these options do: logs of another one, 0 where the word is
// missing, are read but not replayed.
//
// The plan is what decides the order of every sum, the assembly tree, as a line of counts and a hash.
// When bits differ the line says whether another tree was recorded.
#ifndef TAC_LOG_PLAN_H
#define TAC_LOG_PLAN_H

#include <stdbool.h>

#include "simulation/simulation.h"

enum {
    TAC_LOG_OPTIONS = 13,
    TAC_LOG_MODULAR_OPTIONS = 12,
    TAC_LOG_COMMON_OPTIONS = 11, // of all methods but modular, unless flexible bodies start at rest
    TAC_LOG_FIRST_OPTIONS = 6,
    TAC_LOG_PLAN_SIZE = 160
};

// Whether limits of doubt are other than the default ones, which logs without them were made with.
bool tac_log_has_limits(const tac_options *o);

// Returns how many words they are.
int tac_log_options_put(const tac_options *o, const tac_method *method,
                        uint64_t word[TAC_LOG_OPTIONS]);

// From n words, TAC_LOG_FIRST_OPTIONS to TAC_LOG_OPTIONS of them; 0 when it is another number.
int tac_log_options_get(const uint64_t *word, size_t n, tac_options *o);

// Of the steps that n words were recorded with, and of those that this program makes with such options.
int tac_log_revision_of(const uint64_t *word, size_t n);
int tac_log_revision(const tac_method *method);

void tac_log_plan(const tac_simulation *s, char out[TAC_LOG_PLAN_SIZE]);

#endif
