// Small fixed-size algebra: vectors, rotations and Euler parameters as value types.
//
// Frames read as a chain: R_wb takes body coordinates to world coordinates. Euler parameters
// p = (e0, e1, e2, e3), scalar first, turn body coordinates into world coordinates,
// R_wb = (2 e0^2 - 1) I + 2 (e e^T + e0 e~), as in [004] section 2. All functions are exact up to
// rounding but for rotation vectors, whose bounds are said, have no branches on data and only use
// + - * / and sqrt, so that they give the same bits on every compiler and processor. Those on vector
// lanes (lane.h) round multiply-adds once.
#ifndef TAC_VEC_H
#define TAC_VEC_H

#include <math.h>

#define TAC_REAL double
#define TAC_V(name) name
#define TAC_ROOT sqrt
#define TAC_MADD(a, b, c) ((a) * (b) + (c))
#define TAC_NMADD(a, b, c) ((c) - (a) * (b))
#define TAC_NUMBER(x) (x)
#include "vec_ops.inc"

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

#endif
