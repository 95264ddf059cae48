// What the inertia of a flexible body is. docs/equations.md, "Flexible bodies".
//
// Of the nine products kl of coordinates k and l only these are there, rows 0 to 8: xx, yy, zz, xy + yx, xz + zx,
// yz + zy, and yz - zy, zx - xz, xy - yx, which are Cr. Arrays over modes are whole fours (base/four.h); arrays (6 + n) are
// translation and rotation in body axes, then modes.
#ifndef TAC_FLEXIBLE_INERTIA_H
#define TAC_FLEXIBLE_INERTIA_H

#include "rows.h"
#include "tables.h"

enum { TAC_MOST_MODES = 48 }; // of a body, whole fours

// Inertia at q: M is this times (6 + n), with a unit matrix over modes.
typedef struct tac_flex_inertia {
    vec3 c;                       // Ct q
    mat3 J;                       // about the body's origin
    double C[6 * TAC_MOST_MODES]; // Ct, then Cr                                (n_four, 6, 4)
    double z[6 * TAC_MOST_MODES]; // int (s + N q)_k N_l dm of rows 0 to 5      (n_four, 6, 4)
} tac_flex_inertia;

void tac_flex_inertia_at(const tac_modes *k, const mat3 *J0, const double *q, tac_flex_inertia *to);
// y: S_kl^T q' of rows 6 to 8, (n_four, 3, 4).
void tac_flex_turns(const tac_modes *k, const double *qd, double *to);
// Gyroscopic and centrifugal terms with these y: what M times accelerations lacks of applied forces, (6 + n).
void tac_flex_gyro(const tac_modes *k, const tac_flex_inertia *at, vec3 w, const double *qd,
                   const double *y, double *to);
// Momenta but for what the velocity of the origin has, body axes, (6 + n); Ct q' alone as well.
void tac_flex_momentum(const tac_modes *k, const tac_flex_inertia *at, vec3 w, const double *qd,
                       double *to, vec3 *moving);
// dT/dq of rotations and modes between two instants, (n): with z of their middle and the products of rates at one
// with those at the other, so that with differences of momenta energy is kept. y at the second instant is rate times
// the difference of Cr, less y at the first.
typedef struct tac_flex_mean {
    const tac_flex_inertia *at[2];
    const double *y;
    double rate;
    vec3 w[2];
} tac_flex_mean;
void tac_flex_mean_push(const tac_modes *k, const tac_flex_mean *m, double *to);
// M times a, with a mass.
void tac_flex_times(const tac_modes *k, const tac_flex_inertia *at, double mass, const double *a,
                    double *to);

#endif
