// What a mechanism answers to a push along a coordinate, with the factors of the start; between steps alone.
//
// Quantities of bodies that a push makes are M^-1 Psi^T mu, Psi the row of the coordinate; a solve takes what rows hold
// of it: x = x0 - h M^-1 Phi^T sigma.
#ifndef TAC_RESPONSES_H
#define TAC_RESPONSES_H

#include "model/rows.h"
#include "workspace/work.h"

// Bodies at rest, joints to stay as they are.
void tac_clear_pushes(tac_workspace *w);

// Adds a push to what bodies have, along the slots of an element.
void tac_push_along(tac_workspace *w, const tac_element *e, const tac_slot slot[2], double mu);

// What the last solve makes of a body; nothing of ground.
void tac_response_of(const tac_workspace *w, int body, vec3 *l, vec3 *a);

// What bodies have is what the last solve has made of it.
void tac_take_responses(tac_workspace *w);

// Sum of m l^2 + a J a over all bodies, of the last solve.
double tac_moved_energy(const tac_workspace *w);

#endif
