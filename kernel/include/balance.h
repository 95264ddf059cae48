// What a mechanism may do with its energy, by its description alone, and when a run has done something else.
//
// Energy less the work of what drives and pushes only falls, by no more than what damps takes. A method that is cut off, or
// a step that is too long, may change it all the same, step by step, with every residual at rounding. A balance is kept
// over a run and compared with the largest kinetic energy.
#ifndef TAC_BALANCE_H
#define TAC_BALANCE_H

#include <stdbool.h>
#include <stddef.h>

#include "model.h"
#include "solver.h"

// Of energy less the work that was put in.
typedef enum tac_energy_rule {
    // No rule: with parts, moving planes and stops, drives from inputs, damper tables that may push; where something drives
    // or pushes beside laws that a step does not resolve, or drives where reactions are means of a step.
    TAC_ENERGY_FREE,
    // It only falls. Some of what damps is not counted: contacts, stops, sub-models with steps of their own.
    TAC_ENERGY_FALLS,
    TAC_ENERGY_STAYS // but for what damps, which is counted
} tac_energy_rule;

typedef struct tac_energy_law {
    tac_energy_rule rule;
    bool works;      // something drives or pushes
    bool damps;      // something damps
    bool linear;     // by linear dampers alone, which the step resolves: what they take is known
    double at_least; // J, kinetic energy below which nothing is worth a word
    void *scratch;   // sources now and a step before, then where constant loads acted
} tac_energy_law;

// Bytes of the scratch of a balance.
size_t tac_balance_scratch(const tac_model *m);

// Of a model with the parameters it has now; time in proportion to its size.
//   midway   the method's dampers act otherwise than by the rates at both ends of a step, as those of canonical do
//   scratch  tac_balance_scratch(m) bytes, aligned for doubles, that live as long as the law
tac_energy_law tac_find_energy_law(const tac_model *m, const tac_options *o, bool midway,
                                   void *scratch);

// Power over the last steps: its integral is that of the trapezoidal rule.
typedef struct tac_meter {
    int n;            // values there are, at most 3
    double before[3]; // W, the last one first
    double swing;     // W, most that it changed by in a step
    double rough; // J^2, squares of what it changed otherwise than a parabola does, times the step
} tac_meter;

typedef struct tac_jump {
    double by; // m or rad; 0: no drive has jumped, nothing else is set
    int joint;
    int64_t step; // in which, counted from t = 0
} tac_jump;

// Energies of a run so far, J; all zero at its begin.
typedef struct tac_balance {
    // False: it is measured from the next report on, with what was gained and lost before.
    bool begun;
    tac_meter given, taken; // power; of a linear law the first is less what dampers take
    double work, damped;    // J, in all, and since the first report
    double put_in;          // work at most, either way
    double first, least;    // energy less that work, in the first report and at the least
    double kinetic;         // most so far; of what drives prescribe from ground a fiftieth
    double gained;          // over what the rule allows, at most
    double lost;
    int smooth;       // steps in a row in which no source turned a corner
    tac_jump jump[2]; // the farthest of drives, those that prescribe lengths and angles
} tac_balance;

// After a step to s; no allocation.
//   cost     constant, but where something drives, pushes or damps: of the order of joints and laws, some 60 ns each
void tac_balance_add(tac_balance *b, const tac_energy_law *law, const tac_model *m,
                     const tac_state *s, const tac_report *r);

// Energy gained or lost against the rule as a share of that kinetic energy, positive where it was gained; 0 where
// it is within what a step that resolves the motion leaves, a hundredth.
double tac_unbalanced(const tac_balance *b, const tac_energy_law *law);

#endif
