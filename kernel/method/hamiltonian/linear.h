// The linear problem of both formulations, on the assembly tree and the fronts that all methods share:
//
//     (C + W) sigma = add + Phi_v x ,   x := x - M^-1 Phi_v^T sigma ,   W = Phi_v M^-1 Phi_v^T
//
// with C the compliance of the rows, 1/penalty of the diagonal of W. What C leaves of the constraints is taken away
// by solving again for what is left. Only constraints take part; laws give forces.
// Of a body x has a linear part in world axes and an angular one in body axes.
#ifndef TAC_LINEAR_H
#define TAC_LINEAR_H

#include "model/rows.h"
#include "workspace/work.h"

typedef struct tac_linear {
    const tac_model *m;
    tac_workspace *w;      // has the fronts; one lane
    bool factored;         // for the Jacobians at hand
    tac_slot *slot;        // Jacobians, angular parts in body axes        (n_row, 2)
    double *phi, *phi_t;   // values of the rows and their explicit rates  (n_row)
    double *left, *change; // scratch                                      (n_row)
} tac_linear;

// Takes the arrays from the arena.
void tac_linear_layout(tac_linear *p, const tac_model *m, tac_arena *a);

// Rows and Jacobians where the bodies are.
//   reads    pose (n_body + 1), signal (n_source), angle (n_angle): multi-turn angles before
//   writes   slot, phi, phi_t, and the Jacobians of the workspace
void tac_linear_place(tac_linear *p, const tac_pose *pose, const tac_signal *signal,
                      const double *angle);

// How far a row of constraints is open, of a coupler by its first term, and 0 by the others.
double tac_linear_open(const tac_linear *p, const tac_element *e, int k);

// Phi_v x of a row.
double tac_linear_rate(const tac_linear *p, const tac_slot *x, int row);

//   reads    add (n_row), x (n_body)
//   writes   x, sigma of constraints (n_row); those of laws are left alone
//   cost     a factorization if the rows were placed since the last one, two to eight solves; cannot fail: what
//            goes wrong is not finite
void tac_linear_solve(tac_linear *p, const double *add, tac_slot *x, double *sigma);

#endif
