// Sub-models apart, on the side of their carrier: parts with bodies of their own (part.h). docs/equations.md,
// "Sub-models apart".
//
// What the sub-models on one carrier are to it, k + K x, are six compliant rows on it: K = L D L^T, Phi = L^T,
// R_ADD = C L^-1 k. These rows, and what elements tell the carrier, are those of the first part on it, and the others
// tell nothing.
#ifndef TAC_CARRIED_H
#define TAC_CARRIED_H

#include "parts.h"

// Of the stages that parts take part in: over elements, and over bodies.
void tac_carry_predict(tac_workspace *w, tac_part *p);
void tac_carry_residual(tac_workspace *w, tac_part *p);
void tac_carry_commit(tac_workspace *w, tac_part *p);

// Before elements begin with a solve, and in their turn.
void tac_carry_ahead(tac_workspace *w, tac_part *p, tac_part_solve solve);
void tac_carry_up(tac_workspace *w, tac_part *p, tac_part_solve solve);
// A carrier's unknowns before a solve: zero of places, else its rates or accelerations.
void tac_unknowns_before(const tac_workspace *w, int body, tac_part_solve solve, double x[6]);

// Before bodies take over a solution, of the first part on a carrier for all on it; and after that, of each batch.
void tac_carry_down(tac_workspace *w, tac_part *p, tac_part_solve solve, int is_last);
void tac_carry_moved(tac_workspace *w, tac_part *p);
// After bodies were measured.
void tac_carry_checked(tac_workspace *w, tac_part *p);

// Whether there is any: rows follow anew from what each solve of a start is told, and so do factors.
bool tac_carries(const tac_workspace *w);
// After what stiffens bodies was marked (fronts/tension.h, fronts/stiff_laws.h): again, with what sub-models have of it.
void tac_carry_marks(tac_workspace *w);
// Before the stages of a start.
void tac_carry_start(tac_workspace *w, const tac_state *s, int64_t step);

#endif
