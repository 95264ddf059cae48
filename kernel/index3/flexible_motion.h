// Flexible bodies: how they are predicted, and what a solution changes.
#ifndef TAC_INDEX3_FLEXIBLE_MOTION_H
#define TAC_INDEX3_FLEXIBLE_MOTION_H

#include "stages/flexible_interfaces.h"

void tac_flex_predict(tac_workspace *w, tac_flex_body *b);
// Of an iteration that is not the last one, then of any.
void tac_flex_update_own(tac_workspace *w, tac_flex_body *b);
void tac_flex_update_newton(tac_workspace *w, tac_flex_body *b);
void tac_flex_update_position(tac_workspace *w, tac_flex_body *b);
void tac_flex_update_velocity(tac_workspace *w, tac_flex_body *b);
void tac_flex_update_acceleration(tac_workspace *w, tac_flex_body *b);

#endif
