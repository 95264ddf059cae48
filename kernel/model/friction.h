// Friction over a step: its mean force is that of the mean rate of its row (docs/equations.md, decision 0035).
//
// Regularised friction may change from one limit to the other within a step. A tangent at the rate that an iteration
// happens to have is then flat where the row will hold, or steep where it will slide. The rate that the row alone
// would end at, moved by what else acts on it, is on the right branch.
#ifndef TAC_FRICTION_H
#define TAC_FRICTION_H

#include "tables.h"

typedef struct tac_friction_value {
    double v, f, slope; // rate, force against it, df/dv
} tac_friction_value;

// The law at rate v.
tac_friction_value tac_friction_at(const tac_friction_desc *fr, double v);

// The law where v + weight f(v) = free, weight what a force changes the rate by, m/s per N.
//   cost  the same for all data
tac_friction_value tac_friction_alone(const tac_friction_desc *fr, double weight, double free);

// Largest dt/2 w of the steepest slope of frictions, as the model has them at its start, times
// the laws on a body.
double tac_sharpest_friction(const tac_model *m, double dt);

#endif
