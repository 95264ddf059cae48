// How easily laws move what they act on, 1/kg or 1/(kg m^2): Phi M^-1 Phi^T.
//
// Frictions feel what a joint leaves of it (docs/decisions/0035): with too little of it iterations go too far, with too
// much more of them are needed. A flexible body moves by its modes besides, as far as a step lets them move.
#ifndef TAC_MOBILITY_H
#define TAC_MOBILITY_H

#include "flexible.h"
#include "rows.h"
#include "tables.h"

// Rows of joints are at most so many times as mobile as between bodies like the heaviest, fronts/light_parts.h.
#define TAC_COUNTS_AS 100.0

// Fills row_w, at the given start and without modes: Phi M^-1 Phi^T of every row, which scales its penalty, alpha =
// beta / (h Phi M^-1 Phi^T); of laws with all that is welded to their bodies (welds.h); of
// frictions between a rigid body and ground what the joint they are on leaves of it.
// And row_push of joints, heaviest, and stiffest; laws_on_body is there.
//   cost  a few operations per row, and per friction and slot of its body; at setup
void tac_weigh_rows(tac_model *m);

// Of a sub-model with steps of its own: bodies from `first` on go as they are told, and count as what nothing moves.
void tac_hold_interface(tac_model *m, int first);

// Of a row of a joint as if all bodies that it moves had the mass and the inertia of the heaviest that joints connect with
// them (heaviest, as in a model); zero: its bodies count for themselves.
double tac_heavy_mobility(const tac_model *m, const double *heaviest, int row);

// Of a friction in steps of dt, 1/kg or 1/(kg m^2): row_w; of one on flexible bodies the same with their modes, as far
// as such a step lets them move, where they are at the start.
//   cost  the modes of its bodies, times 100 or so; at setup
double tac_friction_weight(const tac_model *m, const tac_element *e, double dt);

// Returns row_w of a law with one row as if nothing were welded to its bodies.
double tac_mobility_alone(const tac_model *m, const tac_element *e);

// Returns w, that of a law with one row, times the laws on its bodies, on each of them by what the row feels of it: dt/2 of
// it times the steepest slope is at least the largest that laws on these bodies have together, as products of laws on a
// body are no more than their number times those of each alone.
double tac_weight_with_laws(const tac_model *m, const tac_element *e, double w);

// What the sides of an element are on at the given start: bodies, or interfaces of flexible ones.
void tac_given_sides(const tac_model *m, const tac_element *e, tac_pose pose[2]);

// Of forces and torques in the axes of a flexible body, three each, at one of its own interfaces, in steps of dt, where
// the body is at the start. W: (6, 6).
void tac_interface_mobility(const tac_model *m, const tac_flexible *f, int interface, double dt,
                            double W[6][6]);

#endif
