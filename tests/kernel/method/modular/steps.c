// test: modular.steps unit
// The modular step on random mechanisms: the same bits for any lanes, cut and history, also without the correction of
// positions; momentum and energy; laws as forces; what is refused.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lanes.h"
#include "prepared.h"
#include "random_model.h"
#include "stiff.h"

static tac_options modular_options(double dt, tac_corrections corrections)
{
    tac_options o = options_with(dt, tac_modular.iterations(NULL));
    o.corrections = corrections;
    return o;
}

static void open_started(prepared *r, const mechanism *m, const tac_options *o)
{
    prepared_open_as(r, &tac_modular, &m->d, o);
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

// With all phases, or, most = 1, without those of the second iteration.
static tac_code step_cut(prepared *r, cut how, int most)
{
    const tac_phase *phase;
    r->method->begin(r->w, &r->s, NULL, most);
    int n = r->method->phases(r->w, &phase);
    for (int p = 0; p < n; p++) {
        if (most == 0 || phase[p].iteration <= most) {
            run_phase(&phase[p], how);
        }
    }
    return r->method->end(r->w, &r->s).code;
}

static outcome run(const mechanism *m, const tac_options *o, int steps, cut how, int most)
{
    prepared r;
    prepared_open_as(&r, &tac_modular, &m->d, o);
    outcome out = {.code = r.method->start(r.w, &r.s, NULL, &r.started).code,
                   .size = r.s.size,
                   .state = aligned_block(r.s.size)};
    for (; out.steps < steps && out.code == TAC_OK; out.steps++) {
        out.code = step_cut(&r, how, most);
    }
    memcpy(out.state, r.s.data, r.s.size);
    r.method->report(r.w, &out.report);
    prepared_close(&r);
    return out;
}

static bool same_report(const tac_report *a, const tac_report *b)
{
    bool same = a->increment == b->increment && a->position == b->position &&
                a->velocity == b->velocity && a->acceleration == b->acceleration &&
                a->kinetic == b->kinetic && a->potential == b->potential;
    for (int i = 0; i < TAC_MEASURES; i++) {
        same &= a->worst[i].value == b->worst[i].value && a->worst[i].body == b->worst[i].body;
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

static void expect_bits(const mechanism *m, tac_corrections corrections, int steps, int number)
{
    for (int most = 0; most < 2; most++) {
        tac_options o = modular_options(1e-4, corrections);
        o.lanes = 1;
        outcome one = run(m, &o, steps, WHOLE, most);
        cr_expect_eq(one.code, TAC_OK, "mechanism %d: %s", number, tac_code_text(one.code));
        for (o.lanes = 4; o.lanes <= tac_widest_lanes(); o.lanes *= 2) {
            expect_same(&one, run(m, &o, steps, WHOLE, most), "lanes", number);
            expect_same(&one, run(m, &o, steps, TWO, most), "two parts", number);
            expect_same(&one, run(m, &o, steps, SINGLE, most), "single items", number);
        }
        free(one.state);
    }
}

// Whether the method takes a mechanism, without its contacts.
static bool suits(mechanism *m)
{
    m->d.n_contact = 0;
    tac_options o = tac_default_options();
    prepared r;
    o.dt = 1e-4;
    prepared_open_as(&r, &tac_index3, &m->d, &o);
    bool good = tac_check_explicit(r.m, o.dt).code == TAC_OK &&
                r.method->start(r.w, &r.s, NULL, &r.started).code == TAC_OK;
    prepared_close(&r);
    return good;
}

Test(steps, same_bits_for_any_lanes_and_cut)
{
    mechanism *m = mechanism_new();
    rng g = {11};
    int n = 0;
    for (int k = 0; k < 80; k++) {
        random_anything(m, &g, 12);
        if (suits(m)) {
            expect_bits(m, (tac_corrections)(k % TAC_CORRECTIONS), 8, k);
            n++;
        }
    }
    cr_expect_gt(n, 30);
    for (int k = 0; k < N_SHAPE; k++) {
        recipe r = {
            .shape = (shape)k, .n_body = 150, .kinds = ALL_KINDS, .speed = 0.2, .gravity = 9.81};
        random_model(m, &g, &r);
        expect_bits(m, (tac_corrections)(k % TAC_CORRECTIONS), 3, 1000 + k);
        r.kinds = KIND(TAC_SPHERICAL);
        random_model(m, &g, &r);
        expect_bits(m, TAC_CORRECT_BOTH, 3, 2000 + k);
        expect_bits(m, TAC_CORRECT_NOTHING, 3, 3000 + k);
    }
    mechanism_free(m);
}

// A state that is put back by its bytes, into the same work and into one that has seen others.
Test(steps, a_restored_state_goes_on_with_the_same_bits)
{
    mechanism *m = mechanism_new();
    rng g = {5};
    for (int k = 0; k < 60; k++) {
        random_anything(m, &g, 10);
        if (!suits(m)) {
            continue;
        }
        tac_options o = modular_options(1e-4, (tac_corrections)(k % TAC_CORRECTIONS));
        prepared r, other;
        prepared_open_as(&r, &tac_modular, &m->d, &o);
        prepared_open_as(&other, &tac_modular, &m->d, &o);
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
    mechanism *m = mechanism_new();
    rng g = {3};
    for (int k = 0; k < 4 * N_SHAPE; k++) {
        recipe of = {.shape = (shape)(k % N_SHAPE),
                     .n_body = 6,
                     .kinds = SOME_TREE_KINDS,
                     .speed = 1.0,
                     .conservative = 1,
                     .gravity = 9.81};
        random_model(m, &g, &of);
        tac_options o = modular_options(1e-3, TAC_CORRECT_BOTH);
        flaws f = flaws_of(m, &o, 0.5);
        cr_expect_lt(f.energy, 1e-5, "mechanism %d: %.1e", k, f.energy);
        cr_expect_lt(f.position, 1e-10, "mechanism %d: %.1e", k, f.position);
        cr_expect_lt(f.velocity, 1e-8, "mechanism %d: %.1e", k, f.velocity);
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

// Equal and opposite impulses at one point keep the linear momentum; the angular one is of order 4.
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
        tac_options o = modular_options(1e-3, TAC_CORRECT_BOTH);
        prepared r;
        open_started(&r, m, &o);
        momentum before = momentum_of(r.m, &r.s);
        for (int i = 0; i < 500; i++) {
            (void)tac_step(r.method, r.w, &r.s, NULL);
        }
        momentum now = momentum_of(r.m, &r.s);
        cr_expect_lt(norm3(sub3(now.P, before.P)), 1e-10, "mechanism %d", k);
        cr_expect_lt(norm3(sub3(now.L, before.L)), 1e-5 * (1.0 + norm3(before.L)),
                     "mechanism %d: %.1e", k, norm3(sub3(now.L, before.L)));
        prepared_close(&r);
    }
    mechanism_free(m);
}

// ---- laws --------------------------------------------------------------------------------------

// Rows of laws that are in the tree are free there: the same motion as with laws outside of it.
Test(steps, laws_are_forces_wherever_their_rows_are)
{
    mechanism *m = mechanism_new();
    rng g = {21};
    int n = 0;
    for (int k = 0; k < 6 * N_SHAPE; k++) {
        recipe of = {.shape = (shape)(k % N_SHAPE),
                     .n_body = 5,
                     .kinds = SOME_TREE_KINDS,
                     .speed = 1.0,
                     .laws = 2,
                     .gravity = 9.81};
        random_model(m, &g, &of);
        if (!suits(m)) {
            continue;
        }
        tac_body_state end[2][5];
        for (int implicit = 0; implicit < 2; implicit++) {
            for (int i = 0; i < m->d.n_spring; i++) {
                ((tac_spring_desc *)(void *)m->d.spring)[i].implicit = implicit;
            }
            for (int i = 0; i < m->d.n_bushing; i++) {
                ((tac_bushing_desc *)(void *)m->d.bushing)[i].implicit = implicit;
            }
            tac_options o = modular_options(1e-4, TAC_CORRECT_BOTH);
            prepared r;
            open_started(&r, m, &o);
            prepared_run(&r, 200);
            memcpy(end[implicit], r.s.body, sizeof end[implicit]);
            prepared_close(&r);
        }
        for (int i = 0; i < 5; i++) {
            cr_expect_lt(norm3(sub3(end[0][i].r, end[1][i].r)), 1e-9, "mechanism %d", k);
            cr_expect_lt(norm3(sub3(end[0][i].v, end[1][i].v)), 1e-8, "mechanism %d", k);
        }
        n++;
    }
    cr_expect_gt(n, 10);
    mechanism_free(m);
}

static tac_status refused(const mechanism *m, const tac_options *o)
{
    prepared r;
    tac_options other = options_with(1e-4, 3);
    prepared_open_as(&r, &tac_index3, &m->d, &other);
    size_t size = tac_modular.work_size(r.m, o);
    void *block = aligned_block(size);
    tac_work *w = NULL;
    tac_status status = tac_modular.work_init(r.m, o, &w, block, size);
    free(block);
    prepared_close(&r);
    return status;
}

// A spring or a damper on a free body of 2 kg against ground, at twice and at half of its longest step.
Test(steps, laws_too_stiff_for_the_step_are_refused_with_the_limit)
{
    for (int damper = 0; damper < 2; damper++) {
        mechanism *m = mechanism_new();
        rng g = {1};
        int b = add_random_body(m, &g, 2.0, 0.5);
        tac_spring_desc s = {.coordinate = TAC_SLIDE,
                             .a = {.body = TAC_GROUND, .q = {1, 0, 0, 0}},
                             .b = {.body = b, .q = {1, 0, 0, 0}},
                             .k = damper ? 0.0 : 2e6,
                             .c = damper ? 2e3 : 0.0,
                             .x0 = TAC_NONE,
                             .actuator = TAC_NONE,
                             .spring_table = TAC_NONE,
                             .damper_table = TAC_NONE,
                             .implicit = 1};
        m->d.spring = &s;
        m->d.n_spring = 1;
        double longest = 2.7e-3; // 2.7 / sqrt(k / m), 2.7 / (c / m)
        tac_options o = modular_options(2.0 * longest, TAC_CORRECT_BOTH);
        tac_status status = refused(m, &o);
        cr_expect_eq(status.code, TAC_TOO_STIFF, "%s", tac_code_text(status.code));
        cr_expect_eq(status.subject, TAC_SPRING);
        cr_expect_lt(fabs(status.value - longest), 1e-6 * longest, "%g", status.value);
        o.dt = 0.99 * longest;
        cr_expect_eq(refused(m, &o).code, TAC_OK);
        mechanism_free(m);
    }
}
