// Mechanisms with laws that are far too stiff for the step.
//
// What an iteration leaves of such a law's coordinate is, times its stiffness, any force. The multipliers of
// the step's start, which balance it, say nothing of the tension that turns links, and the body's own tangent
// moves coordinates that the law alone knows. There reactions follow the bodies, without geometric stiffness and
// with symmetric tangents: the trapezoidal rule as it is for the laws themselves. Unilateral laws that the step
// hardly resolves count as well, at less, for reactions and geometric stiffness.
#ifndef TAC_STIFF_LAWS_H
#define TAC_STIFF_LAWS_H

#include "workspace/work.h"

// Marks the bodies of these mechanisms, once. A law is too stiff where dt^2/4 w (k + 2 c/dt) of the whole step
// is above a hundred, of a unilateral one a hundredth, the same in all its sub-steps; w as in tac_model.row_w.
//   writes   B_ALL_FOLLOWS and B_SYMMETRIC of all bodies
//   cost     elements, times the changes of direction of the numbering along a mechanism
void tac_mark_stiff_laws(tac_workspace *w);

// Marks of a body that another workspace has as well, from there and as they are then; they spread here.
void tac_share_stiff_laws(const tac_workspace *w, int body, double mark[2]);

#endif
