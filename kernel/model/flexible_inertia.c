#include "flexible_inertia.h"

#include "base/four.h"
#include "flexible.h"

// Rows of z and S.
enum { XX, YY, ZZ, XY, XZ, YZ };

// Adds to `count` products of four modes, from row `first` on, what S times x is in them.
TAC_INLINE void add_products(const tac_modes *k, int i, int first, int count, const double *x,
                             four *restrict sum)
{
    const four *S = (const four *)k->S + 9 * k->n * i + first;
    for (int j = 0; j < k->n; j++, S += 9) {
        double xj = x[j];
        TAC_UNROLL
        for (int kl = 0; kl < count; kl++) {
            sum[kl] += S[kl] * xj;
        }
    }
}

// z and Cr of four modes, and what z . q is in J0 - J of them.
TAC_INLINE void inertia_of_four(const tac_modes *k, const double *q, int i, tac_flex_inertia *to,
                                four *restrict bent)
{
    const four *I = (const four *)k->I + 9 * i, *Ct = (const four *)k->Ct + 3 * i,
               *x = (const four *)q + i;
    four *C = (four *)to->C + 6 * i, *z = (four *)to->z + 6 * i, sum[9];
    TAC_UNROLL
    for (int kl = 0; kl < 9; kl++) {
        sum[kl] = I[kl];
    }
    add_products(k, i, 0, 9, q, sum);
    TAC_UNROLL
    for (int kl = 0; kl < 6; kl++) {
        z[kl] = sum[kl];
        bent[kl] += (sum[kl] + I[kl]) * *x;
    }
    TAC_UNROLL
    for (int l = 0; l < 3; l++) {
        C[l] = Ct[l];
        C[3 + l] = sum[6 + l];
    }
}

void tac_flex_inertia_at(const tac_modes *k, const mat3 *J0, const double *q, tac_flex_inertia *to)
{
    four bent[6] = {{0.0}};
    double D[8], c[4];
    for (int i = 0; i < k->n_four; i++) {
        inertia_of_four(k, q, i, to, bent);
    }
    sum_parts(6, bent, D);
    sum_rows(3, 3, k->Ct, k->n_four, q, c);
    to->c = (vec3){c[0], c[1], c[2]};
    double trace = D[XX] + D[YY] + D[ZZ];
    double xy = 0.5 * D[XY], xz = 0.5 * D[XZ], yz = 0.5 * D[YZ];
    to->J = (mat3){{J0->x.x + trace - D[XX], J0->x.y - xy, J0->x.z - xz},
                   {J0->y.x - xy, J0->y.y + trace - D[YY], J0->y.z - yz},
                   {J0->z.x - xz, J0->z.y - yz, J0->z.z + trace - D[ZZ]}};
}

void tac_flex_turns(const tac_modes *k, const double *qd, double *to)
{
    four *y = (four *)to;
    for (int i = 0; i < k->n_four; i++, y += 3) {
        four sum[3] = {{0.0}};
        add_products(k, i, 6, 3, qd, sum);
        TAC_UNROLL
        for (int l = 0; l < 3; l++) {
            y[l] = sum[l];
        }
    }
}

// For z of four modes: sum_kl (v_k w_l + w_k v_l) z_kl / 2 - v . w tr z.
typedef struct spins {
    double kl[6];
} spins;

static spins spins_of(vec3 v, vec3 w)
{
    double xx = v.x * w.x, yy = v.y * w.y, zz = v.z * w.z, all = xx + yy + zz;
    return (spins){{xx - all, yy - all, zz - all, 0.5 * (v.x * w.y + v.y * w.x),
                    0.5 * (v.x * w.z + v.z * w.x), 0.5 * (v.y * w.z + v.z * w.y)}};
}

void tac_flex_gyro(const tac_modes *k, const tac_flex_inertia *at, vec3 w, const double *qd,
                   const double *y, double *to)
{
    double C[8], Z[8];
    sum_rows(6, 6, at->C, k->n_four, qd, C);
    sum_rows(6, 6, at->z, k->n_four, qd, Z);
    vec3 moving = {C[0], C[1], C[2]}, turning = {C[3], C[4], C[5]};
    vec3 l = add3(cross3(w, cross3(w, at->c)), scale3(2.0, cross3(w, moving)));
    // tr(Z) w - Z^T w, the parts of Z that are the same and the opposite of their transposes
    vec3 same = {Z[XX] * w.x + 0.5 * (Z[XY] * w.y + Z[XZ] * w.z),
                 Z[YY] * w.y + 0.5 * (Z[XY] * w.x + Z[YZ] * w.z),
                 Z[ZZ] * w.z + 0.5 * (Z[XZ] * w.x + Z[YZ] * w.y)};
    vec3 across = axpy3(0.5, cross3(turning, w), same);
    double trace = Z[XX] + Z[YY] + Z[ZZ];
    vec3 a = add3(cross3(w, mul3(at->J, w)), scale3(2.0, sub3(scale3(trace, w), across)));
    const double rigid[6] = {l.x, l.y, l.z, a.x, a.y, a.z};
    for (int f = 0; f < 6; f++) {
        to[f] = rigid[f];
    }
    spins s = spins_of(w, w);
    const double twice[3] = {2.0 * w.x, 2.0 * w.y, 2.0 * w.z};
    mix_rows(6, 6, at->z, k->n_four, s.kl, to + 6);
    add_rows(3, 3, y, k->n_four, twice, to + 6, to + 6);
}

void tac_flex_momentum(const tac_modes *k, const tac_flex_inertia *at, vec3 w, const double *qd,
                       double *to, vec3 *moving)
{
    double C[8];
    sum_rows(6, 6, at->C, k->n_four, qd, C);
    *moving = (vec3){C[0], C[1], C[2]};
    vec3 l = add3(cross3(w, at->c), *moving);
    vec3 a = add3(mul3(at->J, w), (vec3){C[3], C[4], C[5]});
    const double rigid[6] = {l.x, l.y, l.z, a.x, a.y, a.z}, spin[3] = {w.x, w.y, w.z};
    for (int f = 0; f < 6; f++) {
        to[f] = rigid[f];
    }
    add_rows(3, 6, at->C + 12, k->n_four, spin, qd, to + 6);
}

void tac_flex_mean_push(const tac_modes *k, const tac_flex_mean *m, double *to)
{
    vec3 v = m->w[0], w = m->w[1];
    spins s = spins_of(v, w);
    const four *z0 = (const four *)m->at[0]->z, *z1 = (const four *)m->at[1]->z,
               *C0 = (const four *)m->at[0]->C, *C1 = (const four *)m->at[1]->C,
               *y = (const four *)m->y;
    const double at_start[3] = {0.5 * (w.x - v.x), 0.5 * (w.y - v.y), 0.5 * (w.z - v.z)};
    const double changed[3] = {0.5 * m->rate * v.x, 0.5 * m->rate * v.y, 0.5 * m->rate * v.z};
    four *push = (four *)to;
    for (int i = 0; i < k->n_four; i++, z0 += 6, z1 += 6, C0 += 6, C1 += 6, y += 3) {
        four sum = {0.0}, turned = {0.0};
        TAC_UNROLL
        for (int kl = 0; kl < 6; kl++) {
            sum += (z0[kl] + z1[kl]) * s.kl[kl];
        }
        TAC_UNROLL
        for (int l = 0; l < 3; l++) {
            turned += (C1[3 + l] - C0[3 + l]) * changed[l] + y[l] * at_start[l];
        }
        push[i] = -0.5 * sum - turned;
    }
}

void tac_flex_times(const tac_modes *k, const tac_flex_inertia *at, double mass, const double *a,
                    double *to)
{
    double C[8];
    vec3 l = {a[0], a[1], a[2]}, t = {a[3], a[4], a[5]};
    const double six[6] = {l.x, l.y, l.z, t.x, t.y, t.z};
    sum_rows(6, 6, at->C, k->n_four, a + 6, C);
    vec3 force = add3(add3(scale3(mass, l), cross3(t, at->c)), (vec3){C[0], C[1], C[2]});
    vec3 torque = add3(add3(cross3(at->c, l), mul3(at->J, t)), (vec3){C[3], C[4], C[5]});
    const double rigid[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    add_rows(6, 6, at->C, k->n_four, six, a + 6, to + 6);
    for (int f = 0; f < 6; f++) {
        to[f] = rigid[f];
    }
}
