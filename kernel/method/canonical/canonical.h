// The canonical step: momenta, and the impulse of a step split into two.
//
// State r, p and the momenta M v, which are v and w. One step (docs/equations.md):
//
//     a  lambda and accelerations of the state: the index-1 problem with the factors of the last step's end
//     b  P1 = P + dt/2 Q - dt/2 Phi_n^T lambda, that is v + dt/2 a; angular momenta alike
//     c  free motion over dt with these momenta
//     d  (C + h Phi_n M^-1 Phi_n^T) sigma = phi where that leads, lambda += sigma / 2; b and c again; N times
//     e  Jacobians and factors at the end
//     f  P2 = P1 + dt/2 Q - dt/2 Phi^T lambda, then onto the constraints of velocities
//
// a is done at the end of a step, for the next one and for what is observed. The linear problems have the form
// of index3/index3.h, so that rows, fronts, tree and most stages are those of index-3.
#ifndef TAC_CANONICAL_H
#define TAC_CANONICAL_H

#include "workspace/work.h"

// What a body has beside the fields of model/fields.h.
enum {
    M_AXES,              // principal to body axes, by rows
    M_RATE = M_AXES + 9, // 1 / Ja, and what 1 / Jb and 1 / Jc are more
    M_R0 = M_RATE + 3,   // where the step starts
    M_P0 = M_R0 + 3,
    M_V1 = M_P0 + 4, // velocity after the first half of the impulse
    M_L1 = M_V1 + 3, // angular momentum with it, in body axes at the start
    M_L = M_L1 + 3,  // the same in body axes at the end
    TAC_MOMENTA_FIELDS = M_L + 3
};

// Of a joint, the multipliers that have pulled at it in a step that is closed by projections (snaps.h).
enum { R_TAUT = R_RATE };

#endif
