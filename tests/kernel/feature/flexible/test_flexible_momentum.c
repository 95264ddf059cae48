// Momenta of free flexible bodies and mechanisms.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "rods.h"

// First moment of a rod's mass about the world's origin.
static vec3 moment_of(const point_rod *rod, const rod_state *s)
{
    vec3 sum = {0.0, 0.0, 0.0};
    mat3 A = rotation(s->p);
    for (int p = 0; p < ROD_POINTS; p++) {
        vec3 u = rod->s[p];
        for (int j = 0; j < ROD_MODES; j++) {
            u = axpy3(s->q[j], rod->N[p][j], u);
        }
        sum = axpy3(rod->m[p], add3(s->r, mul3(A, u)), sum);
    }
    return sum;
}

// ---- a free rod --------------------------------------------------------------------------------

typedef struct change {
    double P, L, energy;
} change;

// given_back: the momentum that a step loses; a load, of no force, is a hand from outside, and nothing is then.
static change of_free_rod(double dt, bool native, bool given_back)
{
    static point_rod rod;
    rod_state s = {.p = upright, .w = {9.0, 2.0, 4.0}, .v = {0.3, -0.2, 0.1}};
    change c = {0.0, 0.0, 0.0};
    prepared r;
    rod_make(&rod, 0.5, 0.01, 0.005, native, soft_modes, 0.0);
    s.q[0] = 1e-3;
    s.q[3] = 4e-4;
    s.qd[1] = 0.2;
    mechanism *m = mechanism_new();
    tac_flex_desc flex = rod.flex;
    m->d.flex = &flex;
    m->d.n_flex = 1;
    add_rod(m, &rod, 1, &s);
    if (!given_back) {
        m->load[add_load(m, 0, origin)].at.interface = 0;
    }
    tac_options o = options_with(dt, 3);
    prepared_start(&r, &m->d, &o);
    rod_sums first = rod_sum(&rod, &s);
    first.L = sub3(first.L, cross3(scale3(1.0 / rod.mass, moment_of(&rod, &s)), first.P));
    for (int n = 0; n < (int)(0.5 / dt + 0.5); n++) {
        prepared_run(&r, 1);
        rod_state now = state_of(&r, 0);
        rod_sums sum = rod_sum(&rod, &now);
        // about the centre of mass, which general shapes let drift with dt^2
        sum.L = sub3(sum.L, cross3(scale3(1.0 / rod.mass, moment_of(&rod, &now)), sum.P));
        tac_report report = prepared_report(&r);
        c.P = fmax(c.P, norm3(sub3(sum.P, first.P)));
        c.L = fmax(c.L, norm3(sub3(sum.L, first.L)) / norm3(first.L));
        double energy = sum.kinetic + sum.strain - first.kinetic - first.strain;
        c.energy = fmax(c.energy, fabs(energy) / first.kinetic);
        cr_assert(fabs(report.kinetic - sum.kinetic) < 1e-12 * first.kinetic &&
                  fabs(report.potential - sum.strain) < 1e-12 * first.kinetic);
    }
    prepared_close(&r);
    mechanism_free(m);
    return c;
}

Test(flexible_momentum, a_free_rod_loses_little)
{
    change a = of_free_rod(5e-4, true, false), b = of_free_rod(2.5e-4, true, false),
           c = of_free_rod(1.25e-4, true, false);
    printf("free rod: P %.2g %.2g, L %.2g %.2g %.2g, energy %.2g %.2g %.2g\n", a.P, c.P, a.L, b.L,
           c.L, a.energy, b.energy, c.energy);
    cr_expect(a.P < 1e-13 && b.P < 1e-13 && c.P < 4e-13, "P %g %g %g", a.P, b.P,
              c.P); // rounding over dt
    cr_expect(b.L / c.L > 3.5 && b.L / c.L < 4.6, "L %g %g %g", a.L, b.L, c.L);
    // of energy only what iterations leave
    cr_expect(a.energy < 2e-5 && b.energy / c.energy > 3.4, "energy %g %g %g", a.energy, b.energy,
              c.energy);
}

Test(flexible_momentum, a_free_rod_gets_it_back)
{
    for (int native = 0; native < 2; native++) {
        change a = of_free_rod(2.5e-4, native, true), b = of_free_rod(1.25e-4, native, true);
        printf("given back: P %.2g %.2g, L %.2g %.2g, energy %.2g %.2g\n", a.P, b.P, a.L, b.L,
               a.energy, b.energy);
        cr_expect(a.P < 1e-12 && b.P < 1e-12, "P %g %g", a.P, b.P);
        cr_expect(a.L < 1e-12 && b.L < 1e-12, "L %g %g", a.L, b.L);
    }
}

// ---- two rods on a hinge, one of either form -----------------------------------------------------

// The largest change of momenta of two hinged rods in free flight, of their size at the start.
static change of_two_rods(int order, double dt, double gravity)
{
    static point_rod rod[2];
    static rod_state s[2];
    tac_flex_desc flex[2];
    change c = {0.0, 0.0, 0.0};
    prepared r;
    mechanism *m = mechanism_new();
    m->d.gravity = (vec3){0.0, 0.0, -gravity};
    m->d.flex = flex;
    m->d.n_flex = 2;
    for (int i = 0; i < 2; i++) {
        rod_make(&rod[i], 0.5, 0.02, 0.01, i == 0, soft_modes, 0.005);
        flex[i] = rod[i].flex;
        s[i] = (rod_state){.r = {0.25 + 0.5 * i, 0.0, 0.0}, .p = upright, .w = {4.0, 1.0, 6.0}};
        s[i].v = cross3(s[i].w, s[i].r);
        add_rod(m, &rod[i], i + 1, &s[i]);
    }
    int hinge = add_joint(m, TAC_REVOLUTE, 0, 1, (spot){{0.5, 0.0, 0.0}, upright});
    m->joint[hinge].a = (tac_frame){0, origin, upright, 1, false};
    m->joint[hinge].b = (tac_frame){1, origin, upright, 0, false};
    tac_options o = options_with(dt, 3);
    o.order = order;
    prepared_start(&r, &m->d, &o);
    rod_sums first = {.kinetic = 0.0};
    for (int n = 0; n <= (int)(0.3 / dt + 0.5); n++) {
        rod_sums sum = {.kinetic = 0.0};
        vec3 at = {0.0, 0.0, 0.0};
        for (int i = 0; i < 2; i++) {
            rod_state now = state_of(&r, i);
            rod_sums own = rod_sum(&rod[i], &now);
            sum.P = add3(sum.P, own.P);
            sum.L = add3(sum.L, own.L);
            at = add3(at, moment_of(&rod[i], &now));
        }
        double mass = rod[0].mass + rod[1].mass;
        sum.L = sub3(sum.L, cross3(scale3(1.0 / mass, at), sum.P)); // about the centre of mass
        sum.P.z += mass * gravity * n * dt;
        first = n == 0 ? sum : first;
        c.P = fmax(c.P, norm3(sub3(sum.P, first.P)) / norm3(first.P));
        c.L = fmax(c.L, norm3(sub3(sum.L, first.L)) / norm3(first.L));
        prepared_run(&r, 1);
    }
    prepared_close(&r);
    mechanism_free(m);
    return c;
}

Test(flexible_momentum, hinged_rods_keep_theirs)
{
    for (int order = 2; order <= 4; order++) {
        change c = of_two_rods(order, 5e-4, 9.81);
        printf("two rods, order %d: P %.2g, L %.2g\n", order, c.P, c.L);
        cr_expect(c.P < 1e-12 && c.L < 1e-12, "order %d: P %g, L %g", order, c.P, c.L);
    }
}
