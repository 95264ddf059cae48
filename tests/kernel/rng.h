// Random numbers for generated tests: splitmix64, the same on every machine for a seed.
#ifndef TAC_TEST_RNG_H
#define TAC_TEST_RNG_H

#include <stdint.h>

#include "vec.h"

typedef struct rng {
    uint64_t state;
} rng;

static inline uint64_t random_bits(rng *g)
{
    uint64_t z = g->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline double uniform(rng *g, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(g) >> 11) * 0x1p-53);
}

static inline int uniform_int(rng *g, int n) // 0 .. n - 1
{
    return (int)(random_bits(g) % (uint64_t)n);
}

static inline int chance(rng *g, double share)
{
    return uniform(g, 0.0, 1.0) < share;
}

static inline vec3 random_vec3(rng *g, double size) // in a cube
{
    double x = uniform(g, -size, size), y = uniform(g, -size, size), z = uniform(g, -size, size);
    return (vec3){x, y, z};
}

static inline quat random_quat(rng *g)
{
    quat q;
    do {
        q.e0 = uniform(g, -1.0, 1.0);
        vec3 v = random_vec3(g, 1.0);
        q.e1 = v.x;
        q.e2 = v.y;
        q.e3 = v.z;
    } while (dotq(q, q) > 1.0 || dotq(q, q) < 0.01);
    return unitq(q);
}

#endif
