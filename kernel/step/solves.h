// The solves of a step of index-3, as data: which stages they consist of on the way up and down.
//
// Every linear problem of a step has one form, ([solver] sections 1 and 2a)
//
//     (C + h Phi_q M^-1 Phi_q^T) sigma = add + Phi_q x,      x_new = x - h M^-1 Phi_q^T sigma
//
// with C the compliance of the rows, x a quantity per body and add one per row:
//
//     solve              x                     add, constraint   add, compliant     then
//     Newton increment   -h M^-1 g             Phi               (f - lambda) C     lambda += sigma
//     velocities         qd*                   Phi_t             -Phi_q qd*
//     accelerations      M^-1 (Q - Phi^T lam)  -gamma            -Phi_q qdd*        lambda += h sigma
//       by projection    qdd*                  -gamma            -Phi_q qdd*
//
// where * marks the values of the trapezoidal rule, [004] (15) (16), and lam of the accelerations are
// the multipliers of the step's start: those of the Newton iteration grow along dependent rows.
#ifndef TAC_SOLVES_H
#define TAC_SOLVES_H

#include "workspace/work.h"

typedef enum tac_index3_solve {
    TAC_NO_SOLVE,
    TAC_SOLVE_PREDICT, // before the first solve: a way down only
    TAC_SOLVE_NEWTON,
    TAC_SOLVE_NEWTON_AGAIN, // a later iteration with the tangent of the first
    TAC_SOLVE_NEWTON_OWN, // the same two, pushed with the tangents of the bodies themselves: closes
    TAC_SOLVE_NEWTON_AGAIN_OWN, // the balance of forces better, and joints only almost
    TAC_SOLVE_POSITION,
    TAC_SOLVE_VELOCITY,
    TAC_SOLVE_INDEX1, // accelerations and multipliers
    TAC_SOLVE_INDEX1_REFACTORED,
    TAC_SOLVE_PROJECTION, // accelerations by projection
    TAC_SOLVE_RESIDUAL,   // after the last solve: a way up that waits for nothing
    TAC_SOLVES
} tac_index3_solve;

extern const tac_solve tac_index3_solves[TAC_SOLVES];

// Orders 3 and 4 solve the index-1 problem with the forces of all laws as given, which takes factors
// of its own: keeping stiff rows on the trapezoidal rule would leave an error that extrapolation
// cannot remove. So do steps that are long for their unilateral laws (options_for in index3.c).
int tac_laws_refactored(const tac_model *m, const tac_options *o);

// The one for accelerations that the options ask for.
tac_index3_solve tac_acceleration_solve(const tac_model *m, const tac_options *o);

#endif
