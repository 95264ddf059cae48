// Joints that position iterations leave open: links that snap taut within a step.
//
// Impulses along the rows of a step's start cannot close a joint whose body turns through the direction of its tension
// within the step: there is no such impulse, and iterations leave the joint farther open, whatever their number. A
// mechanism with one takes the step without impulses of joints, and projections with the Jacobians of where its bodies
// are close what has opened: an inelastic snap. The projection of velocities is orthogonal in the masses, so that no
// kinetic energy comes of it. Those of positions have the geometric stiffness of what has pulled at the joints so far in
// their metric: a chain that is nearly straight is closed by what pulls it, not by links that turn beyond the straight
// line. Such steps are in doubt by TAC_SNAP.
//
// Every step takes the projections, needed or not, and so the same time; bodies of mechanisms whose iterations contract
// keep their bits. Models without light links (model/links.h) have none of this.
#ifndef TAC_SNAPS_H
#define TAC_SNAPS_H

#include "step/phases.h"

enum { TAC_SNAP_PROJECTIONS = 4 };

void tac_layout_snaps(tac_workspace *w, const tac_model *m, const tac_grouping *g, tac_arena *a);

// The phase that finds them, once the last iteration is made and the gaps of cells are noted.
void tac_add_snaps(tac_phase_list *list, tac_workspace *w);

// Forgets what was found since the last report; and reports it, of the whole step and all sub-steps.
void tac_forget_snaps(tac_workspace *w);
void tac_report_snaps(tac_workspace *w);

#endif
