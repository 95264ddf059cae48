// Vector lanes: the same computation for several bodies, elements or nodes side by side.
//
// A lane value holds TAC_LANES doubles and has the operators + - * / of the compiler's vector types.
// TAC_LANES is 1, 4 (AVX2) or 8 (AVX-512), set when a file is compiled; with one lane a lane is a
// plain double. No operation mixes lanes, so each lane gets the bits it would get alone.
//
// Sums of products use lane_fma and lane_fnma: written down, a multiply-add gives the same bits on
// every processor and with every compiler; left to the compiler (-ffp-contract) it would not.
#ifndef TAC_LANE_H
#define TAC_LANE_H

#include "inline.h"
#include "pick.h"
#include "vec.h"

#ifndef TAC_LANES
#define TAC_LANES 1
#endif

#if TAC_LANES == 1

typedef double lane;
typedef pick_bits lane_mask;
typedef int lane_order;

TAC_INLINE lane lane_load(const double *p)
{
    return *p;
}
TAC_INLINE void lane_store(double *p, lane x)
{
    *p = x;
}
TAC_INLINE lane lane_load_any(const double *p)
{
    return *p;
}
TAC_INLINE void lane_store_any(double *p, lane x)
{
    *p = x;
}
TAC_INLINE lane lane_set(double x)
{
    return x;
}
TAC_INLINE lane lane_sqrt(lane x)
{
    return sqrt(x);
}
TAC_INLINE lane lane_abs(lane x)
{
    return fabs(x);
}
TAC_INLINE lane lane_floor(lane x)
{
    return floor(x);
}
TAC_INLINE lane_mask lane_less(lane a, lane b)
{
    return pick_less(a, b);
}
TAC_INLINE lane lane_pick(lane_mask yes, lane a, lane b)
{
    return pick_by(yes, a, b);
}
TAC_INLINE lane lane_gather(const double *p, const int *at)
{
    return p[at[0]];
}
TAC_INLINE lane lane_collect(const double *const *at)
{
    return *at[0];
}
TAC_INLINE lane_order lane_order_of(const int *from)
{
    return from[0];
}
TAC_INLINE lane lane_reorder(lane x, lane_order from)
{
    (void)from;
    return x;
}
TAC_INLINE void lane_scatter(double *p, const int *at, lane x)
{
    p[at[0]] = x;
}
TAC_INLINE double lane_get(lane x, int i)
{
    (void)i;
    return x;
}
TAC_INLINE lane lane_put(lane x, int i, double value)
{
    (void)x;
    (void)i;
    return value;
}

// a b + c and c - a b, rounded once.
TAC_INLINE lane lane_fma(lane a, lane b, lane c)
{
    return fma(a, b, c);
}
TAC_INLINE lane lane_fnma(lane a, lane b, lane c)
{
    return fma(-a, b, c);
}

// 2^n of a whole n from -1022 to 1023.
TAC_INLINE lane lane_two_to(lane n)
{
    double t = n + (0x1p52 + 1023.0), out;
    uint64_t bits;
    memcpy(&bits, &t, sizeof t);
    bits <<= 52;
    memcpy(&out, &bits, sizeof out);
    return out;
}
// Exponent e and part m from 1 to 2 of a normal x > 0: x = m 2^e.
TAC_INLINE lane lane_exponent(lane x, lane *m)
{
    uint64_t bits, part, whole;
    double e;
    memcpy(&bits, &x, sizeof x);
    part = (bits & 0x000fffffffffffffu) | 0x3ff0000000000000u;
    whole = (bits >> 52) | 0x4330000000000000u;
    memcpy(m, &part, sizeof part);
    memcpy(&e, &whole, sizeof e);
    return e - (0x1p52 + 1023.0);
}

#define vec3v vec3
#define mat3v mat3
#define quatv quat
#define arcv arc
#define TAC_SAME_TYPES

#else

#include <immintrin.h>

typedef double lane __attribute__((vector_size(8 * TAC_LANES)));
typedef long long lane_mask __attribute__((vector_size(8 * TAC_LANES)));
typedef double lane_memory __attribute__((vector_size(8 * TAC_LANES), may_alias));
typedef double lane_anywhere __attribute__((vector_size(8 * TAC_LANES), may_alias, aligned(8)));

TAC_INLINE lane lane_load(const double *p)
{
    return *(const lane_memory *)p;
}
TAC_INLINE void lane_store(double *p, lane x)
{
    *(lane_memory *)p = x;
}
TAC_INLINE lane lane_load_any(const double *p)
{
    return *(const lane_anywhere *)p;
}
TAC_INLINE void lane_store_any(double *p, lane x)
{
    *(lane_anywhere *)p = x;
}
TAC_INLINE lane_mask lane_less(lane a, lane b)
{
    return a < b;
}
TAC_INLINE double lane_get(lane x, int i)
{
    return x[i];
}
TAC_INLINE lane lane_put(lane x, int i, double value)
{
    x[i] = value;
    return x;
}

// lane_reorder: lane l of the result is lane from[l] of x.
#if TAC_LANES == 4
typedef __m256i lane_order;
TAC_INLINE lane lane_pick(lane_mask yes, lane a, lane b)
{
    return _mm256_blendv_pd(b, a, (lane)yes);
}
TAC_INLINE lane lane_set(double x)
{
    return (lane){x, x, x, x};
}
TAC_INLINE lane lane_sqrt(lane x)
{
    return _mm256_sqrt_pd(x);
}
TAC_INLINE lane lane_floor(lane x)
{
    return _mm256_floor_pd(x);
}
TAC_INLINE lane lane_fma(lane a, lane b, lane c)
{
    return _mm256_fmadd_pd(a, b, c);
}
TAC_INLINE lane lane_fnma(lane a, lane b, lane c)
{
    return _mm256_fnmadd_pd(a, b, c);
}
TAC_INLINE lane lane_gather(const double *p, const int *at)
{
    return (lane){p[at[0]], p[at[1]], p[at[2]], p[at[3]]};
}
TAC_INLINE lane lane_collect(const double *const *at)
{
    return (lane){*at[0], *at[1], *at[2], *at[3]};
}
TAC_INLINE lane_order lane_order_of(const int *from)
{
    __m256i half = _mm256_cvtepi32_epi64(_mm_loadu_si128((const __m128i *)from));
    half = _mm256_add_epi64(half, half);
    __m256i other = _mm256_add_epi64(half, _mm256_set1_epi64x(1));
    return _mm256_or_si256(half, _mm256_slli_epi64(other, 32));
}
TAC_INLINE lane lane_reorder(lane x, lane_order from)
{
    return (lane)_mm256_permutevar8x32_ps((__m256)x, from);
}
#else
typedef __m512i lane_order;
TAC_INLINE lane lane_pick(lane_mask yes, lane a, lane b)
{
    return (lane)(((lane_mask)a & yes) | ((lane_mask)b & ~yes));
}
TAC_INLINE lane lane_set(double x)
{
    return (lane){x, x, x, x, x, x, x, x};
}
TAC_INLINE lane lane_sqrt(lane x)
{
    return _mm512_sqrt_pd(x);
}
TAC_INLINE lane lane_floor(lane x)
{
    return _mm512_roundscale_pd(x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
TAC_INLINE lane lane_fma(lane a, lane b, lane c)
{
    return _mm512_fmadd_pd(a, b, c);
}
TAC_INLINE lane lane_fnma(lane a, lane b, lane c)
{
    return _mm512_fnmadd_pd(a, b, c);
}
TAC_INLINE lane lane_gather(const double *p, const int *at)
{
    return (lane){p[at[0]], p[at[1]], p[at[2]], p[at[3]], p[at[4]], p[at[5]], p[at[6]], p[at[7]]};
}
TAC_INLINE lane lane_collect(const double *const *at)
{
    return (lane){*at[0], *at[1], *at[2], *at[3], *at[4], *at[5], *at[6], *at[7]};
}
TAC_INLINE lane_order lane_order_of(const int *from)
{
    return _mm512_cvtepi32_epi64(_mm256_loadu_si256((const __m256i *)from));
}
TAC_INLINE lane lane_reorder(lane x, lane_order from)
{
    return _mm512_permutexvar_pd(from, x);
}
#endif

TAC_INLINE lane lane_abs(lane x)
{
    return (lane)((lane_mask)x & (lane_mask) ~(lane_mask)lane_set(-0.0));
}

TAC_INLINE lane lane_two_to(lane n)
{
    return (lane)((lane_mask)(n + (0x1p52 + 1023.0)) << 52);
}
TAC_INLINE lane lane_exponent(lane x, lane *m)
{
    lane_mask bits = (lane_mask)x;
    *m = (lane)((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
    return (lane)((bits >> 52) | 0x4330000000000000) - (0x1p52 + 1023.0);
}

// The last lane first: where unused lanes repeat a place, what the used one has stays. Repeated lanes need
// not have the same, since not all that writes to a cell knows which others repeat it.
TAC_INLINE void lane_scatter(double *p, const int *at, lane x)
{
    for (int i = TAC_LANES - 1; i >= 0; i--) {
        p[at[i]] = x[i];
    }
}

#endif

#define TAC_REAL lane
#define TAC_V(name) name##v
#define TAC_ROOT lane_sqrt
#define TAC_MADD lane_fma
#define TAC_NMADD lane_fnma
#define TAC_NUMBER lane_set
#include "vec_ops.inc"

TAC_INLINE lane plus_dot3v(lane sum, vec3v a, vec3v b) // sum + a . b
{
    return lane_fma(a.z, b.z, lane_fma(a.y, b.y, lane_fma(a.x, b.x, sum)));
}

// ---- vectors in memory: component by component, each TAC_LANES doubles --------------------------

TAC_INLINE vec3v load3(const double *p)
{
    return (vec3v){lane_load(p), lane_load(p + TAC_LANES), lane_load(p + 2 * TAC_LANES)};
}

TAC_INLINE void store3(double *p, vec3v a)
{
    lane_store(p, a.x);
    lane_store(p + TAC_LANES, a.y);
    lane_store(p + 2 * TAC_LANES, a.z);
}

TAC_INLINE quatv load4(const double *p)
{
    return (quatv){lane_load(p), lane_load(p + TAC_LANES), lane_load(p + 2 * TAC_LANES),
                   lane_load(p + 3 * TAC_LANES)};
}

TAC_INLINE void store4(double *p, quatv q)
{
    lane_store(p, q.e0);
    lane_store(p + TAC_LANES, q.e1);
    lane_store(p + 2 * TAC_LANES, q.e2);
    lane_store(p + 3 * TAC_LANES, q.e3);
}

#endif
