// Flexible bodies: what each solve starts from.
#ifndef TAC_INDEX3_FLEXIBLE_SOLVES_H
#define TAC_INDEX3_FLEXIBLE_SOLVES_H

#include "stages/flexible_interfaces.h"

void tac_flex_newton(tac_workspace *w, tac_flex_body *b);
void tac_flex_again(tac_workspace *w, tac_flex_body *b);
void tac_flex_position(tac_workspace *w, tac_flex_body *b);
void tac_flex_velocity(tac_workspace *w, tac_flex_body *b);
void tac_flex_index1(tac_workspace *w, tac_flex_body *b);
void tac_flex_projection(tac_workspace *w, tac_flex_body *b);

// Adds all reactions along where the factors were made, to (6 + n).
void tac_add_flex_reactions(const tac_workspace *w, const tac_flex_body *b, double *to);

// Of a static start: x is what modes lack of K q = loads, bodies stay. Returns how far that moves an interface, over the
// body's length.
double tac_flex_settle(tac_workspace *w, tac_flex_body *b);

#endif
