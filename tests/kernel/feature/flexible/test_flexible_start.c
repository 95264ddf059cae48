// Flexible bodies that start at rest in their modes, under gravity, loads and the motion of the bodies.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "elementary.h"

#include "model/flexible.h"
#include "rods.h"

typedef struct hung {
    point_rod rod;
    rod_state s;
    tac_flex_desc flex;
    mechanism *m;
} hung;

// A rod from the origin along x that is held at its first end, in either form.
static void hang(hung *t, bool native, tac_joint_kind kind)
{
    *t = (hung){.s = {.r = {0.25, 0.0, 0.0}, .p = upright}};
    rod_make(&t->rod, 0.5, 0.02, 0.01, native, soft_modes, 0.0);
    t->flex = t->rod.flex;
    t->m = mechanism_new();
    t->m->d.gravity = down;
    t->m->d.flex = &t->flex;
    t->m->d.n_flex = 1;
    add_rod(t->m, &t->rod, 1, &t->s);
    int held = add_joint(t->m, kind, TAC_GROUND, 0, (spot){origin, upright});
    t->m->joint[held].b = (tac_frame){0, origin, upright, 0, false};
}

static void start_static(prepared *r, const mechanism *m, double dt)
{
    tac_options o = options_with(dt, 3);
    o.is_static = 1;
    prepared_start(r, &m->d, &o);
}

// The largest modal acceleration over what the loads would do to modes that are not bent.
static double restless(const prepared *r)
{
    double most = 0.0;
    for (int i = 0; i < r->m->flex.n_flexible; i++) {
        const double *q = r->s.mode + 3 * ROD_MODES * i,
                     *omega = r->m->flex.flexible[i].modes->omega;
        for (int j = 0; j < ROD_MODES; j++) {
            double held = 1e-6 + fabs(omega[j] * omega[j] * q[j]);
            most = fmax(most, fabs(q[2 * ROD_MODES + j]) / held);
        }
    }
    return most;
}

static double travelled(prepared *r, int steps)
{
    double first[3 * ROD_MODES], most = 0.0;
    memcpy(first, r->s.mode, sizeof first);
    for (int n = 0; n < steps; n++) {
        prepared_run(r, 1);
        for (int j = 0; j < ROD_MODES; j++) {
            most = fmax(most, fabs(r->s.mode[j] - first[j]));
        }
    }
    return most;
}

Test(flexible_start, a_held_rod_stays_where_it_is)
{
    double tip[2];
    for (int native = 0; native < 2; native++) {
        hung t;
        prepared r;
        hang(&t, native, TAC_FIXED);
        int load = add_load(t.m, 0, origin);
        t.m->load[load].at = (tac_frame){0, origin, upright, 1, false};
        t.m->load[load].force[1] = add_constant(t.m, 0.3);
        start_static(&r, t.m, 1e-3);
        double rest = restless(&r);
        rod_state s = state_of(&r, 0);
        tip[native] = rod_end(&t.rod, &s, 1).z;
        double way = travelled(&r, 500);
        printf("%d: qdd %.2g, travel %.2g, tip %.6g\n", native, rest, way, tip[native]);
        cr_expect(rest < 1e-9, "not at rest: %g", rest);
        cr_expect(way < 1e-12, "it moves by %g", way);
        if (!native) { // modes of a held end: K q = the moment of mass, and no more
            double g = 9.81;
            for (int j = 0; j < ROD_MODES; j++) {
                double load_on =
                    -g * t.rod.Ct[2 * ROD_MODES + j] + 0.3 * t.rod.phi[1][ROD_MODES + j];
                double q = load_on / (t.rod.omega[j] * t.rod.omega[j]);
                cr_expect(fabs(s.q[j] - q) < 1e-9 * (1e-6 + fabs(q)), "q%d %g, %g", j, s.q[j], q);
            }
        }
        prepared_close(&r);
        mechanism_free(t.m);
    }
    cr_expect(tip[0] < -1e-4 && tip[1] < -1e-4);
}

// Both ends held, so that what bends it is not known from forces alone.
Test(flexible_start, a_rod_held_at_both_ends)
{
    hung t;
    prepared r;
    hang(&t, true, TAC_REVOLUTE);
    t.m->joint[0].a.q = t.m->joint[0].b.q = about(0, 0.5 * TAC_PI);
    int far = add_joint(t.m, TAC_SPHERICAL, TAC_GROUND, 0, (spot){{0.5, 0.0, 0.0}, upright});
    t.m->joint[far].b = (tac_frame){0, origin, upright, 1, false};
    start_static(&r, t.m, 1e-3);
    double rest = restless(&r), way = travelled(&r, 300);
    double bent = 0.0;
    for (int j = 0; j < ROD_MODES; j++) {
        bent = fmax(bent, fabs(r.s.mode[j]));
    }
    printf("both ends: bent by %.3g, qdd %.2g, travel %.2g\n", bent, rest, way);
    cr_expect(bent > 1e-6, "nothing bends: %g", bent);
    cr_expect(rest < 1e-6 && way < 1e-9, "%g %g", rest, way);
    prepared_close(&r);
    mechanism_free(t.m);
}

// A pendulum that swings from level has no rest, but its modes do not ring: they follow. Without, they swing as far
// as they are bent.
Test(flexible_start, a_pendulum_does_not_ring)
{
    double ring[2];
    for (int i = 0; i < 2; i++) {
        hung t;
        prepared r;
        hang(&t, true, TAC_SPHERICAL);
        t.m->body[0].w = (vec3){0.0, 0.0, 3.0};
        t.m->body[0].v = (vec3){0.0, 0.75, 0.0};
        tac_options o = options_with(1e-4, 3);
        o.is_static = i;
        prepared_start(&r, &t.m->d, &o);
        double bent = fabs(r.s.mode[1]);
        if (i == 1) {
            cr_expect(restless(&r) < 1e-9, "%g", restless(&r));
            cr_expect(bent > 1e-6);
        }
        ring[i] = travelled(&r, 500);
        prepared_close(&r);
        mechanism_free(t.m);
    }
    printf("ringing: %.2g without, %.2g with\n", ring[0], ring[1]);
    cr_expect(ring[1] < 0.2 * ring[0], "%g %g", ring[1], ring[0]);
}
