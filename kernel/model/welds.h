// What moves with a law: bodies that welds make one.
//
// A dummy that is welded to a heavy body gives way as that does, not as it would alone: a law on it counts by what it moves.
// What is welded to ground does not move. A sub-model that hangs on a body knows no more of what is around it than that body,
// compiled or not, and its surroundings nothing of it: so welds count within the sub-model of a body, and of those that
// lead out of it the next body alone.
#ifndef TAC_WELDS_H
#define TAC_WELDS_H

#include "rows.h"

// Of both bodies of a law.
static inline tac_weld *tac_weld_of(const tac_model *m, int element)
{
    return m->rows.weld + 2 * (size_t)(element - m->n_joint);
}

// Writes weld of laws, and light_laws, from joints and the hierarchy of the description. O(laws times what is welded there).
void tac_fill_welds(tac_model *m, const tac_desc *d);

// Writes swings. O(bodies times what is welded there).
void tac_fill_swings(tac_model *m, const tac_desc *d);

// Phi M^-1 Phi^T of a row of a law, with all that is welded to its bodies; at least a billionth of what they have alone.
//   A      rotations of its bodies
//   row    its parts on them
static inline double tac_mobility_with_welds(const tac_weld of[2], const mat3 A[2],
                                             const tac_slot row[2], double alone)
{
    double sum = 0.0, least = 1e-9 * alone;
    for (int side = 0; side < 2; side++) {
        vec3 l = row[side].l;
        vec3 a = add3(row[side].a, cross3(of[side].lever, tmul3(A[side], l)));
        sum += of[side].mass_inv * dot3(l, l) + dot3(a, mul3(of[side].J_inv, a));
    }
    return sum > least ? sum : least;
}

#endif
