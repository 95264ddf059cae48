// Rotations of a step on vector lanes: the increment that a step makes, the one it is predicted to make, and the
// geometric stiffness of what turns under load. docs/equations.md, "Rotations of a step".
#ifndef TAC_ROTATION_H
#define TAC_ROTATION_H

#include <stdbool.h>

#include "base/lane.h"
#include "workspace/fields_lane.h"

// ---- increment ---------------------------------------------------------------------------------

// From p0 to p, both rounded.
TAC_INLINE arcv arc_between(quatv p0, quatv p)
{
    quatv dp = {p.e0 - p0.e0, p.e1 - p0.e1, p.e2 - p0.e2, p.e3 - p0.e3};
    return (arcv){g_mulv(p0, dp), 0.5 * dotqv(dp, dp)};
}

// A - A0 is this times the mean of both times psi~, psi as above: tan(theta / 2) over theta / 2.
TAC_INLINE lane chord_of(quatv p0, quatv p)
{
    quatv dp = {p.e0 - p0.e0, p.e1 - p0.e1, p.e2 - p0.e2, p.e3 - p0.e3};
    lane u = 0.5 * dotqv(dp, dp);
    lane top = lane_fma(lane_fma(lane_set(274.0), u, lane_set(-2310.0)), u, lane_set(3780.0));
    lane below = lane_fma(lane_fma(lane_set(120.0), u, lane_set(-1680.0)), u, lane_set(3780.0));
    return 0.5 * ((2.0 - u) * below) / (top * (1.0 - u));
}

// ---- geometric stiffness -----------------------------------------------------------------------

// A symmetric matrix by its six numbers.
typedef struct symv {
    lane xx, yy, zz, xy, xz, yz;
} symv;

// Symmetric part of K: a force l at s, both in body axes, has the torque s x l; the body turned by a small
// angle under it has K times this angle more, K = l s^T - (s . l) I. Against: of the force -l.
TAC_INLINE symv stiffness_of_force(vec3v s, vec3v l, bool against)
{
    lane x = s.x * l.x, y = s.y * l.y, z = s.z * l.z;
    lane half = lane_set(against ? -0.5 : 0.5), xx = y + z, yy = x + z, zz = x + y;
    return (symv){against ? xx : -xx,
                  against ? yy : -yy,
                  against ? zz : -zz,
                  half * lane_fma(s.x, l.y, s.y * l.x),
                  half * lane_fma(s.x, l.z, s.z * l.x),
                  half * lane_fma(s.y, l.z, s.z * l.y)};
}

TAC_INLINE symv add_sym(symv a, symv b)
{
    return (symv){a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}

TAC_INLINE void store_sym(double *p, symv a)
{
    lane_store(p, a.xx);
    lane_store(p + L, a.yy);
    lane_store(p + 2 * L, a.zz);
    lane_store(p + 3 * L, a.xy);
    lane_store(p + 4 * L, a.xz);
    lane_store(p + 5 * L, a.yz);
}

TAC_INLINE symv load_sym(const double *p)
{
    return (symv){lane_load(p),         lane_load(p + L),     lane_load(p + 2 * L),
                  lane_load(p + 3 * L), lane_load(p + 4 * L), lane_load(p + 5 * L)};
}

// Bounds of the eigenvalues of J^-1 K, from its trace and the sum of its minors; exact where the two larger ones
// or the two smaller ones are the same.
typedef struct rangev {
    lane least, most;
} rangev;

TAC_INLINE lane trace_of(symv a, symv b) // of a b
{
    lane apart = lane_fma(a.yz, b.yz, lane_fma(a.xz, b.xz, a.xy * b.xy));
    lane same = lane_fma(a.zz, b.zz, lane_fma(a.yy, b.yy, a.xx * b.xx));
    return lane_fma(lane_set(2.0), apart, same);
}

TAC_INLINE symv minors_of(symv a)
{
    return (symv){lane_fnma(a.yz, a.yz, a.yy * a.zz), lane_fnma(a.xz, a.xz, a.xx * a.zz),
                  lane_fnma(a.xy, a.xy, a.xx * a.yy), lane_fnma(a.xy, a.zz, a.xz * a.yz),
                  lane_fnma(a.xz, a.yy, a.xy * a.yz), lane_fnma(a.xx, a.yz, a.xy * a.xz)};
}

TAC_INLINE rangev range_of(symv J, symv J_inv, lane det_inv, symv K)
{
    lane third = lane_set(1.0 / 3.0), sum = trace_of(J_inv, K);
    lane minors = det_inv * trace_of(minors_of(K), J);
    lane apart = lane_fma(lane_set(-3.0), minors, sum * sum); // not negative but for rounding
    lane spread = 2.0 * third * lane_sqrt(lane_abs(apart)), mean = third * sum;
    return (rangev){mean - spread, mean + spread};
}

// Inverse of a symmetric positive definite matrix.
TAC_INLINE symv inverse_sym(symv a)
{
    symv m = minors_of(a);
    lane inv = 1.0 / lane_fma(a.xz, m.xz, lane_fma(a.xy, m.xy, a.xx * m.xx));
    return (symv){inv * m.xx, inv * m.yy, inv * m.zz, inv * m.xy, inv * m.xz, inv * m.yz};
}

// ---- tangent of one body -----------------------------------------------------------------------

TAC_INLINE mat3v inverse3v(mat3v a)
{
    vec3v x = cross3v(a.y, a.z), y = cross3v(a.z, a.x), z = cross3v(a.x, a.y);
    lane inv = 1.0 / dot3v(a.x, x);
    return (mat3v){{inv * x.x, inv * y.x, inv * z.x},
                   {inv * x.y, inv * y.y, inv * z.y},
                   {inv * x.z, inv * y.z, inv * z.z}};
}

TAC_INLINE vec3v turned_row(vec3v a, vec3v m) // a (I + m~)
{
    return (vec3v){lane_fnma(a.z, m.y, lane_fma(a.y, m.z, a.x)),
                   lane_fnma(a.x, m.z, lane_fma(a.z, m.x, a.y)),
                   lane_fnma(a.y, m.x, lane_fma(a.x, m.y, a.z))};
}

TAC_INLINE vec3v further_row(vec3v a, vec3v m, vec3v third) // a (I + m~ + m~ m~/3)
{
    vec3v u = turned_row(a, third);
    return (vec3v){lane_fnma(u.z, m.y, lane_fma(u.y, m.z, a.x)),
                   lane_fnma(u.x, m.z, lane_fma(u.z, m.x, a.y)),
                   lane_fnma(u.y, m.x, lane_fma(u.x, m.y, a.z))};
}

// psi of a body that turns by a further small a: psi + (I + psi~/2 + psi~ psi~/12) a; minus_half: -1/2, or 0 for psi + a.
TAC_INLINE vec3v further3v(vec3v psi, lane minus_half, vec3v a)
{
    vec3v m = scale3v(minus_half, psi);
    vec3v more = further_row(a, m, scale3v(lane_set(1.0 / 3.0), m));
    return add3v(psi, more); // rows from the left turn the other way
}

// Derivative of the residual of rotations, times h, with respect to the body's own rotation:
// (S + dt/2 G) (I + psi~/2 + psi~ psi~/12), G = wm~ J - (J wm)~ of the gyroscopic torque; S holds J and the geometric
// stiffness. What follows in the second factor is of fourth order in psi. spin: dt/2 times the angular momentum of shafts
// on the body, which adds to J wm; NULL: there are none.
TAC_INLINE mat3v own_tangent(symv S, symv J, vec3v psi, const vec3v *spin)
{
    vec3v m = scale3v(lane_set(0.5), psi); // psi/2 is dt/2 wm
    lane x = lane_fma(J.xz, m.z, lane_fma(J.xy, m.y, J.xx * m.x));
    lane y = lane_fma(J.yz, m.z, lane_fma(J.yy, m.y, J.xy * m.x));
    lane z = lane_fma(J.zz, m.z, lane_fma(J.yz, m.y, J.xz * m.x));
    if (spin) {
        x = x + spin->x;
        y = y + spin->y;
        z = z + spin->z;
    }
    vec3v row_x = {lane_fnma(m.z, J.xy, lane_fma(m.y, J.xz, S.xx)),
                   lane_fnma(m.z, J.yy, lane_fma(m.y, J.yz, S.xy)) + z,
                   lane_fnma(m.z, J.yz, lane_fma(m.y, J.zz, S.xz)) - y};
    vec3v row_y = {lane_fnma(m.x, J.xz, lane_fma(m.z, J.xx, S.xy)) - z,
                   lane_fnma(m.x, J.yz, lane_fma(m.z, J.xy, S.yy)),
                   lane_fnma(m.x, J.zz, lane_fma(m.z, J.xz, S.yz)) + x};
    vec3v row_z = {lane_fnma(m.y, J.xx, lane_fma(m.x, J.xy, S.xz)) + y,
                   lane_fnma(m.y, J.xy, lane_fma(m.x, J.yy, S.yz)) - x,
                   lane_fnma(m.y, J.xz, lane_fma(m.x, J.yz, S.zz))};
    vec3v third = scale3v(lane_set(1.0 / 3.0), m);
    return (mat3v){further_row(row_x, m, third), further_row(row_y, m, third),
                   further_row(row_z, m, third)};
}

#endif
