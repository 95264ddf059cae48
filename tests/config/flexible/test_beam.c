// The beam generator against beam theory and against itself.
#include "flexible/beam.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "elementary.h"
#include "flexible/modal_body.h"
#include "flexible/symmetric.h"

// A slender steel bar, 10 x 10 mm, 2 m.
static tac_beam slender(int elements, int modes)
{
    double a = 0.01, I = a * a * a * a / 12.0;
    return (tac_beam){.length = 2.0,
                      .elements = elements,
                      .area = a * a,
                      .Iy = I,
                      .Iz = I,
                      .torsion = 0.1405770 * a * a * a * a,
                      .E = 2e11,
                      .G = 2e11 / 2.6,
                      .density = 7870.0,
                      .modes = modes,
                      .n_point = 2,
                      .x = {0.0, 2.0}};
}

static tac_modal reduce(const tac_beam *b, tac_pool *pool)
{
    tac_modal m;
    cr_assert_eq(tac_beam_reduce(b, pool, &m), TAC_BEAM_OK);
    return m;
}

// Frequency of a bending of theory: (beta L)^2 sqrt(E I / (rho A L^4)).
static double theory(const tac_beam *b, double beta)
{
    return beta * beta * sqrt(b->E * b->Iy / (b->density * b->area)) / (b->length * b->length);
}

// Frequencies squared, ascending, with directions of interfaces held by stiff springs: bits 0 to 2 of held[i] are
// displacements of interface i, 3 to 5 rotations.
static void lowest(const tac_modal *m, const int *held, double stiff, double *lambda)
{
    int n = m->n, row, w = n + 6; // r, theta, q
    double *K = calloc((size_t)(w * w), sizeof *K), *M = calloc((size_t)(w * w), sizeof *M),
           *V = calloc((size_t)(w * w), sizeof *V), *all = calloc((size_t)w, sizeof *all);
    for (int p = 0; p < m->n_point; p++) {
        double B[6][70] = {{0}};
        vec3 s = m->point[p].s;
        for (int k = 0; k < 3; k++) {
            B[k][k] = 1.0;
            B[3 + k][3 + k] = 1.0;
            for (int j = 0; j < n; j++) {
                B[k][6 + j] = m->point[p].phi[k * n + j];
                B[3 + k][6 + j] = m->point[p].psi[k * n + j];
            }
        }
        B[0][4] = s.z, B[0][5] = -s.y, B[1][3] = -s.z, B[1][5] = s.x, B[2][3] = s.y, B[2][4] = -s.x;
        for (int i = 0; i < w * w; i++) {
            for (int k = 0; k < 6; k++) {
                K[i] += held[p] >> k & 1 ? stiff * B[k][i / w] * B[k][i % w] : 0.0;
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        M[i * w + i] = m->mass;
        M[(3 + i) * w + 3 + i] = m->J[i];
    }
    for (int j = 0; j < n; j++) {
        K[(6 + j) * w + 6 + j] += m->omega[j] * m->omega[j];
        M[(6 + j) * w + 6 + j] = 1.0;
    }
    cr_assert(tac_general_eigen(w, K, M, 0.0, all, V, &row));
    memcpy(lambda, all, 8 * sizeof *lambda);
    free(K), free(M), free(V), free(all);
}

Test(beam, free_and_held_frequencies_are_those_of_theory)
{
    tac_pool pool = {.limit = SIZE_MAX};
    tac_beam b = slender(8, 10);
    tac_modal m = reduce(&b, &pool);
    cr_assert_eq(m.n, 10);
    double first = theory(&b, 4.730040744862704);
    cr_log_info("free %g of %g", m.omega[0] / first - 1.0, first);
    cr_expect_lt(fabs(m.omega[0] / first - 1.0), 0.005);
    cr_expect_eq(m.omega[0], m.omega[1], "a square section bends alike along y and z");

    double lambda[8];
    lowest(&m, (const int[]){63, 0}, 1e12, lambda);
    double one = sqrt(lambda[0]) / theory(&b, 1.875104068711961) - 1.0,
           two = sqrt(lambda[2]) / theory(&b, 4.694091132974175) - 1.0;
    cr_log_info("cantilever %g %g", one, two);
    cr_expect_lt(fabs(one), 2e-4);
    cr_expect_lt(fabs(two), 2e-3);

    b.modes = 14;
    m = reduce(&b, &pool);
    cr_log_info("free with 8 %g", m.omega[0] / first - 1.0);
    cr_expect_lt(fabs(m.omega[0] / first - 1.0), 0.001);
    b.modes = 6;
    m = reduce(&b, &pool);
    cr_log_info("free with none %g", m.omega[0] / first - 1.0);
    cr_expect_gt(m.omega[0] / first - 1.0, 0.1, "the shapes of the ends alone do not do");
    tac_pool_free(&pool);
}

Test(beam, rigid_motion_is_out_and_modes_are_normal)
{
    tac_pool pool = {.limit = SIZE_MAX};
    tac_beam b = slender(8, 10);
    tac_modal m = reduce(&b, &pool);
    cr_expect(m.is_native);
    cr_expect_eq(m.n_point, 2);
    for (int i = 0; i < 3 * m.n; i++) {
        cr_expect_eq(m.Ct[i], 0.0);
    }
    for (int i = 0; i < m.n; i++) {
        for (int j = 0; j < m.n; j++) {
            cr_expect_lt(fabs(tac_modal_mass(&m, i, j) - (i == j)), 1e-12, "%d %d: %g", i, j,
                         tac_modal_mass(&m, i, j) - (i == j));
        }
    }
    cr_expect_lt(fabs(m.mass / (7870.0 * 1e-4 * 2.0) - 1.0), 1e-12);
    tac_pool_free(&pool);
}

// ---- Timoshenko ----------------------------------------------------------------------------------

// A short steel bar, 300 x 100 mm, 0.5 m: shear and rotary inertia make the second bending a fifth lower.
static tac_beam stout(int elements, int modes)
{
    double w = 0.3, h = 0.1, nu = 0.3, shear = 10.0 * (1.0 + nu) / (12.0 + 11.0 * nu);
    return (tac_beam){.length = 0.5,
                      .elements = elements,
                      .area = w * h,
                      .Iy = w * h * h * h / 12.0,
                      .Iz = h * w * w * w / 12.0,
                      .torsion = 8e-5,
                      .shear_y = shear,
                      .shear_z = shear,
                      .E = 2e11,
                      .G = 2e11 / (2.0 * (1.0 + nu)),
                      .density = 7870.0,
                      .modes = modes,
                      .n_point = 2,
                      .x = {0.0, 0.5}};
}

// Simply supported, k half waves, bending along z: both roots of the quadratic in omega^2, the lower one.
static double supported(const tac_beam *b, int k)
{
    double q = TAC_PI * k / b->length, S = b->shear_z * b->G * b->area;
    double a = b->density * b->Iy, c = b->density * b->area, B = b->E * b->Iy * q * q + S;
    // (a x - B) (c x - S q^2) = (S q)^2
    double half = 0.5 * (a * S * q * q + c * B) / (a * c);
    return sqrt(half - sqrt(half * half - (B * S * q * q - S * S * q * q) / (a * c)));
}

static void multiply(const double *A, const double *B, double *C)
{
    for (int i = 0; i < 16; i++) {
        C[i] = 0.0;
        for (int k = 0; k < 4; k++) {
            C[i] += A[i / 4 * 4 + k] * B[4 * k + i % 4];
        }
    }
}

// What a cantilever of Timoshenko lacks at its free end at this frequency: zero at its own ones. From w, psi, M, V at
// the held end to those at the free one by the exponential of their equations.
static double cantilever(const tac_beam *b, double omega)
{
    double S = b->shear_z * b->G * b->area, EI = b->E * b->Iy, o2 = omega * omega,
           l = b->length / 1024.0;
    const double A[16] = {0.0,
                          l,
                          0.0,
                          l / S,
                          0.0,
                          0.0,
                          l / EI,
                          0.0,
                          0.0,
                          -b->density * b->Iy * o2 * l,
                          0.0,
                          -l,
                          -b->density * b->area * o2 * l,
                          0.0,
                          0.0,
                          0.0};
    double T[16] = {0.0}, P[16], next[16];
    for (int i = 0; i < 4; i++) {
        T[5 * i] = 1.0;
    }
    memcpy(P, T, sizeof P);
    for (int k = 1; k < 10; k++) {
        multiply(P, A, next);
        for (int i = 0; i < 16; i++) {
            P[i] = next[i] / k;
            T[i] += P[i];
        }
    }
    for (int k = 0; k < 10; k++) {
        multiply(T, T, next);
        memcpy(T, next, sizeof T);
    }
    return T[10] * T[15] - T[11] * T[14];
}

Test(beam, shear_is_that_of_timoshenko)
{
    tac_pool pool = {.limit = SIZE_MAX};
    tac_beam b = stout(24, 36), thin = b;
    thin.shear_y = thin.shear_z = 0.0;
    tac_modal m = reduce(&b, &pool), plain = reduce(&thin, &pool);
    double lambda[8];
    // bending along z alone: the first end held but for its turn about y, the second one in y and z, and against turns
    // about z at both
    lowest(&m, (const int[]){1 | 2 | 4 | 8 | 32, 2 | 4 | 8 | 32}, 1e14, lambda);
    cr_log_info("supported %g of %g", sqrt(lambda[0]) / supported(&b, 1) - 1.0, supported(&b, 1));
    cr_expect_lt(fabs(sqrt(lambda[0]) / supported(&b, 1) - 1.0), 1e-4);
    double shorter =
        TAC_PI * TAC_PI * sqrt(b.E * b.Iy / (b.density * b.area)) / (b.length * b.length);
    cr_expect_lt(sqrt(lambda[0]) / shorter, 0.96, "it is no beam of Euler and Bernoulli");

    lowest(&m, (const int[]){63, 2 | 8 | 32}, 1e14, lambda); // along y the far end is held as well
    for (int i = 0; i < 2; i++) {
        double own = sqrt(lambda[i]), reach = i == 0 ? 1e-4 : 1e-3;
        cr_expect_lt(cantilever(&b, own * (1.0 - reach)) * cantilever(&b, own * (1.0 + reach)), 0.0,
                     "frequency %d, %g rad/s, is not that of theory within %g", i + 1, own, reach);
    }
    lowest(&plain, (const int[]){63, 2 | 8 | 32}, 1e14, lambda);
    cr_expect_gt(cantilever(&b, sqrt(lambda[0]) * 0.98) * cantilever(&b, sqrt(lambda[0]) * 1.02),
                 0.0, "nor does the test find what is not there");
    tac_pool_free(&pool);
}

// ---- sources of modes ----------------------------------------------------------------------------

Test(beam, a_frequency_limit_takes_all_modes_below_it)
{
    tac_pool pool = {.limit = SIZE_MAX};
    tac_beam all = slender(16, 40), some = slender(16, 0);
    tac_modal m = reduce(&all, &pool);
    some.below = 1000.0;
    tac_modal low = reduce(&some, &pool);
    int n = 0;
    while (m.omega[n] < 2.0 * TAC_PI * 1000.0) {
        n++;
    }
    cr_expect_eq(low.n, n, "%d of %d", low.n, n);
    cr_expect_gt(n, 8);
    for (int i = 0; i < n; i++) {
        cr_expect_lt(fabs(low.omega[i] / m.omega[i] - 1.0), 0.02, "mode %d", i + 1);
    }
    some.below = 1.0;
    tac_modal none;
    cr_expect_eq(tac_beam_reduce(&some, &pool, &none), TAC_BEAM_NO_MODES);
    tac_pool_free(&pool);
}

// The part beyond an interface has what the whole has less what lies before it.
Test(beam, parts_beyond_interfaces_are_parts_of_the_whole)
{
    tac_pool pool = {.limit = SIZE_MAX};
    tac_beam b = slender(8, 20);
    b.n_point = 4;
    b.x[1] = 0.5, b.x[2] = 1.25, b.x[3] = 2.0;
    tac_modal m = reduce(&b, &pool);
    const tac_flex_part_desc *part = m.point[1].beyond;
    cr_assert(part && m.point[2].beyond && !m.point[0].beyond && !m.point[3].beyond);
    cr_expect_float_eq(part->mass, 0.75 * m.mass, 1e-12);
    cr_expect_float_eq(part->first.x, 0.75 * m.mass * 0.25, 1e-12);
    cr_expect_float_eq(part->J[1], 0.75 * m.mass * ((1.5 * 1.5 + 1e-4) / 12.0 + 0.25 * 0.25),
                       1e-12);
    cr_expect_float_eq(m.point[2].beyond->mass, 0.375 * m.mass, 1e-12);
    tac_beam turned = b; // the same from the other end
    turned.x[1] = 0.75, turned.x[2] = 1.5;
    tac_modal back = reduce(&turned, &pool);
    const tac_flex_part_desc *rest = back.point[2].beyond;
    for (int j = 0; j < m.n; j++) { // signs may differ: squares of what is diagonal
        double own =
            part->S[j * m.n + j] + part->S[(m.n + j) * m.n + j] + part->S[(2 * m.n + j) * m.n + j];
        double other =
            rest->S[j * m.n + j] + rest->S[(m.n + j) * m.n + j] + rest->S[(2 * m.n + j) * m.n + j];
        cr_expect_lt(fabs(own + other - 1.0), 1e-9, "mode %d", j + 1);
    }
    tac_pool_free(&pool);
}
