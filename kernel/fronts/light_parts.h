// Rows between bodies that are light beside what joints hang on them.
//
// The compliance of a row is a part 1/beta of its own mobility w. A light body between heavy ones is held by rows that move
// these, of a thousandth or a millionth of w: what an iteration leaves of them is so much more than 1/beta, and where a
// redundant loop passes a singular configuration its rows give way by so much more. So a row counts as no lighter than
// a hundredth of the heaviest body that joints connect it with: w is at most a hundred times what it would be between bodies
// of that mass and that inertia.
#ifndef TAC_LIGHT_PARTS_H
#define TAC_LIGHT_PARTS_H

#include "workspace/work.h"

// The largest mass, kg, and mean moment of inertia, kg m^2, of a body and all that joints connect with it are at least
// these; what they are then comes back.
//   writes   w->heaviest
void tac_share_heaviest(const tac_workspace *w, int body, double number[2]);

// The mobility of a row of a joint by which it is held, at a penalty.
double tac_weigh_row(const tac_workspace *w, int row, double penalty);

// Of all rows of joints, at the penalty of steps.
//   writes   R_W
void tac_weigh_light(const tac_workspace *w);

#endif
