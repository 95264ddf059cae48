// HDCA and Featherstone's DCA as right-hand sides, on bodies or on joint coordinates of a spanning tree.
//
// HDCA integrates momenta augmented by the impulses sigma of the constraints, d sigma/dt = lambda; velocities and
// sigma follow from the velocity constraints, [001] and docs/formulations.md:
//
//     M v + Phi_v^T sigma = P ,   Phi_v v = -Phi_t ,   dP/dt = Q + d(Phi_v^T)/dt sigma
//
// DCA integrates velocities; accelerations and lambda follow from constraints derived twice:
//
//     M dv/dt + Phi_v^T lambda = Q ,   Phi_v dv/dt = gamma
//
// Both are one linear problem over the assembly tree (linear.h). The numbers y of a state are
//
//     on bodies   of every body r, Euler parameters, then P and L about the centre of mass in world axes,
//                 or v and the angular velocity in body axes
//     on joints   coordinates of the spanning tree, then joint momenta or rates (spanning_tree.h)
//
// Not for real time: plain loops over elements, one lane. Nothing is allocated after the layout.
#ifndef TAC_FORMULATION_H
#define TAC_FORMULATION_H

#include "linear.h"
#include "spanning_tree.h"

enum { TAC_BODY_NUMBERS = 13 };

typedef struct tac_formulation {
    const tac_model *m;
    bool momenta;          // HDCA, else DCA
    tac_coordinate_set of; // bodies or joints
    tac_linear linear;
    tac_spanning_tree tree;
    int n_y;            // numbers of a state
    tac_signal *signal; // at the time of the evaluation                       (n_source)
    double *angle;      // multi-turn angles, at an instant not long before    (n_angle)
    tac_pose *pose;     // positions and velocities                            (n_body + 1)
    tac_slot *x;        // unknown of the linear problem; then accelerations   (n_body)
    tac_slot *load;     // forces and torques                                  (n_body)
    tac_slot *rate;     // how the wrenches of rows turn                       (n_row, 2)
    double *sigma;      // impulses of constraints                             (n_row)
    double *lambda;     // forces of constraints and laws                      (n_row)
    double *add;        // right-hand sides of rows                            (n_row)
    double *u, *ud;     // rates of joints, of coordinates                     (n_u), (n_q)
    double law_energy;  // J, of springs and bushings
} tac_formulation;

// Most numbers a state of the model may have, of either formulation and set of coordinates.
int tac_formulation_most(const tac_model *m);

void tac_formulation_layout(tac_formulation *f, const tac_model *m, tac_arena *a);
// In zeroed memory; w: a workspace of one lane whose fronts are used.
void tac_formulation_init(tac_formulation *f, tac_workspace *w, bool momenta,
                          tac_coordinate_set of);

// The time of what follows: `ahead` before the end of a step dt, with inputs as in tac_signals.
void tac_formulation_at(tac_formulation *f, double end, double ahead, double dt,
                        const double *inputs);

// From bodies with sigma = 0: any motion may start so, and go on so at any time.
//   reads    pose (positions, velocities)       writes   y (n_y)
void tac_formulation_read(tac_formulation *f, double *y);

// The same of momenta and rates alone.
void tac_formulation_reset(tac_formulation *f, double *y);

// dy/dt.
//   reads    y (n_y)
//   writes   yd (n_y); pose, load, and sigma of HDCA, x and lambda of DCA
//   cost     one factorization and two solves; cannot fail, what goes wrong is not finite
void tac_formulation_derivative(tac_formulation *f, const double *y, double *yd);

// Everything there is to know of a state: velocities (put onto the constraints first, if asked for, and into y),
// then accelerations, reactions by the index-1 problem, residuals and energies.
//   writes   pose, x (accelerations), sigma of HDCA, lambda, angle, *r; y if velocities of DCA are projected
void tac_formulation_settle(tac_formulation *f, bool project, double *y, tac_report *r);

// One correction of the positions in y onto the constraints, the smallest in the measure of masses.
void tac_formulation_close(tac_formulation *f, double *y);

// Euler parameters of length one.
void tac_formulation_normalise(const tac_formulation *f, double *y);

#endif
