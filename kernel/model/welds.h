// Bodies that welds make one, and how easily laws move them.
//
// A dummy that is welded to a heavy body gives way as that does, not as it would alone: a law on it counts by what it moves.
// What is welded to ground does not move.
#ifndef TAC_WELDS_H
#define TAC_WELDS_H

#include "rows.h"

// Writes weld, of bodies and of ground, from joints.
//   cost  bodies, squared where many are welded together
void tac_fill_welds(tac_model *m);

// Phi M^-1 Phi^T of a row on two bodies, as they move with all that is welded to them; at least a billionth of what they
// have alone.
//   body   of the model
//   A      their rotations
//   row    its parts on them
static inline double tac_mobility_with_welds(const tac_model *m, const int body[2], const mat3 A[2],
                                             const tac_slot row[2], double alone)
{
    const tac_weld *of[2] = {&m->weld[body[0]], &m->weld[body[1]]};
    double sum = 0.0, least = 1e-9 * alone;
    for (int side = 0; side < 2 && of[0]->group != of[1]->group; side++) {
        vec3 l = row[side].l;
        vec3 a = add3(row[side].a, cross3(of[side]->lever, tmul3(A[side], l)));
        sum += of[side]->mass_inv * dot3(l, l) + dot3(a, mul3(of[side]->J_inv, a));
    }
    return sum > least ? sum : least;
}

#endif
