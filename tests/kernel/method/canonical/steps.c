// test: canonical.steps unit
// The canonical step on random mechanisms: the same bits for any lanes, cut and history; momentum and energy.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "heavy_chain.h"
#include "lanes.h"
#include "method/canonical/curved_laws.h"
#include "prepared.h"
#include "random_model.h"

static tac_options canonical_options(double dt, int order)
{
    tac_options o = options_with(dt, 2);
    o.order = order;
    return o;
}

static void open_started(prepared *r, const mechanism *m, const tac_options *o)
{
    prepared_open_as(r, &tac_canonical, &m->d, o);
    tac_status status = r->method->start(r->w, &r->s, NULL, &r->started);
    cr_assert_eq(status.code, TAC_OK, "start: %s", tac_code_text(status.code));
}

// ---- bits --------------------------------------------------------------------------------------

typedef struct outcome {
    tac_code code;
    int steps;
    size_t size;
    unsigned char *state;
    tac_report report;
} outcome;

// How the phases of a step are run.
typedef enum cut { WHOLE, TWO, SINGLE } cut;

static void run_phase(const tac_phase *phase, cut how)
{
    int first = phase->first, last = first + phase->n;
    if (how == WHOLE) {
        phase->run(phase->work, first, last);
    } else if (how == TWO) {
        int middle = first + phase->n / 2;
        phase->run(phase->work, middle, last);
        if (middle > first) {
            phase->run(phase->work, first, middle);
        }
    } else {
        for (int i = last - 1; i >= first; i--) {
            phase->run(phase->work, i, i + 1);
        }
    }
}

static tac_code step_cut(prepared *r, cut how)
{
    const tac_phase *phase;
    r->method->begin(r->w, &r->s, NULL, 0);
    int n = r->method->phases(r->w, &phase);
    for (int p = 0; p < n; p++) {
        run_phase(&phase[p], how);
    }
    return r->method->end(r->w, &r->s).code;
}

static outcome run(const mechanism *m, const tac_options *o, int steps, cut how)
{
    prepared r;
    prepared_open_as(&r, &tac_canonical, &m->d, o);
    outcome out = {.code = r.method->start(r.w, &r.s, NULL, &r.started).code,
                   .size = r.s.size,
                   .state = aligned_block(r.s.size)};
    for (; out.steps < steps && out.code == TAC_OK; out.steps++) {
        out.code = step_cut(&r, how);
    }
    memcpy(out.state, r.s.data, r.s.size);
    r.method->report(r.w, &out.report);
    prepared_close(&r);
    return out;
}

// Steps that are refused may report what is no number, all of them alike.
static bool same_value(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool same_report(const tac_report *a, const tac_report *b)
{
    bool same = same_value(a->increment, b->increment) && same_value(a->position, b->position) &&
                same_value(a->velocity, b->velocity) &&
                same_value(a->acceleration, b->acceleration) &&
                same_value(a->kinetic, b->kinetic) && same_value(a->potential, b->potential);
    for (int i = 0; i < TAC_MEASURES; i++) {
        same &= same_value(a->worst[i].value, b->worst[i].value) &&
                a->worst[i].body == b->worst[i].body;
    }
    return same;
}

static void expect_same(const outcome *a, outcome b, const char *what, int number)
{
    cr_expect(a->code == b.code && a->steps == b.steps && memcmp(a->state, b.state, a->size) == 0 &&
                  same_report(&a->report, &b.report),
              "mechanism %d, %s: codes %d and %d after %d and %d steps", number, what, (int)a->code,
              (int)b.code, a->steps, b.steps);
    free(b.state);
}

static void expect_bits(const mechanism *m, int order, int steps, int number)
{
    tac_options o = canonical_options(1e-3, order);
    o.lanes = 1;
    outcome one = run(m, &o, steps, WHOLE);
    for (o.lanes = 4; o.lanes <= tac_widest_lanes(); o.lanes *= 2) {
        expect_same(&one, run(m, &o, steps, WHOLE), "lanes", number);
        expect_same(&one, run(m, &o, steps, TWO), "two parts", number);
        expect_same(&one, run(m, &o, steps, SINGLE), "single items", number);
    }
    free(one.state);
}

// A chain, of one block or of several, that its last link pulls taut in the third step.
static void taut_chain(mechanism *m, int n)
{
    double angle = sqrt(2.0 * 0.0075 / n);
    heavy_chain c = {.n = n,
                     .every = n,
                     .up = angle,
                     .down = -angle,
                     .heavy = 1e4,
                     .inertia = 0.1,
                     .speed = 3.0};
    mechanism_clear(m);
    (void)add_heavy_chain(m, &c);
}

Test(steps, same_bits_for_any_lanes_and_cut)
{
    mechanism *m = mechanism_new();
    rng g = {11};
    for (int k = 0; k < 60; k++) {
        random_anything(m, &g, 12);
        expect_bits(m, 2 + 2 * (k % 3), 8, k);
    }
    for (int k = 0; k < N_SHAPE; k++) {
        recipe r = {
            .shape = (shape)k, .n_body = 150, .kinds = ALL_KINDS, .speed = 0.2, .gravity = 9.81};
        random_model(m, &g, &r);
        expect_bits(m, 2 + 2 * (k % 3), 3, 1000 + k);
        r.kinds = KIND(TAC_SPHERICAL);
        random_model(m, &g, &r);
        expect_bits(m, 2, 3, 2000 + k);
    }
    for (int k = 0; k < 6; k++) {
        taut_chain(m, k % 2 ? 150 : 8);
        expect_bits(m, 2 + 2 * (k / 2), 8, 3000 + k);
    }
    mechanism_free(m);
}

// Bodies with three, two and no equal moments beside one another, some of which do not turn about an axis, forwards or
// backwards: turns that are left out alone are made for nothing beside others.
Test(steps, equal_moments_keep_their_bits_beside_others)
{
    static const vec3 moment[] = {{0.2, 0.2, 0.2}, {0.2, 0.2, 0.3}, {0.2, 0.25, 0.3}};
    static const double turn[] = {0.0, -0.0, 1.5, -2.0};
    mechanism *m = mechanism_new();
    rng g = {43};
    for (int k = 0; k < 100; k++) {
        mechanism_clear(m);
        for (int i = 0; i < 8; i++) {
            int b =
                add_body(m, 1.0, moment[uniform_int(&g, 3)], (vec3){2.0 * i, 0.0, 0.0}, upright);
            m->body[b].w = (vec3){turn[uniform_int(&g, 4)], turn[uniform_int(&g, 4)],
                                  turn[uniform_int(&g, 4)]};
        }
        expect_bits(m, 2 + 2 * (k % 3), 5, 4000 + k);
    }
    mechanism_free(m);
}

// ---- factors that are renewed ------------------------------------------------------------------

// How many units are renewed in later iterations, and all of them.
typedef struct renewed {
    int n, all;
} renewed;

// Some steps with the factors that depend on curved laws renewed, or with all of them.
static renewed renew(const mechanism *m, const tac_options *o, bool all, outcome *out)
{
    prepared r;
    prepared_open_as(&r, &tac_canonical, &m->d, o);
    tac_workspace *w = r.w->space;
    renewed n = {0, w->plan->g->n_unit};
    for (int i = 0; i < n.all; i++) {
        n.n += tac_fresh_units(w)[i];
        tac_fresh_units(w)[i] |= all;
    }
    out->code = r.method->start(r.w, &r.s, NULL, &r.started).code;
    for (out->steps = 0; out->steps < 10 && out->code == TAC_OK; out->steps++) {
        out->code = tac_step(r.method, r.w, &r.s, NULL).code;
    }
    out->size = r.s.size;
    out->state = aligned_block(r.s.size);
    memcpy(out->state, r.s.data, r.s.size);
    r.method->report(r.w, &out->report);
    prepared_close(&r);
    return n;
}

// Friction too sharp for one factorization, in chains of one block and of several: part of the factors is
// renewed, to the same bits as all of them.
Test(steps, factors_that_stay_are_those_that_would_be_made)
{
    mechanism *m = mechanism_new();
    rng g = {29};
    int partly = 0;
    for (int k = 0; k < 24; k++) {
        recipe of = {.shape = (shape)(k % N_SHAPE),
                     .n_body = k % 2 ? 150 : 10,
                     .kinds = ALL_KINDS,
                     .speed = 0.2,
                     .laws = 2,
                     .gravity = 9.81};
        random_model(m, &g, &of);
        for (int i = 0; i < m->d.n_friction; i++) {
            m->friction[i].v0 = i == 0 ? 1e-4 : 10.0;
        }
        tac_options o = canonical_options(1e-3, 2);
        o.iterations = 3;
        for (o.lanes = 1; o.lanes <= tac_widest_lanes(); o.lanes += o.lanes == 1 ? 3 : 4) {
            outcome some, every;
            renewed n = renew(m, &o, false, &some);
            (void)renew(m, &o, true, &every);
            partly += n.n > 0 && n.n < n.all && some.steps > 2;
            expect_same(&some, every, "factors", k);
            free(some.state);
        }
    }
    cr_expect_geq(partly, 12, "%d mechanisms had some of their factors renewed", partly);
    mechanism_free(m);
}

// A state that is put back by its bytes, into the same work and into one that has seen others.
Test(steps, a_restored_state_goes_on_with_the_same_bits)
{
    mechanism *m = mechanism_new();
    rng g = {5};
    for (int k = 0; k < 66; k++) {
        if (k < 60) {
            random_anything(m, &g, 10);
        } else {
            taut_chain(m, k % 2 ? 150 : 8);
        }
        tac_options o = canonical_options(1e-3, 2 + 2 * (k % 3));
        prepared r, other;
        prepared_open_as(&r, &tac_canonical, &m->d, &o);
        prepared_open_as(&other, &tac_canonical, &m->d, &o);
        tac_code code = r.method->start(r.w, &r.s, NULL, &r.started).code;
        for (int i = 0; i < 5 && code == TAC_OK; i++) {
            code = tac_step(r.method, r.w, &r.s, NULL).code;
        }
        unsigned char *kept = aligned_block(r.s.size), *later = aligned_block(r.s.size);
        memcpy(kept, r.s.data, r.s.size);
        for (int i = 0; i < 5 && code == TAC_OK; i++) {
            code = tac_step(r.method, r.w, &r.s, NULL).code;
        }
        memcpy(later, r.s.data, r.s.size);
        if (code == TAC_OK) {
            prepared *both[] = {&r, &other};
            for (int j = 0; j < 2; j++) {
                memcpy(both[j]->s.data, kept, r.s.size);
                for (int i = 0; i < 5; i++) {
                    (void)tac_step(r.method, both[j]->w, &both[j]->s, NULL);
                }
                cr_expect_eq(memcmp(both[j]->s.data, later, r.s.size), 0, "mechanism %d, %s", k,
                             j ? "other work" : "same work");
            }
        }
        free(kept);
        free(later);
        prepared_close(&r);
        prepared_close(&other);
    }
    mechanism_free(m);
}

// ---- mechanics ---------------------------------------------------------------------------------

static double energy(const prepared *r)
{
    tac_report report;
    r->method->report(r->w, &report);
    return report.kinetic + report.potential;
}

// Largest change of energy, over what moves; how far joints open and their rates.
typedef struct flaws {
    double energy, position, velocity;
} flaws;

static flaws flaws_of(const mechanism *m, const tac_options *o, double duration)
{
    prepared r;
    flaws worst = {0.0, 0.0, 0.0};
    open_started(&r, m, o);
    double before = energy(&r), kinetic = 1.0;
    for (int i = 0; i < (int)(duration / o->dt); i++) {
        tac_status status = tac_step(r.method, r.w, &r.s, NULL);
        cr_assert_eq(status.code, TAC_OK, "step %d: %s", i, tac_code_text(status.code));
        tac_report p = prepared_report(&r);
        kinetic = fmax(kinetic, p.kinetic);
        worst.energy = fmax(worst.energy, fabs(energy(&r) - before));
        worst.position = fmax(worst.position, p.position);
        worst.velocity = fmax(worst.velocity, p.velocity);
    }
    worst.energy /= kinetic;
    prepared_close(&r);
    return worst;
}

Test(steps, energy_stays_and_joints_hold)
{
    static const double bound[] = {[2] = 2e-3, [4] = 2e-5, [6] = 2e-6};
    mechanism *m = mechanism_new();
    rng g = {3};
    for (int k = 0; k < 6 * N_SHAPE; k++) {
        recipe of = {.shape = (shape)(k % N_SHAPE),
                     .n_body = 6,
                     .kinds = SOME_TREE_KINDS,
                     .speed = 1.0,
                     .laws = k % 2,
                     .conservative = 1,
                     .gravity = 9.81};
        random_model(m, &g, &of);
        int order = 2 + 2 * (k % 3);
        tac_options o = canonical_options(1e-3, order);
        flaws f = flaws_of(m, &o, 0.5);
        cr_expect_lt(f.energy, bound[order], "mechanism %d, order %d: %.1e", k, order, f.energy);
        cr_expect_lt(f.position, 1e-6, "mechanism %d, order %d: %.1e", k, order, f.position);
        cr_expect_lt(f.velocity, 1e-5, "mechanism %d, order %d: %.1e", k, order, f.velocity);
    }
    mechanism_free(m);
}

typedef struct momentum {
    vec3 P, L;
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

// Equal and opposite impulses at one point: nothing has to be put right. For 20 s, where steps are not in doubt.
Test(steps, momentum_is_kept)
{
    mechanism *m = mechanism_new();
    rng g = {9};
    for (int k = 0; k < 4 * N_SHAPE; k++) {
        recipe of = {.shape = (shape)(k % N_SHAPE),
                     .n_body = 6,
                     .kinds = ALL_KINDS,
                     .floating = 1,
                     .speed = 1.0};
        random_model(m, &g, &of);
        tac_options o = canonical_options(1e-3, 2);
        prepared r;
        open_started(&r, m, &o);
        momentum before = momentum_of(r.m, &r.s);
        for (int i = 0; i < 20000; i++) {
            tac_status status = tac_step(r.method, r.w, &r.s, NULL);
            cr_assert_eq(status.code, TAC_OK, "mechanism %d, step %d", k, i);
        }
        momentum now = momentum_of(r.m, &r.s);
        cr_expect_lt(norm3(sub3(now.P, before.P)), 1e-10, "mechanism %d", k);
        cr_expect_lt(norm3(sub3(now.L, before.L)), 1e-8 * (1.0 + norm3(before.L)),
                     "mechanism %d: %.1e", k, norm3(sub3(now.L, before.L)));
        prepared_close(&r);
    }
    mechanism_free(m);
}

// Two bodies that a spring pulls together and that bounce off each other: a plane of the one, a sphere off the centre
// of the other.
static mechanism *two_that_bounce(double k)
{
    mechanism *m = mechanism_new();
    int a = add_body(m, 2.0, (vec3){0.3, 0.4, 0.5}, origin, upright);
    int b = add_body(m, 1.0, (vec3){0.05, 0.03, 0.04}, (vec3){0.0, 0.1, 0.6}, about(1, 0.3));
    m->body[a].w = (vec3){0.3, -0.2, 0.4};
    m->body[b].w = (vec3){2.0, 1.0, 3.0};
    add_spring(m, TAC_DISTANCE, a, (spot){origin, upright}, b, (spot){m->body[b].r, upright}, 20.0,
               0.0);
    m->contact[m->d.n_contact++] = (tac_contact_desc){.a = {a, {0.0, 0.0, 0.2}, upright, 0},
                                                      .b = {b, {0.15, 0.05, -0.1}, upright, 0},
                                                      .radius = 0.05,
                                                      .k = k,
                                                      .offset = TAC_NONE};
    return m;
}

typedef struct lost {
    double P, L; // kg m/s and kg m^2/s, most of any step
} lost;

static lost lost_in_contact(const tac_method *method, int order, double k, double dt)
{
    mechanism *m = two_that_bounce(k);
    tac_options o = canonical_options(dt, order);
    o.iterations = 3;
    prepared r;
    prepared_open_as(&r, method, &m->d, &o);
    tac_status status = r.method->start(r.w, &r.s, NULL, &r.started);
    momentum before = momentum_of(r.m, &r.s);
    lost most = {0.0, 0.0};
    for (int i = 0; i < (int)(20.0 / dt + 0.5) && status.code == TAC_OK; i++) {
        status = tac_step(r.method, r.w, &r.s, NULL);
        momentum now = momentum_of(r.m, &r.s);
        most.P = fmax(most.P, norm3(sub3(now.P, before.P)));
        most.L = fmax(most.L, norm3(sub3(now.L, before.L)));
    }
    cr_expect_eq(status.code, TAC_OK);
    prepared_close(&r);
    mechanism_free(m);
    return most;
}

// Impulses of a contact are equal and opposite, along the mean of its row. Their levers are right to (w dt)^2 with the
// canonical step: 1.2e-5 of the 0.36 kg m^2/s that there are, with a quarter at half the step. Index-3 gives momentum back.
Test(steps, momentum_in_contact)
{
    static const double stiffness[] = {1e3, 1e5, 1e8};
    for (int j = 0; j < 3; j++) {
        for (int half = 0; half < 2; half++) {
            double dt = half ? 0.5e-3 : 1e-3, bound = half ? 4e-6 : 1.5e-5;
            lost l = lost_in_contact(&tac_canonical, 2 + 2 * (j % 2), stiffness[j], dt);
            cr_expect_lt(l.P, 1e-12, "%g N/m, %g s: %.1e", stiffness[j], dt, l.P);
            cr_expect_lt(l.L, bound, "%g N/m, %g s: %.1e", stiffness[j], dt, l.L);
        }
        lost l = lost_in_contact(&tac_index3, 2 + j, stiffness[j], 1e-3);
        cr_expect_lt(fmax(l.P, l.L), 1e-11, "index-3, %g N/m: %.1e, %.1e", stiffness[j], l.P, l.L);
    }
}
