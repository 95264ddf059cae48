// The modular step: classical Runge-Kutta of order 4 over accelerations by the assembly tree, with positions and
// velocities put onto the constraints once per step, [002] (docs/subsystems.md, docs/equations.md).
//
//     a  three stages: rows and factors where the stage is, index-1 accelerations there. The first stage's are those
//        of the state. Multipliers stay from stage to stage: C lambda is an error of the accelerations, which nothing
//        iterates away
//     b  (C + h Phi M^-1 Phi^T) sigma = Phi, and bodies by -h M^-1 Phi^T sigma, up and down the tree once
//     c  rows and factors there; the same for velocities with Phi_q qd + Phi_t
//     d  accelerations and multipliers with the factors of c: the first stage of the next step
//
// Five factorizations, six solves. All of them have the mass as metric and the form of index3/index3.h, so that rows,
// fronts and tree are those of index-3. Force laws act as forces alone; those too stiff for the step are refused
// (tac_check_explicit).
#ifndef TAC_MODULAR_H
#define TAC_MODULAR_H

#include "workspace/work.h"

// What a step sums up, in fields of bodies that this method has no other use for.
enum {
    B_SUM_R = B_TURN0,
    B_SUM_P = B_SUM_R + 3,
    B_SUM_V = B_A0,
    B_SUM_W = B_WD0,
};

static inline bool tac_corrects_positions(const tac_options *o)
{
    return o->corrections == TAC_CORRECT_BOTH || o->corrections == TAC_CORRECT_POSITIONS;
}

static inline bool tac_corrects_velocities(const tac_options *o)
{
    return o->corrections == TAC_CORRECT_BOTH || o->corrections == TAC_CORRECT_VELOCITIES;
}

// A step that has no time leaves out the correction of positions, which is its second iteration.
enum { TAC_MODULAR_ITERATIONS = 2 };

static inline bool tac_leaves_positions(const tac_workspace *w)
{
    return w->step.most_iterations == 1;
}

#endif
