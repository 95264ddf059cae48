// What every source of modal data needs: room, the order and sign of modes, and the exact zeros of the native form.
#ifndef TAC_MODAL_BODY_H
#define TAC_MODAL_BODY_H

#include "modal.h"
#include "reader/pool.h"

// Room for n modes and n_point interfaces, all zero; false when there is no memory.
bool tac_modal_take(tac_pool *pool, int n, int n_point, tac_modal *out);

// Adds what a mass point at s with the displacements N (3 x n) has to Ct, I and S.
void tac_modal_add_mass(tac_modal *m, double dm, vec3 s, const double *N);

// Modal mass of modes i and j: the sum of the traces of S.
double tac_modal_mass(const tac_modal *m, int i, int j);

// Every mode such that its largest number at the first interface is positive; rotations count times `length`. For data
// that are shown as they are.
void tac_modal_fix_signs(tac_modal *m);

// Ct = 0 and I_kl = I_lk where they are so up to rounding; false where they are not: m->is_native says it.
bool tac_modal_clean_native(tac_modal *m);

// New shapes N V instead of N: V (n_old x m->n) applied to all that is linear or quadratic in the shapes.
bool tac_modal_recombine(tac_pool *pool, const tac_modal *old, const double *V, int n_new,
                         tac_modal *out);

// Largest distance of two interfaces.
void tac_modal_measure(tac_modal *m);

#endif
