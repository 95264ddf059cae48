// Coordinates of joints that are held at the start: each is, or changes, as its joint says, and all bodies follow by the
// smallest mass-weighted change under the constraints, as without them.
//
// A correction moves bodies by x = x0 + M^-1 Psi^T mu, less what joints take of it, where Psi has a row for every held
// coordinate: mu solves the small dense problem S mu = what is lacking, S the response of the mechanism to each.
//
//   cost     2 n + 1 solves of the tree per correction, n coordinates; between steps alone
#ifndef TAC_STEP_HELD_H
#define TAC_STEP_HELD_H

#include "workspace/work.h"

typedef enum tac_held_kind { TAC_HELD_POSITION, TAC_HELD_RATE } tac_held_kind;

void tac_layout_holding(tac_holding *h, const tac_model *m, tac_arena *a);

// Whether the start at hand holds something.
bool tac_holds_start(const tac_workspace *w);

// Norm of what held coordinates lack; 0 without any.
double tac_held_off(tac_workspace *w, tac_held_kind kind);

// Finds what the next correction has to push along held coordinates. Leaves factors of the tree and the right-hand
// sides of the elements as `elements` puts them.
//   reads    poses, rates, Jacobians
//   fails    TAC_NO_START with the first joint that others decide; looked for where asked
tac_status tac_hold(tac_workspace *w, tac_held_kind kind, bool looks);

// Adds to the free increments of the bodies what tac_hold has found.
void tac_push_held(tac_workspace *w);

// The worst of the held coordinates that lack more than a bound, times one plus its size.
//   fails    TAC_NO_START
tac_status tac_worst_held(tac_workspace *w, tac_held_kind kind, double bound);

// The angle that a law or joint in the frames of a held one begins near, or the given one.
double tac_held_angle(const tac_workspace *w, const tac_element *e, double given);

// One that cannot be: on a flexible body.
tac_status tac_check_held(const tac_model *m);

#endif
