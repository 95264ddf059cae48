// Small fixed-size algebra: vectors, rotations and Euler parameters as value types.
//
// Frames read as a chain: R_wb takes body coordinates to world coordinates. Euler parameters
// p = (e0, e1, e2, e3), scalar first, turn body coordinates into world coordinates,
// R_wb = (2 e0^2 - 1) I + 2 (e e^T + e0 e~), as in [004] section 2. All functions are exact up to
// rounding, have no branches on data and only use + - * / and sqrt, so that they give the same
// bits on every compiler and processor.
#ifndef TAC_VEC_H
#define TAC_VEC_H

#include <math.h>

typedef struct vec3 {
    double x, y, z;
} vec3;

typedef struct mat3 { // rows
    vec3 x, y, z;
} mat3;

typedef struct quat { // Euler parameters, scalar first
    double e0, e1, e2, e3;
} quat;

static inline vec3 add3(vec3 a, vec3 b)
{
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vec3 sub3(vec3 a, vec3 b)
{
    return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vec3 neg3(vec3 a)
{
    return (vec3){-a.x, -a.y, -a.z};
}

static inline vec3 scale3(double s, vec3 a)
{
    return (vec3){s * a.x, s * a.y, s * a.z};
}

static inline vec3 axpy3(double s, vec3 a, vec3 b) // s a + b
{
    return (vec3){s * a.x + b.x, s * a.y + b.y, s * a.z + b.z};
}

static inline double dot3(vec3 a, vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec3 cross3(vec3 a, vec3 b) // a x b
{
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double norm3(vec3 a)
{
    return sqrt(dot3(a, a));
}

static inline vec3 mul3(mat3 R, vec3 a) // R a
{
    return (vec3){dot3(R.x, a), dot3(R.y, a), dot3(R.z, a)};
}

static inline vec3 tmul3(mat3 R, vec3 a) // R^T a
{
    return (vec3){R.x.x * a.x + R.y.x * a.y + R.z.x * a.z, R.x.y * a.x + R.y.y * a.y + R.z.y * a.z,
                  R.x.z * a.x + R.y.z * a.y + R.z.z * a.z};
}

static inline vec3 col3(mat3 R, int j) // column j of R: the image of unit vector j
{
    return j == 0   ? (vec3){R.x.x, R.y.x, R.z.x}
           : j == 1 ? (vec3){R.x.y, R.y.y, R.z.y}
                    : (vec3){R.x.z, R.y.z, R.z.z};
}

static inline mat3 mulm3(mat3 A, mat3 B) // A B
{
    return (mat3){tmul3(B, A.x), tmul3(B, A.y), tmul3(B, A.z)};
}

static inline quat mulq(quat a, quat b) // a o b: R(a o b) = R(a) R(b)
{
    return (quat){a.e0 * b.e0 - a.e1 * b.e1 - a.e2 * b.e2 - a.e3 * b.e3,
                  a.e0 * b.e1 + a.e1 * b.e0 + a.e2 * b.e3 - a.e3 * b.e2,
                  a.e0 * b.e2 - a.e1 * b.e3 + a.e2 * b.e0 + a.e3 * b.e1,
                  a.e0 * b.e3 + a.e1 * b.e2 - a.e2 * b.e1 + a.e3 * b.e0};
}

static inline quat conjq(quat a)
{
    return (quat){a.e0, -a.e1, -a.e2, -a.e3};
}

static inline double dotq(quat a, quat b)
{
    return a.e0 * b.e0 + a.e1 * b.e1 + a.e2 * b.e2 + a.e3 * b.e3;
}

static inline quat axpyq(double s, quat a, quat b) // s a + b
{
    return (quat){s * a.e0 + b.e0, s * a.e1 + b.e1, s * a.e2 + b.e2, s * a.e3 + b.e3};
}

static inline quat scaleq(double s, quat a)
{
    return (quat){s * a.e0, s * a.e1, s * a.e2, s * a.e3};
}

static inline quat unitq(quat a) // a / |a|
{
    return scaleq(1.0 / sqrt(dotq(a, a)), a);
}

// G^T w for w in body axes: p_dot = G^T w / 2, [004] below (7), with G = [-e, -e~ + e0 I].
static inline quat gt_mul(quat p, vec3 w)
{
    return mulq(p, (quat){0.0, w.x, w.y, w.z});
}

// G q, a vector in body axes: w' = 2 G p_dot.
static inline vec3 g_mul(quat p, quat q)
{
    quat c = mulq(conjq(p), q);
    return (vec3){c.e1, c.e2, c.e3};
}

static inline mat3 rotation(quat p) // R_wb of unit Euler parameters
{
    double a = 2.0 * p.e0 * p.e0 - 1.0;
    return (mat3){
        {a + 2.0 * p.e1 * p.e1, 2.0 * (p.e1 * p.e2 - p.e0 * p.e3),
         2.0 * (p.e1 * p.e3 + p.e0 * p.e2)},
        {2.0 * (p.e1 * p.e2 + p.e0 * p.e3), a + 2.0 * p.e2 * p.e2,
         2.0 * (p.e2 * p.e3 - p.e0 * p.e1)},
        {2.0 * (p.e1 * p.e3 - p.e0 * p.e2), 2.0 * (p.e2 * p.e3 + p.e0 * p.e1),
         a + 2.0 * p.e3 * p.e3},
    };
}

#endif
