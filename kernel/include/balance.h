// What a mechanism may do with its energy, by its description alone, and when a run has done something else.
//
// Where nothing drives, pushes or damps a mechanism its energy stays; where something damps, it falls. What
// constant loads and actuators put in is taken from it. A method that is cut off, or a step that is too long, may change it all the same, step by step,
// with every residual at rounding. A balance is kept over a run and compared with the largest kinetic energy.
#ifndef TAC_BALANCE_H
#define TAC_BALANCE_H

#include <stdbool.h>

#include "model.h"
#include "solver.h"

// Of energy less the work that was put in.
typedef enum tac_energy_rule {
    // Drives, loads and actuators that change, or act beside laws that a step does not resolve, moving ends, parts: no rule.
    TAC_ENERGY_FREE,
    TAC_ENERGY_FALLS,
    TAC_ENERGY_STAYS
} tac_energy_rule;

typedef struct tac_energy_law {
    tac_energy_rule rule;
    bool works;      // constant loads or actuators do
    double at_least; // J, kinetic energy below which nothing is worth a word
} tac_energy_law;

// Of a model with the parameters it has now; time in proportion to its size.
tac_energy_law tac_find_energy_law(const tac_model *m, const tac_options *o);

enum { TAC_BALANCE_LOADS = 16 }; // more of them end the balance

// Where a load acts, and how the body is turned there; force and torque; all in world axes.
typedef struct tac_pushed {
    vec3 r;
    quat p;
    vec3 force, torque;
} tac_pushed;

// Energies of a run so far, J; all zero at its begin.
typedef struct tac_balance {
    // False: it is measured from the next report on, with what was gained and lost before.
    bool begun;
    double work; // J, of loads since the first report
    // kinetic, potential and what actuators store, less that work, in the first report and at the least
    double first, least;
    double kinetic; // most so far
    double gained;  // over what the rule allows, at most
    double lost;
    tac_pushed load[TAC_BALANCE_LOADS];
} tac_balance;

// After a step to s; no allocation.
//   cost     constant, but where the law has works: of the order of loads and springs
void tac_balance_add(tac_balance *b, const tac_energy_law *law, const tac_model *m,
                     const tac_state *s, const tac_report *r);

// Energy gained or lost against the rule as a share of the largest kinetic energy, positive where it was gained; 0 where
// it is within what a step that resolves the motion leaves, a hundredth.
double tac_unbalanced(const tac_balance *b, const tac_energy_law *law);

#endif
