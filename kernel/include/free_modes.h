// How fast the modes of a flexible body are when nothing holds its frame.
//
// Shapes that contain motion of the body as a whole (held at an end, say) have the frequencies omega only while the
// frame is held. Where it is free to move, their inertia is what the body's own motion leaves of it:
//
//     A = 1 - C^T M_6^-1 C ,   C = (Ct; Cr) at q = 0,   M_6 = (m, J) ,   K v = w^2 A v .
//
// Joints and other bodies lie in between, so the largest w bounds all that modes do. In the native form C = 0, w = omega.
#ifndef TAC_FREE_MODES_H
#define TAC_FREE_MODES_H

#include <stdbool.h>

#include "desc.h"

// Whether a shape moves the body as a whole: the form is general, else native.
bool tac_shapes_move_body(const tac_flex_desc *f);

// Frequency of the fastest free mode, rad/s; HUGE_VAL where a shape has no inertia of its own. J as in tac_body_desc.
// For setup: it takes tens of n^3.
double tac_fastest_free_mode(const tac_flex_desc *f, double mass, const double *J);

// omega dt of the fastest free mode up to which a step of order 2, 3 or 4 keeps the energy of modes that ring; zeta is
// the least damping ratio of the modes. HUGE_VAL at order 2.
double tac_fastest_mode_of_order(int order, double zeta);

// The least of the damping ratios.
double tac_least_damping(const tac_flex_desc *f);

// A (n, n), all of it, of mass-normalised modes. False where J is no inertia.
bool tac_free_inertia(const tac_flex_desc *f, double mass, const double *J, double *A);

#endif
