// test: canonical.snaps unit
// Chains that a heavy last link pulls taut within a step: closed by projections, without energy, in doubt; and nothing
// of it where iterations contract.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "doubt.h"
#include "heavy_chain.h"
#include "prepared.h"

// The last link alone 1e4 times as heavy.
static const heavy_chain falls = {
    .n = 8, .every = 8, .up = 0.2, .down = -0.3, .heavy = 1e4, .inertia = 1.0};

static tac_options canonical_options(double dt, int order, int iterations)
{
    tac_options o = options_with(dt, iterations);
    o.order = order;
    return o;
}

static double energy(const tac_report *p)
{
    return p->kinetic + p->potential;
}

typedef struct fall {
    tac_code code;
    int snaps, silent; // steps that projections closed; of these, not in doubt
    double gained;     // most energy above that of the start, J
    double open;       // farthest all joints were
} fall;

static fall fall_of(const mechanism *m, double dt, int order, int iterations)
{
    fall f = {.code = TAC_OK};
    tac_options o = canonical_options(dt, order, iterations);
    prepared r;
    prepared_start_with(&r, &tac_canonical, &m->d, &o);
    tac_report p = prepared_report(&r);
    double before = energy(&p);
    for (int i = 0; i < (int)(10.0 / dt) && f.code == TAC_OK; i++) {
        f.code = tac_step(r.method, r.w, &r.s, NULL).code;
        p = prepared_report(&r);
        bool snaps = p.worst[TAC_SNAP].value > 0.0;
        f.snaps += snaps;
        f.silent += snaps && !tac_in_doubt(r.method, &r.o, &p, TAC_BY_STEPS);
        f.gained = fmax(f.gained, energy(&p) - before);
        f.open = fmax(f.open, p.position);
    }
    prepared_close(&r);
    return f;
}

// Of links whose tension the step resolves but for the snap, and of thin rods, which swing too fast for it as long as the
// chain is taut.
Test(snaps, a_heavy_last_link_falls_for_ten_seconds)
{
    mechanism *m = mechanism_new();
    for (int k = 0; k < 24; k++) {
        heavy_chain c = falls;
        double dt = k % 2 ? 1e-3 : 2e-3;
        int order = 2 + 2 * (k / 2 % 3), iterations = 2 + k / 12;
        c.inertia = k / 6 % 2 ? 1.0 / 12.0 : 1.0;
        mechanism_clear(m);
        (void)add_heavy_chain(m, &c);
        fall f = fall_of(m, dt, order, iterations);
        cr_expect_eq(f.code, TAC_OK, "case %d: %s", k, tac_code_text(f.code));
        cr_expect_gt(f.snaps, 0, "case %d", k);
        cr_expect_eq(f.silent, 0, "case %d: %d of %d steps", k, f.silent, f.snaps);
        cr_expect_lt(f.gained, 1.0, "case %d: %.1e J", k, f.gained);
        cr_expect_lt(f.open, 3e-3, "case %d: %.1e m", k, f.open);
    }
    mechanism_free(m);
}

// With laws on its links: a spring and a damper between two, friction at a joint, a contact under it.
static void add_laws(mechanism *m, int first)
{
    spot a = {m->body[first].r, upright}, b = {m->body[first + 3].r, upright};
    (void)add_spring(m, TAC_DISTANCE, first, a, first + 3, b, 1e4, 10.0);
    m->friction[m->d.n_friction++] = (tac_friction_desc){.coordinate = TAC_ANGLE,
                                                         .a = frame_at(m, TAC_GROUND, a),
                                                         .b = frame_at(m, first, a),
                                                         .coulomb = 5.0,
                                                         .v0 = 1e-3};
    m->contact[m->d.n_contact++] =
        (tac_contact_desc){.a = frame_at(m, TAC_GROUND, (spot){{0.0, 0.0, -2.0}, upright}),
                           .b = frame_at(m, first + 2, b),
                           .radius = 0.1,
                           .k = 1e5,
                           .damping = 0.1,
                           .offset = add_constant(m, 0.0)};
}

// Every second link is heavy: there are light links, and nothing snaps.
Test(snaps, steps_that_contract_have_none)
{
    mechanism *m = mechanism_new();
    for (int k = 0; k < 12; k++) {
        heavy_chain c = falls;
        c.every = 2;
        mechanism_clear(m);
        int first = add_heavy_chain(m, &c), order = 2 + 2 * (k % 3), iterations = 2 + k / 6;
        if (k / 3 % 2) {
            add_laws(m, first);
        }
        tac_options o = canonical_options(1e-3, order, iterations);
        prepared r;
        prepared_start_with(&r, &tac_canonical, &m->d, &o);
        cr_assert(tac_model_snaps(r.m));
        for (int step = 0; step < 800; step++) {
            prepared_run(&r, 1);
            tac_report p = prepared_report(&r);
            cr_assert_eq(p.worst[TAC_SNAP].value, 0.0, "case %d, step %d", k, step);
        }
        prepared_close(&r);
    }
    mechanism_free(m);
}

// A mechanism beside the one that snaps keeps its bits.
Test(snaps, another_mechanism_takes_no_notice)
{
    mechanism *m = mechanism_new();
    heavy_chain c = falls, beside = falls;
    beside.every = 2;
    prepared alone, both;
    tac_options o = canonical_options(1e-3, 2, 2);
    (void)add_heavy_chain(m, &beside);
    prepared_start_with(&alone, &tac_canonical, &m->d, &o);
    (void)add_heavy_chain(m, &c);
    prepared_start_with(&both, &tac_canonical, &m->d, &o);
    int snaps = 0;
    for (int step = 0; step < 800; step++) {
        prepared_run(&alone, 1);
        prepared_run(&both, 1);
        snaps += prepared_report(&both).worst[TAC_SNAP].value > 0.0;
    }
    cr_expect_gt(snaps, 0);
    const void *one = alone.s.body, *other = both.s.body;
    cr_expect_eq(memcmp(one, other, (size_t)c.n * sizeof alone.s.body[0]), 0);
    prepared_close(&alone);
    prepared_close(&both);
    mechanism_free(m);
}

// ---- which models have light links ---------------------------------------------------------------

static bool has_light_links(const mechanism *m)
{
    prepared r;
    tac_options o = canonical_options(1e-3, 2, 2);
    prepared_open_as(&r, &tac_canonical, &m->d, &o);
    bool has = tac_model_snaps(r.m);
    prepared_close(&r);
    return has;
}

static int add_ball(mechanism *m, double mass, double x)
{
    return add_body(m, mass, (vec3){mass, mass, mass}, (vec3){x, 0.0, 0.0}, upright);
}

static void join(mechanism *m, int a, int b, double x)
{
    (void)add_joint(m, TAC_SPHERICAL, a, b, (spot){{x, 0.0, 0.0}, upright});
}

Test(snaps, light_links_hang_between_two_heavy_bodies)
{
    mechanism *m = mechanism_new();
    heavy_chain c = falls;
    for (int k = 0; k < 4; k++) {
        static const struct {
            int every;
            double heavy;
            bool has;
        } of[] = {{8, 1e4, true}, {2, 1e4, true}, {8, 101.0, true}, {8, 99.0, false}};
        c.every = of[k].every;
        c.heavy = of[k].heavy;
        mechanism_clear(m);
        (void)add_heavy_chain(m, &c);
        cr_expect_eq(has_light_links(m), of[k].has, "case %d", k);
    }
    mechanism_clear(m); // what dangles
    int heavy = add_ball(m, 1e4, 0.0), rope = add_ball(m, 1.0, 1.0), end = add_ball(m, 2.0, 2.0);
    join(m, heavy, rope, 0.5);
    join(m, rope, end, 1.5);
    cr_expect_not(has_light_links(m), "a light body hangs on its end");
    int load = add_ball(m, 500.0, 3.0);
    join(m, end, load, 2.5);
    cr_expect(has_light_links(m), "a heavy one does");
    int branch = add_ball(m, 1.0, 2.0);
    join(m, end, branch, 2.1);
    cr_expect_not(has_light_links(m), "it branches");
    mechanism_clear(m); // both ends on one body
    heavy = add_ball(m, 1e4, 0.0);
    rope = add_ball(m, 1.0, 1.0);
    join(m, heavy, rope, 0.5);
    join(m, heavy, rope, 1.5);
    cr_expect_not(has_light_links(m), "a loop on one body");
    mechanism_free(m);
}
