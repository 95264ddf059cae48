// Flexible bodies beyond what linear modes describe, or too fast for the step: nothing wrong goes undoubted.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "doubt.h"
#include "free_modes.h"
#include "rng.h"
#include "rods.h"

// ---- deflections -------------------------------------------------------------------------------

// The report of a step of a rod that is held at its first end and bent by q at the start.
static tac_report step_of_bent_rod(int mode, double q, double *bent, double *twisted, bool *doubt)
{
    static point_rod rod;
    static const double omega[ROD_MODES] = {50.0, 75.0, 210.0, 400.0};
    rod_state s = {.r = {0.25, 0.0, 0.0}, .p = upright};
    rod_make(&rod, 0.5, 0.02, 0.01, false, omega, 0.0);
    s.q[mode] = q;
    mechanism *m = mechanism_new();
    tac_flex_desc flex = rod.flex;
    m->d.flex = &flex;
    m->d.n_flex = 1;
    add_rod(m, &rod, 1, &s);
    int held = add_joint(m, TAC_FIXED, TAC_GROUND, 0, (spot){origin, upright});
    m->joint[held].b = (tac_frame){0, origin, upright, 0, false};
    prepared r;
    tac_options o = options_with(1e-4, 3);
    prepared_start(&r, &m->d, &o);
    prepared_run(&r, 1);
    rod_state now = state_of(&r, 0), still = now;
    for (int j = 0; j < ROD_MODES; j++) {
        still.q[j] = 0.0;
    }
    *bent = norm3(sub3(rod_end(&rod, &now, 1), rod_end(&rod, &still, 1))) / 0.5;
    *twisted = fabs(rod.psi[1][3] * now.q[3]); // about x, by the mode that twists
    tac_report report = prepared_report(&r);
    *doubt = tac_in_doubt(r.method, &o, &report, TAC_BY_STEPS);
    prepared_close(&r);
    mechanism_free(m);
    return report;
}

Test(flexible_doubt, far_deflections)
{
    double bent, twisted, per_q[2];
    bool doubt;
    for (int twists = 0; twists < 2; twists++) {
        int mode = twists ? 3 : 0, measure = twists ? TAC_TWISTED : TAC_BENT;
        double limit = twists ? 0.2 : 0.1;
        tac_report r = step_of_bent_rod(mode, 1e-6, &bent, &twisted, &doubt);
        per_q[twists] = r.worst[measure].value / 1e-6;
        r = step_of_bent_rod(mode, 0.9 * limit / per_q[twists], &bent, &twisted, &doubt);
        cr_expect(twists || !doubt, "in doubt at %g %g", r.worst[TAC_BENT].value,
                  r.worst[TAC_TWISTED].value);
        r = step_of_bent_rod(mode, 1.1 * limit / per_q[twists], &bent, &twisted, &doubt);
        double is = twists ? twisted : bent;
        cr_expect(doubt && r.worst[measure].body == 0 && r.worst[measure].value > limit);
        cr_expect(fabs(r.worst[measure].value - is) < 1e-3 * is, "%d: %g is %g", twists,
                  r.worst[measure].value, is);
    }
}

// ---- violent motion ----------------------------------------------------------------------------

typedef struct violent {
    double spin, dt, zeta, width, height, omega[2][ROD_MODES];
    bool native[2];
} violent;

// Modes of omega dt up to 700 on two rods that turn by up to 60 rad/s.
static violent draw(rng *r)
{
    violent v = {.spin = uniform(r, 20.0, 60.0), .dt = 5e-4 * pow(4.0, uniform(r, 0.0, 1.0))};
    v.zeta = chance(r, 0.5) ? 0.0 : 0.01;
    v.width = uniform(r, 0.005, 0.04);
    v.height = uniform(r, 0.005, 0.04);
    for (int i = 0; i < 2; i++) {
        v.native[i] = chance(r, 0.5);
        for (int j = 0; j < ROD_MODES; j++) {
            v.omega[i][j] = 0.3 * pow(700.0 / 0.3, uniform(r, 0.0, 1.0)) / v.dt;
        }
    }
    return v;
}

typedef struct outcome {
    double grown; // energy over the kinetic one at the start, before the first doubt
    bool doubt, stopped;
} outcome;

static outcome run_violent(const violent *v, rng *random, int steps)
{
    static point_rod rod[2];
    static rod_state s[2];
    tac_flex_desc flex[2];
    outcome out = {.grown = 0.0};
    mechanism *m = mechanism_new();
    m->d.gravity = down;
    m->d.flex = flex;
    m->d.n_flex = 2;
    vec3 spin = {uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0), 1.0};
    for (int i = 0; i < 2; i++) {
        rod_make(&rod[i], 0.5, v->width, v->height, v->native[i], v->omega[i], v->zeta);
        flex[i] = rod[i].flex;
        s[i] =
            (rod_state){.r = {0.25 + 0.5 * i, 0.0, 0.0}, .p = upright, .w = scale3(v->spin, spin)};
    }
    s[1].w.z = v->spin * uniform(random, -1.0, 1.0);
    s[0].v = cross3(s[0].w, (vec3){0.25, 0.0, 0.0});
    s[1].v = add3(scale3(2.0, s[0].v), cross3(s[1].w, (vec3){0.25, 0.0, 0.0}));
    for (int i = 0; i < 2; i++) {
        add_rod(m, &rod[i], i + 1, &s[i]);
    }
    int ball = add_joint(m, TAC_SPHERICAL, TAC_GROUND, 0, (spot){origin, upright});
    m->joint[ball].b = (tac_frame){0, origin, upright, 0, false};
    int hinge = add_joint(m, TAC_REVOLUTE, 0, 1, (spot){{0.5, 0.0, 0.0}, upright});
    m->joint[hinge].a = (tac_frame){0, origin, upright, 1, false};
    m->joint[hinge].b = (tac_frame){1, origin, upright, 0, false};
    prepared r;
    tac_options o = options_with(v->dt, 3);
    prepared_start(&r, &m->d, &o);
    tac_report first = prepared_report(&r);
    for (int n = 0; n < steps && !out.doubt && !out.stopped; n++) {
        out.stopped = tac_step(r.method, r.w, &r.s, NULL).code != TAC_OK;
        tac_report now = prepared_report(&r);
        out.doubt = !out.stopped && tac_in_doubt(r.method, &o, &now, TAC_BY_STEPS);
        double more = now.kinetic + now.potential - first.kinetic - first.potential;
        if (!out.stopped && !out.doubt) {
            out.grown = fmax(out.grown, more / first.kinetic);
        }
    }
    prepared_close(&r);
    mechanism_free(m);
    return out;
}

// What grows is in doubt or stopped before it is a twentieth of the energy; what is left is the truncation error of
// modes of omega dt near one.
Test(flexible_doubt, violent_motions_do_not_grow_undoubted)
{
    rng random = {.state = 28};
    int doubted = 0, fine = 0;
    double most = 0.0;
    for (int k = 0; k < 200; k++) {
        violent v = draw(&random);
        outcome out = run_violent(&v, &random, 1000);
        doubted += out.doubt || out.stopped;
        fine += !out.doubt && !out.stopped;
        most = fmax(most, out.grown);
        cr_expect(out.grown < 0.05, "case %d: %g", k, out.grown);
    }
    printf("violent: %d in doubt, %d not, energy grows by %.2g at most\n", doubted, fine, most);
    cr_expect(doubted > 20 && fine > 20, "%d in doubt, %d not", doubted, fine);
}

// ---- modes that ring ---------------------------------------------------------------------------

// Modes of a rod ring by up to `far` of its length at an interface, in any phase.
static void ring(const point_rod *rod, double far, rod_state *s, rng *random)
{
    for (int j = 0; j < ROD_MODES; j++) {
        double most = 0.0;
        for (int k = 0; k < 2; k++) {
            double shift = 0.0, turn = 0.0;
            for (int l = j; l < 3 * ROD_MODES; l += ROD_MODES) {
                shift += rod->phi[k][l] * rod->phi[k][l];
                turn += rod->psi[k][l] * rod->psi[k][l];
            }
            most = fmax(most, fmax(sqrt(shift), 0.5 * sqrt(turn)));
        }
        double size = far * rod->length * uniform(random, -1.0, 1.0) / most,
               phase = uniform(random, 0.0, 6.28);
        s->q[j] = size * cos(phase);
        s->qd[j] = size * rod->omega[j] * sin(phase);
    }
}

typedef struct ringing {
    bool native;
    int order, iterations;
    double slow, fast; // omega dt of the fastest mode
} ringing;

// Largest change of the energy of a free rod without damping, before the first doubt.
static outcome run_ringing(const ringing *how, rng *random, double *lost)
{
    static point_rod rod;
    outcome out = {.grown = 0.0};
    double dt = 5e-4 * pow(4.0, uniform(random, 0.0, 1.0)), omega[ROD_MODES];
    double width = uniform(random, 0.005, 0.04), height = uniform(random, 0.005, 0.04);
    for (int j = 0; j < ROD_MODES; j++) {
        omega[j] = uniform(random, how->slow, how->fast) / dt;
    }
    rod_make(&rod, 0.5, width, height, how->native, omega, 0.0);
    double fastest = tac_fastest_free_mode(&rod.flex, rod.mass, rod.J) * dt;
    double slower = how->native ? 1.0 : uniform(random, how->slow, how->fast) / fastest;
    for (int j = 0; j < ROD_MODES; j++) {
        rod.omega[j] *= slower;
    }
    double most = uniform(random, 0.0, 30.0);
    rod_state s = {.p = upright};
    s.w.x = most * uniform(random, -1.0, 1.0);
    s.w.y = most * uniform(random, -1.0, 1.0);
    s.w.z = most * uniform(random, -1.0, 1.0);
    ring(&rod, 0.01, &s, random);
    mechanism *m = mechanism_new();
    tac_flex_desc flex = rod.flex;
    m->d.flex = &flex;
    m->d.n_flex = 1;
    add_rod(m, &rod, 1, &s);
    prepared r;
    tac_options o = options_with(dt, how->iterations);
    o.order = how->order;
    prepared_start(&r, &m->d, &o);
    tac_report first = prepared_report(&r);
    double energy = first.kinetic + first.potential;
    for (int n = 0; n < 2000 && !out.doubt && !out.stopped; n++) {
        out.stopped = tac_step(r.method, r.w, &r.s, NULL).code != TAC_OK;
        tac_report now = prepared_report(&r);
        out.doubt = !out.stopped && tac_in_doubt(r.method, &o, &now, TAC_BY_STEPS);
        double more = (now.kinetic + now.potential - energy) / energy;
        if (!out.stopped && !out.doubt) {
            out.grown = fmax(out.grown, more);
            *lost = fmax(*lost, -more);
        }
    }
    prepared_close(&r);
    mechanism_free(m);
    return out;
}

// What is left is what iterations leave: shapes held at an end turn their body with every swing and take more of them.
Test(flexible_doubt, free_rods_that_ring_keep_their_energy)
{
    rng random = {.state = 77};
    double grown[2] = {0.0}, lost[2] = {0.0};
    int judged = 0;
    for (int k = 0; k < 200; k++) {
        bool native = k % 2;
        ringing how = {native, 2, native ? 3 : 8, 0.3, native ? 1.0 : 3.0};
        outcome out = run_ringing(&how, &random, &lost[native]);
        grown[native] = fmax(grown[native], out.grown);
        judged += !out.doubt && !out.stopped;
    }
    printf(
        "ringing: energy %+.2g -%.2g of native, %+.2g -%.2g of general shapes, %d not in doubt\n",
        grown[1], lost[1], grown[0], lost[0], judged);
    cr_expect(grown[1] < 0.001 && lost[1] < 0.005, "native: %g %g", grown[1], lost[1]);
    cr_expect(grown[0] < 0.001 && lost[0] < 0.005, "general: %g %g", grown[0], lost[0]);
    cr_expect(judged > 180, "%d of 200 not in doubt", judged);
}

// Modes that the step does not resolve come to rest and give nothing to their body.
Test(flexible_doubt, free_rods_of_fast_modes_gain_no_energy)
{
    rng random = {.state = 78};
    double grown = 0.0, lost = 0.0;
    int judged = 0;
    for (int k = 0; k < 100; k++) {
        ringing how = {true, 2, 3, 1.5, 30.0};
        outcome out = run_ringing(&how, &random, &lost);
        grown = fmax(grown, out.grown);
        judged += !out.doubt && !out.stopped;
    }
    printf("fast modes: energy %+.2g -%.2g, %d not in doubt\n", grown, lost, judged);
    cr_expect(grown < 1e-6 && lost > 0.5, "%g %g", grown, lost);
    cr_expect(judged > 80, "%d of 100 not in doubt", judged);
}

// With few iterations it is kept or the run is in doubt.
Test(flexible_doubt, free_rods_that_do_not_settle_are_in_doubt)
{
    rng random = {.state = 501};
    int doubted = 0, judged = 0;
    double most = 0.0;
    for (int k = 0; k < 150; k++) {
        double lost = 0.0;
        ringing how = {false, 2, 3 + k % 3, 1.0, 3.0};
        outcome out = run_ringing(&how, &random, &lost);
        doubted += out.doubt || out.stopped;
        judged += !out.doubt && !out.stopped;
        most = fmax(most, fmax(out.grown, lost));
        cr_expect(out.grown < 0.02 && lost < 0.02, "case %d: %+g -%g", k, out.grown, lost);
    }
    printf("few iterations: %d in doubt, %d not, energy changes by %.2g at most\n", doubted, judged,
           most);
    cr_expect(doubted > 20 && judged > 20, "%d in doubt, %d not", doubted, judged);
}

// ---- orders 3 and 4 ----------------------------------------------------------------------------

// Modes as fast as these orders take without damping.
Test(flexible_doubt, free_rods_keep_their_energy_at_higher_orders)
{
    rng random = {.state = 34};
    for (int order = 3; order <= 4; order++) {
        double most = 0.0, fastest = tac_fastest_mode_of_order(order, 0.0);
        for (int k = 0; k < 40; k++) {
            double lost = 0.0;
            ringing how = {k % 2, order, 3, 0.8 * fastest, fastest};
            outcome out = run_ringing(&how, &random, &lost);
            most = fmax(most, fmax(out.grown, lost));
            cr_expect(out.grown < 0.05 && lost < 0.05, "order %d, case %d: %+g -%g", order, k,
                      out.grown, lost);
        }
        printf("order %d: energy changes by %.2g at most\n", order, most);
    }
}
