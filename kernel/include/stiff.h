// Force laws that the step is too long for: orders 3 and 4 end there (decision 0015, docs/accuracy.md).
#ifndef TAC_STIFF_H
#define TAC_STIFF_H

#include "model.h"
#include "solver.h"

typedef struct tac_stiff_laws {
    int n;                // laws that are stiffer than asked; 0: none, nothing else is set
    tac_subject stiffest; // TAC_SPRING, TAC_BUSHING or TAC_FRICTION
    int index;            // in its class
    double value;         // its n h w (k + 2c/dt)
} tac_stiff_laws;

// Laws without sides for which n h w (k + 2c/dt) is above `least`: h = dt^2/4, k and c its steepest slopes, w
// how easily its bodies alone move at the given start, n the laws on that of its bodies that has more.
//   cost     a few operations per law and point of its tables; no workspace, no place in real time
tac_stiff_laws tac_find_stiff_laws(const tac_model *m, const tac_options *o, double least);

// Steepest slopes of a row of a law, whichever way they go, with its numbers as they are.
typedef struct tac_law_slopes {
    double stiffness; // N/m or N m/rad, of what has no sides
    double sided;     // and of what has: it begins, ends or has corners
} tac_law_slopes;
tac_law_slopes tac_slopes_of_law(const tac_model *m, tac_subject law, int index, int row);

// How easily a law with sides was said to move when it closed, 1/kg or 1/(kg m^2).
double tac_felt_mobility(const tac_model *m, const tac_state *s, tac_subject law, int index);

// What is left of the stiffness of a law with sides behind the compliance of the step, of `ratio` h w K.
double tac_felt_share(const tac_model *m, tac_subject law, int index, double ratio);

// Largest w K of laws with sides in a part with bodies of its own, 1/s^2, or what that is at most: its object knows no
// more (part.h), and counts laws on a body. 0: there are none.
double tac_stiffest_in_part(const tac_model *m, int part);

// What an explicit Runge-Kutta step of order 4 cannot follow, the first such law: TAC_NOT_SUPPORTED of one that
// begins or ends within a step; TAC_TOO_STIFF of one that is too stiff, with the longest step that follows it, s.
//   cost     as above
tac_status tac_check_explicit(const tac_model *m, double dt);

#endif
