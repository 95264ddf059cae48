// What the inertia of flexible bodies is, on vector lanes. docs/equations.md, "Flexible bodies".
//
// Of the nine products kl of coordinates k and l only these are there, rows 0 to 8: xx, yy, zz, xy + yx, xz + zx,
// yz + zy, and yz - zy, zx - xz, xy - yx, which are Cr. A flexv has a number for each of six coordinates, translation
// and rotation in body axes, and for each mode.
#ifndef TAC_FLEXIBLE_INERTIA_LANE_H
#define TAC_FLEXIBLE_INERTIA_LANE_H

#include "base/modes_lane.h"
#include "flexible.h"

typedef struct flexv {
    number six[8]; // the last two: room, so that modes begin with a line of the cache
    chunk mode[TAC_MOST_CHUNKS];
} flexv;

// Inertia at q: M is this times a flexv, with masses over modes.
typedef struct inertiav {
    vec3v c; // Ct q
    mat3v J; // about the body's origin
    chunk C
        [6 *
         TAC_MOST_CHUNKS]; // Ct, then Cr                                                    (chunks, 6)
    chunk z
        [6 *
         TAC_MOST_CHUNKS]; // int (s + N q)_k N_l dm of rows 0 to 5                          (chunks, 6)
} inertiav;

// Rows of z and S.
enum { ROW_XX, ROW_YY, ROW_ZZ, ROW_XY, ROW_XZ, ROW_YZ };

TAC_INLINE int chunks_of(const tac_modes *k)
{
    return chunks_in(k->n);
}

TAC_INLINE modal_rows rows_of(const tac_modes *k, const double *at)
{
    return (modal_rows){at, k->same};
}

TAC_INLINE vec3v firstv(const number *six)
{
    return (vec3v){six[0], six[1], six[2]};
}

TAC_INLINE vec3v secondv(const number *six)
{
    return firstv(six + 3);
}

TAC_INLINE void put_six(number *six, vec3v l, vec3v a)
{
    six[0] = l.x;
    six[1] = l.y;
    six[2] = l.z;
    six[3] = a.x;
    six[4] = a.y;
    six[5] = a.z;
}

TAC_INLINE void add_six(number *six, vec3v l, vec3v a)
{
    put_six(six, add3v(firstv(six), l), add3v(secondv(six), a));
}

// Adds to `count` products of a chunk of modes, from row `first` on, what S times x is in them.
TAC_INLINE void add_products(const tac_modes *k, modal_rows S, int c, int first, int count,
                             const chunk *x, chunk *sum)
{
    for (int j = 0; j < k->n; j++) {
        lane xj = mode_of(x, j);
        TAC_UNROLL
        for (int kl = 0; kl < count; kl++) {
            CHUNK_ADD(sum[kl], MODAL_OF_MODE(S, k->n, 9, c, j, first + kl), CHUNK_SET(xj));
        }
    }
}

TAC_INLINE void add_products_of(const tac_modes *k, int c, int first, int count, const chunk *x,
                                chunk *sum)
{
    if (k->same) {
        add_products(k, (modal_rows){k->S, true}, c, first, count, x, sum);
    } else {
        add_products(k, (modal_rows){k->S, false}, c, first, count, x, sum);
    }
}

// J0: of the undeformed body.
TAC_STATIC void inertia_at(const tac_modes *k, mat3v J0, const chunk *q, inertiav *to)
{
    chunk bent[4 * 6]; // every fourth with lanes
    lane D[6], c[3];
    modal_rows I = rows_of(k, k->I), Ct = rows_of(k, k->Ct);
    for (int i = 0; i < 4 * 6; i++) {
        bent[i] = CHUNK_SET(lane_set(0.0));
    }
    for (int i = 0; i < chunks_of(k); i++) {
        chunk sum[9], *mine = bent + (TAC_LANES == 1 ? 0 : i % 4) * 6;
        TAC_UNROLL
        for (int kl = 0; kl < 9; kl++) {
            sum[kl] = MODAL(I, 9, i, kl);
        }
        add_products_of(k, i, 0, 9, q, sum);
        TAC_UNROLL
        for (int kl = 0; kl < 6; kl++) {
            to->z[6 * i + kl] = sum[kl];
            CHUNK_ADD(mine[kl], sum[kl] + MODAL(I, 9, i, kl), q[i]);
        }
        TAC_UNROLL
        for (int l = 0; l < 3; l++) {
            to->C[6 * i + l] = MODAL(Ct, 3, i, l);
            to->C[6 * i + 3 + l] = sum[6 + l];
        }
    }
    sum_chunks(6, bent, D);
    sum_rows(3, 3, Ct, chunks_of(k), q, c);
    to->c = (vec3v){c[0], c[1], c[2]};
    lane trace = D[ROW_XX] + D[ROW_YY] + D[ROW_ZZ];
    lane xy = 0.5 * D[ROW_XY], xz = 0.5 * D[ROW_XZ], yz = 0.5 * D[ROW_YZ];
    to->J = (mat3v){{J0.x.x + trace - D[ROW_XX], J0.x.y - xy, J0.x.z - xz},
                    {J0.y.x - xy, J0.y.y + trace - D[ROW_YY], J0.y.z - yz},
                    {J0.z.x - xz, J0.z.y - yz, J0.z.z + trace - D[ROW_ZZ]}};
}

// y: S_kl^T q' of rows 6 to 8, (chunks, 3).
TAC_STATIC void modal_turns(const tac_modes *k, const chunk *qd, chunk *y)
{
    for (int i = 0; i < chunks_of(k); i++, y += 3) {
        chunk sum[3];
        TAC_UNROLL
        for (int l = 0; l < 3; l++) {
            sum[l] = CHUNK_SET(lane_set(0.0));
        }
        add_products_of(k, i, 6, 3, qd, sum);
        TAC_UNROLL
        for (int l = 0; l < 3; l++) {
            y[l] = sum[l];
        }
    }
}

// Factors of the rows of z: sum_kl (v_k w_l + w_k v_l) z_kl / 2 - v . w tr z.
TAC_INLINE void spins_of(vec3v v, vec3v w, lane *kl)
{
    lane xx = v.x * w.x, yy = v.y * w.y, zz = v.z * w.z, all = xx + yy + zz;
    kl[ROW_XX] = xx - all;
    kl[ROW_YY] = yy - all;
    kl[ROW_ZZ] = zz - all;
    kl[ROW_XY] = 0.5 * lane_fma(v.x, w.y, v.y * w.x);
    kl[ROW_XZ] = 0.5 * lane_fma(v.x, w.z, v.z * w.x);
    kl[ROW_YZ] = 0.5 * lane_fma(v.y, w.z, v.z * w.y);
}

// Gyroscopic and centrifugal terms with these y: what M times accelerations lacks of applied forces.
TAC_STATIC void gyroscopic(const tac_modes *k, const inertiav *at, vec3v w, const chunk *qd,
                           const chunk *y, flexv *to)
{
    lane C[6], Z[6], kl[6];
    sum_rows(6, 6, changing(at->C), chunks_of(k), qd, C);
    sum_rows(6, 6, changing(at->z), chunks_of(k), qd, Z);
    vec3v moving = {C[0], C[1], C[2]}, turning = {C[3], C[4], C[5]};
    vec3v l = axpy3v(lane_set(2.0), cross3v(w, moving), cross3v(w, cross3v(w, at->c)));
    // tr(Z) w - Z^T w, the parts of Z that are the same and the opposite of their transposes
    mat3v same = {{Z[ROW_XX], 0.5 * Z[ROW_XY], 0.5 * Z[ROW_XZ]},
                  {0.5 * Z[ROW_XY], Z[ROW_YY], 0.5 * Z[ROW_YZ]},
                  {0.5 * Z[ROW_XZ], 0.5 * Z[ROW_YZ], Z[ROW_ZZ]}};
    vec3v across = axpy3v(lane_set(0.5), cross3v(turning, w), mul3v(same, w));
    lane trace = Z[ROW_XX] + Z[ROW_YY] + Z[ROW_ZZ];
    vec3v a = axpy3v(lane_set(2.0), sub3v(scale3v(trace, w), across), cross3v(w, mul3v(at->J, w)));
    put_six(to->six, l, a);
    const lane twice[3] = {2.0 * w.x, 2.0 * w.y, 2.0 * w.z};
    spins_of(w, w, kl);
    mix_rows(6, 6, changing(at->z), chunks_of(k), kl, to->mode);
    add_rows(3, 3, changing(y), chunks_of(k), twice, to->mode, to->mode);
}

// to = masses of the modes times a; NULL: of one.
TAC_INLINE void times_masses(const tac_modes *k, const chunk *mass, const chunk *a, chunk *to)
{
    for (int i = 0; i < chunks_of(k); i++) {
        to[i] = a[i];
        if (mass) {
            to[i] = to[i] * mass[i];
        }
    }
}

// Momenta but for what the velocity of the origin has, body axes; Ct q' alone as well.
TAC_STATIC void modal_momentum(const tac_modes *k, const inertiav *at, const chunk *masses, vec3v w,
                               const chunk *qd, flexv *to, vec3v *moving)
{
    chunk own[TAC_MOST_CHUNKS];
    lane C[6];
    sum_rows(6, 6, changing(at->C), chunks_of(k), qd, C);
    *moving = (vec3v){C[0], C[1], C[2]};
    put_six(to->six, add3v(cross3v(w, at->c), *moving),
            add3v(mul3v(at->J, w), (vec3v){C[3], C[4], C[5]}));
    const lane spin[3] = {w.x, w.y, w.z};
    times_masses(k, masses, qd, own);
    add_rows(3, 6, changing(at->C + 3), chunks_of(k), spin, own, to->mode);
}

// M times a, with a mass.
TAC_STATIC void times_inertia(const tac_modes *k, const inertiav *at, lane mass,
                              const chunk *masses, const flexv *a, flexv *to)
{
    chunk own[TAC_MOST_CHUNKS];
    lane C[6];
    vec3v l = firstv(a->six), t = secondv(a->six);
    const lane six[6] = {l.x, l.y, l.z, t.x, t.y, t.z};
    sum_rows(6, 6, changing(at->C), chunks_of(k), a->mode, C);
    vec3v force = add3v(axpy3v(mass, l, cross3v(t, at->c)), (vec3v){C[0], C[1], C[2]});
    vec3v torque = add3v(add3v(cross3v(at->c, l), mul3v(at->J, t)), (vec3v){C[3], C[4], C[5]});
    times_masses(k, masses, a->mode, own);
    add_rows(6, 6, changing(at->C), chunks_of(k), six, own, to->mode);
    put_six(to->six, force, torque);
}

#endif
