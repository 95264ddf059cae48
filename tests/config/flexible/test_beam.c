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

// Frequencies squared with the first interface held, ascending.
static void held(const tac_modal *m, double *lambda)
{
    int n = m->n, row;
    // q = Z y with phi q = psi q = 0: the null space by projection, stiffened
    double *K = calloc((size_t)(n * n), sizeof *K), *M = calloc((size_t)(n * n), sizeof *M),
           *V = calloc((size_t)(n * n), sizeof *V);
    // [rigid body + modes] with a stiff spring at the interface: r, theta, q
    int w = n + 6;
    double *KK = calloc((size_t)(w * w), sizeof *KK), *MM = calloc((size_t)(w * w), sizeof *MM),
           *VV = calloc((size_t)(w * w), sizeof *VV), *all = calloc((size_t)w, sizeof *all);
    double B[6][64] = {{0}};
    vec3 s = m->point[0].s;
    for (int k = 0; k < 3; k++) {
        B[k][k] = 1.0;
        B[3 + k][3 + k] = 1.0;
        for (int j = 0; j < n; j++) {
            B[k][6 + j] = m->point[0].phi[k * n + j];
            B[3 + k][6 + j] = m->point[0].psi[k * n + j];
        }
    }
    B[0][4] = s.z, B[0][5] = -s.y, B[1][3] = -s.z, B[1][5] = s.x, B[2][3] = s.y, B[2][4] = -s.x;
    for (int i = 0; i < w; i++) {
        for (int j = 0; j < w; j++) {
            for (int k = 0; k < 6; k++) {
                KK[i * w + j] += 1e12 * B[k][i] * B[k][j];
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        MM[i * w + i] = m->mass;
        MM[(3 + i) * w + 3 + i] = m->J[i];
    }
    for (int j = 0; j < n; j++) {
        KK[(6 + j) * w + 6 + j] += m->omega[j] * m->omega[j];
        MM[(6 + j) * w + 6 + j] = 1.0;
    }
    cr_assert(tac_general_eigen(w, KK, MM, 0.0, all, VV, &row));
    memcpy(lambda, all, 8 * sizeof *lambda);
    free(K), free(M), free(V), free(KK), free(MM), free(VV), free(all);
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
    held(&m, lambda);
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
