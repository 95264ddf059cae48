// Isolated mechanisms keep linear and angular momentum to rounding; whatever acts from outside shows.
#include <criterion/criterion.h>
#include <math.h>

#include "prepared.h"
#include "random_model.h"

typedef struct momentum {
    vec3 P, L; // linear; angular about the world's origin
} momentum;

static momentum momentum_of(const tac_model *m, const tac_state *s)
{
    momentum t = {origin, origin};
    for (int i = 0; i < m->n_body; i++) {
        vec3 p = scale3(m->bodies.mass[i], s->body[i].v);
        vec3 spin = mul3(rotation(s->body[i].p), mul3(m->bodies.J[i], s->body[i].w));
        t.P = add3(t.P, p);
        t.L = add3(t.L, add3(cross3(s->body[i].r, p), spin));
    }
    return t;
}

static double largest(vec3 a)
{
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

typedef struct drift {
    double P, L;
} drift;

static drift drift_of(const prepared *r, momentum before)
{
    momentum now = momentum_of(r->m, &r->s);
    return (drift){largest(sub3(now.P, before.P)), largest(sub3(now.L, before.L))};
}

// Largest drift of a random floating mechanism within a second. Elements of any kind may act inside.
static drift drift_of_motion(const mechanism *m, const tac_options *o)
{
    prepared r;
    prepared_start(&r, &m->d, o);
    momentum before = momentum_of(r.m, &r.s);
    drift worst = {0.0, 0.0};
    for (int i = 0; i < (int)(1.0 / o->dt); i++) {
        prepared_run(&r, 1);
        drift d = drift_of(&r, before);
        worst = (drift){fmax(worst.P, d.P), fmax(worst.L, d.L)};
    }
    prepared_close(&r);
    return worst;
}

static void expect_momentum_kept(int laws, double bound)
{
    mechanism *m = mechanism_new();
    drift worst = {0.0, 0.0};
    rng g = {1};
    for (int k = 0; k < 6 * N_SHAPE; k++) {
        recipe r = {.shape = (shape)(k % N_SHAPE),
                    .n_body = 6,
                    .kinds = ALL_KINDS,
                    .floating = 1,
                    .speed = 1.0,
                    .laws = laws,
                    .conservative = 1};
        random_model(m, &g, &r);
        tac_options o = options_with(2e-3, 3);
        o.acceleration = k % 2 ? TAC_INDEX1 : TAC_PROJECTION;
        o.order = k % 2 ? 2 + k % 3 : 2;
        drift d = drift_of_motion(m, &o);
        worst = (drift){fmax(worst.P, d.P), fmax(worst.L, d.L)};
    }
    cr_log_info("%d laws: momentum drifts by %.1e, angular momentum by %.1e", laws, worst.P,
                worst.L);
    cr_expect_lt(worst.P, bound);
    cr_expect_lt(worst.L, bound);
    mechanism_free(m);
}

// Momenta of order one to ten over 500 steps. Linear momentum is kept by every part of the step; the
// trapezoidal rule in Euler parameters keeps angular momentum to second order only, and a rigid
// correction of isolated mechanisms restores it.
Test(momentum, floating_mechanisms_keep_momentum_and_angular_momentum)
{
    expect_momentum_kept(0, 1e-12); // measured 1e-13
}

Test(momentum, springs_inside_do_not_change_momentum)
{
    expect_momentum_kept(5, 1e-12); // measured 2e-13
}

// A loaded body turns, and momentum grows by the impulse.
Test(momentum, loads_change_momentum_by_their_impulse)
{
    mechanism *m = mechanism_new();
    rng g = {2};
    recipe all = {.shape = CHAIN, .n_body = 5, .kinds = ALL_KINDS, .floating = 1, .speed = 0.5};
    random_model(m, &g, &all);
    m->load[add_load(m, 3, random_vec3(&g, 0.5))].force[1] = add_constant(m, 3.0);
    tac_options o = options_with(1e-3, 3);
    prepared r;
    prepared_start(&r, &m->d, &o);
    vec3 before = momentum_of(r.m, &r.s).P;
    prepared_run(&r, 500);
    vec3 gained = sub3(momentum_of(r.m, &r.s).P, before);
    cr_log_info("off by %.1e", largest(sub3(gained, (vec3){0.0, 1.5, 0.0})));
    cr_expect_lt(largest(sub3(gained, (vec3){0.0, 1.5, 0.0})),
                 1e-10); // rounding of r times 2/dt, walking
    prepared_close(&r);
    mechanism_free(m);
}

// In a field of gravity linear momentum grows by m g t, angular momentum about the centre of mass
// stays.
Test(momentum, gravity_adds_to_linear_momentum_alone)
{
    mechanism *m = mechanism_new();
    rng g = {3};
    recipe all = {.shape = RING,
                  .n_body = 6,
                  .kinds = ALL_KINDS,
                  .floating = 1,
                  .speed = 1.0,
                  .laws = 3,
                  .conservative = 1,
                  .gravity = 9.81};
    random_model(m, &g, &all);
    tac_options o = options_with(1e-3, 3);
    prepared r;
    prepared_start(&r, &m->d, &o);
    momentum before = momentum_of(r.m, &r.s);
    double mass = 0.0;
    vec3 c = origin, moved = origin;
    for (int i = 0; i < 6; i++) {
        mass += r.m->bodies.mass[i];
        c = axpy3(r.m->bodies.mass[i], r.s.body[i].r, c);
    }
    prepared_run(&r, 1000);
    for (int i = 0; i < 6; i++) {
        moved = axpy3(r.m->bodies.mass[i], r.s.body[i].r, moved);
    }
    momentum now = momentum_of(r.m, &r.s);
    vec3 P = axpy3(mass, m->d.gravity, before.P);
    vec3 own_before = sub3(before.L, scale3(1.0 / mass, cross3(c, before.P)));
    vec3 own_now = sub3(now.L, scale3(1.0 / mass, cross3(moved, now.P)));
    cr_log_info("momentum %.1e, angular momentum %.1e", largest(sub3(now.P, P)),
                largest(sub3(own_now, own_before)));
    cr_expect_lt(largest(sub3(now.P, P)), 1e-10);
    cr_expect_lt(largest(sub3(own_now, own_before)), 1e-10);
    prepared_close(&r);
    mechanism_free(m);
}

// What is dropped without spin falls straight: the direction of an angular momentum of rounding turns nothing.
Test(momentum, what_does_not_turn_is_not_turned)
{
    mechanism *m = mechanism_new();
    rng g = {5};
    recipe all = {.shape = CHAIN, .n_body = 4, .kinds = ALL_KINDS, .floating = 1, .gravity = 9.81};
    for (int order = 2; order <= 4; order++) {
        random_model(m, &g, &all);
        vec3 thrown = {1.1, 0.3, 2.0}, from[4];
        for (int i = 0; i < 4; i++) {
            m->body[i].v = thrown;
            m->body[i].w = origin;
            from[i] = m->body[i].r;
        }
        tac_options o = options_with(1e-3, 3);
        o.order = order;
        prepared r;
        prepared_start(&r, &m->d, &o);
        prepared_run(&r, 1000);
        double off = 0.0;
        for (int i = 0; i < 4; i++) {
            vec3 fallen = axpy3(0.5, m->d.gravity, axpy3(1.0, thrown, from[i]));
            off = fmax(off, largest(sub3(r.s.body[i].r, fallen)));
        }
        cr_log_info("order %d: %.1e m beside the fall", order, off);
        cr_expect_lt(off, 1e-9);
        prepared_close(&r);
    }
    mechanism_free(m);
}

// Which mechanisms are left to themselves.
static int isolated(const mechanism *m)
{
    tac_options o = tac_default_options();
    prepared r;
    prepared_open(&r, &m->d, &o);
    int n = r.m->isolated.n_isolated;
    prepared_close(&r);
    return n;
}

Test(momentum, knows_what_is_isolated)
{
    mechanism *m = mechanism_new();
    spot s = {origin, upright}, far = {{1.0, 0.0, 0.0}, upright};
    for (int i = 0; i < 5; i++) {
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, random_vec3(&(rng){(uint64_t)i}, 1.0), upright);
    }
    cr_expect_eq(isolated(m), 5);
    add_joint(m, TAC_SPHERICAL, 0, 1, s);
    cr_expect_eq(isolated(m), 4);
    int spring = add_spring(m, TAC_DISTANCE, 1, s, 2, far, 1.0, 0.0);
    cr_expect_eq(isolated(m), 3);
    m->spring[spring].implicit = 0; // acts between what the tree keeps apart
    cr_expect_eq(isolated(m), 3);
    spring = add_spring(m, TAC_DISTANCE, TAC_GROUND, s, 3, far, 1.0, 0.0);
    m->spring[spring].implicit = 0;
    cr_expect_eq(isolated(m), 2);
    add_load(m, 2, origin);
    cr_expect_eq(isolated(m), 1);
    add_joint(m, TAC_ROD, TAC_GROUND, 4, s);
    m->joint[1].length = 1.0;
    cr_expect_eq(isolated(m), 0);
    mechanism_free(m);
}
