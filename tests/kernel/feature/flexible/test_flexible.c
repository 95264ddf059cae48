// Flexible bodies: the published slider-crank, rods against mass points, bits.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lanes.h"
#include "methods.h"
#include "observe.h"
#include "p5.h"
#include "rng.h"
#include "rods.h"

// ---- the published slider-crank ----------------------------------------------------------------

enum { REFERENCE = 101 };

// phi2, x3, q1 .. q4 every ms.
static void read_reference(bool consistent, double ref[REFERENCE][6])
{
    const char *dir = getenv("TACTUS_REFERENCE");
    char path[512], line[1024];
    snprintf(path, sizeof path, "%s/P5_flexible_slider_crank/reference_%s.csv",
             dir ? dir : "shared/reference", consistent ? "consistent_mass" : "as_published");
    FILE *f = fopen(path, "r");
    if (!f) {
        cr_skip_test("no %s", path);
    }
    int n = 0;
    while (n < REFERENCE && fgets(line, sizeof line, f)) {
        char *at = line;
        double column[8];
        for (int i = 0; i < 8 && line[0] != '#'; i++, at++) {
            column[i] = strtod(at, &at);
        }
        if (line[0] != '#') {
            memcpy(ref[n++], column + 2, sizeof ref[0]);
        }
    }
    fclose(f);
    cr_assert_eq(n, REFERENCE);
}

typedef struct deviation {
    double most[6], increment;
} deviation;

static deviation run_p5(bool consistent, int per_ms)
{
    double ref[REFERENCE][6];
    p5 p;
    prepared r;
    deviation d = {.increment = 0.0};
    read_reference(consistent, ref);
    p5_build(&p, consistent, 1.0);
    tac_options o = options_with(1e-3 / per_ms, 3);
    prepared_start(&r, &p.m->d, &o);
    for (int n = 0; n < REFERENCE; n++) {
        double x[6];
        p5_read(&p, &r, x);
        for (int i = 0; i < 6; i++) {
            d.most[i] = fmax(d.most[i], fabs(x[i] - ref[n][i]));
        }
        for (int k = 0; k < per_ms && n + 1 < REFERENCE; k++) {
            prepared_run(&r, 1);
            d.increment = fmax(d.increment, prepared_report(&r).increment);
        }
    }
    prepared_close(&r);
    mechanism_free(p.m);
    return d;
}

static void p5_is_as_published(bool consistent)
{
    deviation ms = run_p5(consistent, 1), quarter = run_p5(consistent, 4),
              tenth = run_p5(consistent, 10);
    cr_expect(ms.most[0] < 4e-6 && ms.most[1] < 3e-6 && ms.most[2] < 1e-4, "1 ms: %g %g %g",
              ms.most[0], ms.most[1], ms.most[2]);
    cr_expect(ms.increment < 1e-7 && quarter.increment < 1e-7, "increments %g %g", ms.increment,
              quarter.increment);
    cr_expect(quarter.most[2] < 3e-5 && tenth.most[2] < 6e-6, "q1: %g %g", quarter.most[2],
              tenth.most[2]);
    double order = log(quarter.most[2] / tenth.most[2]) / log(2.5);
    cr_expect(order > 1.9, "order of q1: %g", order);
}

Test(flexible, slider_crank_as_published)
{
    p5_is_as_published(false);
}

Test(flexible, slider_crank_with_consistent_mass)
{
    p5_is_as_published(true);
}

// ---- stiff ones --------------------------------------------------------------------------------

Test(flexible, stiff_ones_move_like_rigid_ones)
{
    p5 soft, rigid;
    prepared a, b;
    static double none[P5_MODES];
    p5_build(&soft, true, 1e6);
    p5_build(&rigid, true, 1.0);
    soft.m->body[P5_ROD].q = soft.m->body[P5_ROD].qd = none;
    rigid.m->body[P5_ROD].flex = 0;
    for (int j = 0; j < rigid.m->d.n_joint; j++) {
        tac_frame *const side[2] = {&rigid.m->joint[j].a, &rigid.m->joint[j].b};
        for (int k = 0; k < 2; k++) {
            if (side[k]->body == P5_ROD) {
                side[k]->s = rigid.interface[side[k]->interface].s;
            }
        }
    }
    tac_options o = options_with(1e-3, 3);
    prepared_start(&a, &soft.m->d, &o);
    prepared_start(&b, &rigid.m->d, &o);
    double most = 0.0;
    for (int n = 0; n < 300; n++) {
        prepared_run(&a, 1);
        prepared_run(&b, 1);
        for (int i = 0; i < 3; i++) {
            most = fmax(most, norm3(sub3(a.s.body[i].r, b.s.body[i].r)));
        }
    }
    printf("stiff against rigid: %.2g m\n", most);
    cr_expect(most < 1e-8, "%g m apart", most);
    prepared_close(&a);
    prepared_close(&b);
    mechanism_free(soft.m);
    mechanism_free(rigid.m);
}

// ---- rods of mass points -----------------------------------------------------------------------

typedef struct two_rods {
    point_rod rod[2];
    rod_state s[2];
    tac_flex_desc flex[2];
    mechanism *m;
} two_rods;

// One behind the other along x, at rest; the first in the native form, the second with shapes of its first end.
static void build_rods(two_rods *t)
{
    memset(t, 0, sizeof *t);
    for (int i = 0; i < 2; i++) {
        rod_make(&t->rod[i], 0.5, 0.01, 0.005, i == 0, soft_modes, 0.005);
        t->flex[i] = t->rod[i].flex;
        t->s[i].r = (vec3){0.25 + 0.5 * i, 0.0, 0.0};
        t->s[i].p = upright;
    }
    t->m = mechanism_new();
    t->m->d.gravity = down;
    t->m->d.flex = t->flex;
    t->m->d.n_flex = 2;
    for (int i = 0; i < 2; i++) {
        add_rod(t->m, &t->rod[i], i + 1, &t->s[i]);
    }
    int ball = add_joint(t->m, TAC_SPHERICAL, TAC_GROUND, 0, (spot){origin, upright});
    t->m->joint[ball].b = (tac_frame){0, origin, upright, 0, false};
    int hinge = add_joint(t->m, TAC_REVOLUTE, 0, 1, (spot){{0.5, 0.0, 0.0}, upright});
    t->m->joint[hinge].a = (tac_frame){0, origin, upright, 1, false};
    t->m->joint[hinge].b = (tac_frame){1, origin, upright, 0, false};
    // something in all directions
    t->m->body[0].w = t->s[0].w = (vec3){2.0, 0.0, 3.0};
    t->m->body[0].v = t->s[0].v = (vec3){0.0, 0.75, 0.0};
    t->m->body[1].w = t->s[1].w = (vec3){2.0, 0.0, -5.0};
    t->m->body[1].v = t->s[1].v = (vec3){0.0, 0.25, 0.0};
}

static double rods_apart(const two_rods *t, const rod_state *oracle, int order, double dt,
                         double time, double *increment, double *bent)
{
    prepared r;
    tac_options o = options_with(dt, 3);
    o.order = order;
    prepared_start(&r, &t->m->d, &o);
    *increment = *bent = 0.0;
    for (int n = 0; n < (int)(time / dt + 0.5); n++) {
        prepared_run(&r, 1);
        *increment = fmax(*increment, prepared_report(&r).increment);
    }
    double most = 0.0;
    for (int i = 0; i < 2; i++) {
        rod_state s = state_of(&r, i);
        for (int k = 0; k < 2; k++) {
            most = fmax(
                most, norm3(sub3(rod_end(&t->rod[i], &s, k), rod_end(&t->rod[i], &oracle[i], k))));
            rod_state still = s;
            memset(still.q, 0, sizeof still.q);
            *bent = fmax(*bent,
                         norm3(sub3(rod_end(&t->rod[i], &s, k), rod_end(&t->rod[i], &still, k))));
        }
    }
    prepared_close(&r);
    return most;
}

Test(flexible, rods_move_like_their_mass_points)
{
    static two_rods t;
    build_rods(&t);
    const point_rod *rod[2] = {&t.rod[0], &t.rod[1]};
    // the start is consistent: rates of the hinge fit
    rod_state oracle[2] = {t.s[0], t.s[1]}, finer[2] = {t.s[0], t.s[1]};
    enum { STEPS = 5 };
    double time = 0.2, at[STEPS], increment[STEPS], bent;
    rods_move(rod, oracle, down, time, 2000);
    rods_move(rod, finer, down, time, 4000);
    double sure = norm3(sub3(rod_end(rod[1], &oracle[1], 1), rod_end(rod[1], &finer[1], 1)));
    for (int i = 0; i < STEPS; i++) {
        at[i] = rods_apart(&t, finer, 2, 1e-3 / (1 << i), time, &increment[i], &bent);
    }
    printf("rods: %.3g %.3g %.3g %.3g %.3g m, increments %.2g %.2g, bent %.3g m, oracle %.1g\n",
           at[0], at[1], at[2], at[3], at[4], increment[0], increment[1], bent, sure);
    cr_expect(sure < 1e-8, "oracle %g", sure);
    for (int i = 0; i < STEPS; i++) {
        cr_expect(at[i] < 3e-6 / (1 << 2 * i), "%g at %g s", at[i], 1e-3 / (1 << i));
    }
    cr_expect(log(at[0] / at[4]) > 4.0 * 1.9 * log(2.0), "orders: %g ... %g", at[0], at[4]);
    cr_expect(increment[0] < 1e-6, "increment %g", increment[0]);
    cr_expect(bent > 3.0 * 0.0015, "%g m are few radii of gyration", bent); // 0.3 times the height
    double coarse = rods_apart(&t, finer, 4, 5e-4, time, &increment[0], &bent);
    double fine = rods_apart(&t, finer, 4, 2.5e-4, time, &increment[0], &bent);
    double third = rods_apart(&t, finer, 3, 1e-3, time, &increment[0], &bent);
    printf("order 4: %.3g %.3g m, order 3: %.3g m\n", coarse, fine, third);
    cr_expect(log(coarse / fine) > 3.5 * log(2.0) && third < 0.3 * at[0],
              "orders 4 and 3: %g %g %g", coarse, fine, third);
    mechanism_free(t.m);
}

// Turns the first two columns of rows of shapes into each other.
static void mix(double *a, int rows, double c, double s)
{
    for (int k = 0; k < rows; k++, a += ROD_MODES) {
        double x = a[0], y = a[1];
        a[0] = c * x + s * y;
        a[1] = c * y - s * x;
    }
}

static void mix_shapes(point_rod *r, double c, double s)
{
    mix(r->Ct, 3, c, s);
    mix(r->I, 9, c, s);
    for (int k = 0; k < 2; k++) {
        mix(r->phi[k], 3, c, s);
        mix(r->psi[k], 3, c, s);
    }
    for (int f = 0; f < 6; f++) {
        double *S = r->S + f * ROD_MODES * ROD_MODES;
        mix(S, ROD_MODES, c, s);
        for (int j = 0; j < ROD_MODES; j++) {
            double x = S[j], y = S[ROD_MODES + j];
            S[j] = c * x + s * y;
            S[ROD_MODES + j] = c * y - s * x;
        }
    }
}

// Shapes of equal frequency are a matter of choice: any two that span the same move alike, in either form.
Test(flexible, mixed_shapes_move_alike)
{
    static two_rods t[2];
    prepared r[2];
    for (int i = 0; i < 2; i++) {
        build_rods(&t[i]);
        for (int b = 0; b < 2; b++) {
            t[i].rod[b].omega[1] = t[i].rod[b].omega[0];
            if (i == 1) {
                mix_shapes(&t[i].rod[b], 0.6, 0.8);
            }
        }
        tac_options o = options_with(1e-3, 8); // an iteration's remainder is not alike
        prepared_start(&r[i], &t[i].m->d, &o);
        prepared_run(&r[i], 100);
    }
    double most = 0.0, moved = 0.0;
    for (int b = 0; b < 2; b++) {
        rod_state x = state_of(&r[0], b), y = state_of(&r[1], b);
        for (int k = 0; k < 2; k++) {
            vec3 end = rod_end(&t[0].rod[b], &x, k), other = rod_end(&t[1].rod[b], &y, k);
            most = fmax(most, norm3(sub3(end, other)));
        }
        moved = fmax(moved, fabs(x.q[0] - y.q[0]));
    }
    printf("mixed shapes: %.2g m apart, coordinates %.2g\n", most, moved);
    cr_expect(most < 1e-12 && moved > 1e-5, "%g m, %g", most, moved);
    for (int i = 0; i < 2; i++) {
        prepared_close(&r[i]);
        mechanism_free(t[i].m);
    }
}

// Modes far too fast for the step, with and without damping: what they hold at the start never grows.
static void check_growth(int order, double dt, double zeta)
{
    static two_rods t;
    static const double fast[ROD_MODES] = {300.0, 3e3, 2e4, 1e5};
    prepared r;
    build_rods(&t);
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < ROD_MODES; j++) {
            t.rod[i].omega[j] = fast[j];
            t.rod[i].zeta[j] = zeta;
            t.s[i].qd[j] = j < 3 ? 0.02 : 0.001; // the last one twists
        }
    }
    tac_options o = options_with(dt, 3);
    o.order = order;
    prepared_start(&r, &t.m->d, &o);
    tac_report report = prepared_report(&r);
    double first = report.kinetic + report.potential, most = -1.0, held = report.kinetic;
    for (int n = 0; n < 400; n++) {
        tac_status s = tac_step(r.method, r.w, &r.s, NULL);
        cr_assert_eq(s.code, TAC_OK, "order %d, %g s, zeta %g: code %d in step %d", order, dt, zeta,
                     s.code, n);
        report = prepared_report(&r);
        most = fmax(most, (report.kinetic + report.potential - first) / held);
    }
    printf("order %d, %g ms, zeta %g: energy %+.2g of the kinetic one at the start\n", order,
           1e3 * dt, zeta, most);
    cr_expect(most < 0.01, "order %d, %g s, zeta %g: energy grows by %g", order, dt, zeta, most);
    prepared_close(&r);
    mechanism_free(t.m);
}

Test(flexible, fast_modes_do_not_grow)
{
    static const double zeta[] = {0.0, 0.005, 0.05};
    for (int i = 0; i < 3; i++) {
        check_growth(2, 2e-4, zeta[i]);
        check_growth(2, 5e-4, zeta[i]);
    }
}

// ---- bits --------------------------------------------------------------------------------------

enum { LINKS = 12 };

// A chain of links, every third one rigid, with a spring and a load on interfaces.
static mechanism *chain_of_links(tac_flex_desc *flex, point_rod *rod)
{
    rod_make(rod, 0.5, 0.02, 0.01, true, soft_modes, 0.01);
    *flex = rod->flex;
    mechanism *m = mechanism_new();
    m->d.gravity = down;
    m->d.flex = flex;
    m->d.n_flex = 1;
    for (int i = 0; i < LINKS; i++) {
        rod_state s = {.r = {0.25 + 0.5 * i, 0.0, 0.0}, .p = upright};
        int body = add_rod(m, rod, i % 3 != 1, &s);
        m->body[body].q = m->body[body].qd = NULL;
        spot at = {{0.5 * i, 0.0, 0.0}, i % 2 ? about(0, 0.5) : upright};
        int j = add_joint(m, i % 4 == 3 ? TAC_REVOLUTE : TAC_SPHERICAL,
                          i == 0 ? TAC_GROUND : body - 1, body, at);
        if (i > 0 && (i - 1) % 3 != 1) {
            m->joint[j].a = (tac_frame){body - 1, origin, at.axes, 1, false};
        }
        if (i % 3 != 1) {
            m->joint[j].b = (tac_frame){body, origin, at.axes, 0, false};
        }
    }
    int spring = add_spring(m, TAC_DISTANCE, TAC_GROUND, (spot){{3.0, 1.0, 1.0}, upright}, 6,
                            (spot){{3.0, 0.0, 0.0}, upright}, 50.0, 1.0);
    m->spring[spring].b = (tac_frame){6, origin, upright, 1, false};
    m->spring[spring].implicit = 1;
    int load = add_load(m, LINKS - 1, origin);
    m->load[load].at = (tac_frame){LINKS - 1, {0.0, 0.01, 0.0}, upright, 1, false};
    m->load[load].force[1] = add_sine(m, 0.0, 0.5, 5.0);
    m->load[load].torque[0] = add_constant(m, 0.01);
    return m;
}

static void run_chain(const mechanism *m, int order, int lanes, bool backwards, int n, prepared *r)
{
    tac_options o = options_with(1e-3, 3);
    o.order = order;
    o.lanes = lanes;
    prepared_start(r, &m->d, &o);
    for (int k = 0; k < n; k++) {
        const tac_phase *list;
        r->method->begin(r->w, &r->s, NULL, 0);
        int phases = r->method->phases(r->w, &list);
        for (int p = 0; p < phases; p++) {
            for (int i = 0; i < list[p].n; i++) {
                int item = list[p].first + (backwards ? list[p].n - 1 - i : i);
                list[p].run(list[p].work, item, item + 1);
            }
        }
        tac_status s = r->method->end(r->w, &r->s);
        cr_assert_eq(s.code, TAC_OK, "step %d: code %d, %g", k, s.code, s.value);
    }
}

enum { BEAMS = 19 };

// A chain of rods alone, hinged across it: in its plane most numbers are zero. In `kinds` of modes, each with as many.
static mechanism *chain_of_rods(tac_flex_desc *flex, point_rod *rod, int kinds)
{
    mechanism *m = mechanism_new();
    m->d.gravity = down;
    m->d.flex = flex;
    m->d.n_flex = kinds;
    for (int k = 0; k < kinds; k++) {
        double omega[ROD_MODES];
        for (int j = 0; j < ROD_MODES; j++) {
            omega[j] = (1.0 + 0.3 * k) * soft_modes[j];
        }
        rod_make(&rod[k], 0.5, 0.02 + 0.01 * k, 0.01, true, omega, 0.01);
        flex[k] = rod[k].flex;
    }
    for (int i = 0; i < BEAMS; i++) {
        rod_state s = {.r = {0.25 + 0.5 * i, 0.0, 0.0}, .p = upright};
        int kind = i * i % 3 % kinds, body = add_rod(m, &rod[kind], 1 + kind, &s);
        m->body[body].q = m->body[body].qd = NULL;
        spot at = {{0.5 * i, 0.0, 0.0}, about(0, 0.5 * acos(-1.0))};
        int j = add_joint(m, TAC_REVOLUTE, i == 0 ? TAC_GROUND : body - 1, body, at);
        if (i > 0) {
            m->joint[j].a = (tac_frame){body - 1, origin, at.axes, 1, false};
        }
        m->joint[j].b = (tac_frame){body, origin, at.axes, 0, false};
    }
    return m;
}

// A tree of rods and rigid links, each on a random end of one before it by a random joint, some with a spring to ground.
static mechanism *random_tree(tac_flex_desc *flex, point_rod *rod, uint64_t seed)
{
    static const int types[] = {TAC_SPHERICAL, TAC_REVOLUTE, TAC_REVOLUTE, TAC_FIXED};
    rng random = {.state = seed};
    mechanism *m = mechanism_new();
    vec3 middle[BEAMS];
    m->d.gravity = random_vec3(&random, 9.81);
    m->d.flex = flex;
    m->d.n_flex = 2;
    for (int k = 0; k < 2; k++) {
        rod_make(&rod[k], 0.5, 0.02 + 0.01 * k, 0.01, true, soft_modes, 0.01);
        flex[k] = rod[k].flex;
    }
    for (int i = 0; i < BEAMS; i++) {
        int kind = uniform_int(&random, 4),
            of = i == 0 ? TAC_GROUND : i - 1 - uniform_int(&random, i < 3 ? i : 3);
        double end = uniform_int(&random, 2) ? 0.25 : -0.25;
        vec3 pin = {0.0, 0.0, 0.0};
        if (i > 0) {
            pin = axpy3(end, (vec3){1.0, 0.0, 0.0}, middle[of]);
        }
        middle[i] = add3(pin, (vec3){0.25, 0.0, 0.0});
        rod_state s = {.r = middle[i], .p = upright};
        int body = add_rod(m, &rod[kind % 2], kind == 3 ? 0 : 1 + kind % 2, &s);
        m->body[body].q = m->body[body].qd = NULL;
        spot at = {pin, random_quat(&random)};
        int j = add_joint(m, types[uniform_int(&random, 4)], of, body, at);
        if (i > 0 && m->body[of].flex > 0) {
            m->joint[j].a = (tac_frame){of, origin, at.axes, end > 0.0, false};
        }
        if (m->body[body].flex > 0) {
            m->joint[j].b = (tac_frame){body, origin, at.axes, 0, false};
        }
        if (m->body[body].flex > 0 && uniform_int(&random, 5) == 0) {
            vec3 tip = add3(pin, (vec3){0.5, 0.0, 0.0});
            int k = add_spring(m, TAC_DISTANCE, TAC_GROUND, (spot){{0.0, 1.0, 2.0}, upright}, body,
                               (spot){tip, upright}, 50.0, 1.0);
            m->spring[k].b = (tac_frame){body, origin, upright, 1, false};
            m->spring[k].implicit = 1;
        }
    }
    return m;
}

// Steps with every number of lanes against those with one.
static void compare_lanes(const mechanism *m, int order, int n, const char *what)
{
    prepared one, other;
    run_chain(m, order, 1, false, n, &one);
    static const int lanes[] = {1, 4, 8};
    for (int i = 0; i < 3 && lanes[i] <= tac_widest_lanes(); i++) {
        run_chain(m, order, lanes[i], true, n, &other);
        cr_expect_eq(memcmp(one.s.data, other.s.data, one.s.size), 0, "order %d, %d lanes, %s",
                     order, lanes[i], what);
        int cells = other.w->space->flexes.n;
        cr_expect(strcmp(what, "rods") != 0 || lanes[i] == 1 || 2 * cells < BEAMS,
                  "%d cells of %d lanes", cells, lanes[i]);
        prepared_close(&other);
    }
    double bent = 0.0;
    for (int i = 0; i < one.m->flex.n_mode; i++) {
        bent += fabs(one.s.mode[i]);
    }
    cr_expect(bent > 1e-4, "nothing bends: %g", bent);
    prepared_close(&one);
}

Test(flexible, bits_do_not_depend_on_lanes_or_order)
{
    static tac_flex_desc flex[2];
    static point_rod rod[2];
    for (int order = 2; order <= 4; order++) {
        for (int kinds = 0; kinds <= 2; kinds++) {
            mechanism *m = kinds > 0 ? chain_of_rods(flex, rod, kinds) : chain_of_links(flex, rod);
            compare_lanes(m, order, 100, kinds > 0 ? "rods" : "links");
            mechanism_free(m);
        }
    }
    for (int seed = 1; seed <= 12; seed++) {
        mechanism *m = random_tree(flex, rod, (uint64_t)seed);
        compare_lanes(m, 2, 20, "tree");
        mechanism_free(m);
    }
}

Test(flexible, a_checkpoint_goes_on_as_the_run)
{
    static tac_flex_desc flex;
    static point_rod rod;
    mechanism *m = chain_of_links(&flex, &rod);
    prepared r;
    run_chain(m, 2, 0, false, 50, &r);
    tac_state kept = state_copy(&r);
    prepared_run(&r, 50);
    for (int k = 0; k < 50; k++) {
        cr_assert_eq(tac_step(r.method, r.w, &kept, NULL).code, TAC_OK);
    }
    cr_expect_eq(memcmp(kept.data, r.s.data, kept.size), 0);
    state_free(&kept);
    prepared_close(&r);
    mechanism_free(m);
}

// ---- sensors -----------------------------------------------------------------------------------

// A sensor of velocity is the slope of one of places, one of acceleration that of velocity.
Test(flexible, sensors_at_an_interface)
{
    static tac_flex_desc flex;
    static point_rod rod;
    static const double all[ROD_MODES * ROD_MODES] = {[0] = 1.0, [5] = 2.0};
    mechanism *m = chain_of_links(&flex, &rod);
    flex.n_shown = 2;
    flex.shown = all;
    tac_frame tip = {LINKS - 1, {0.0, 0.02, 0.01}, about(0, 0.3), 1, false};
    add_sensor(m, TAC_POSE, tip, 0);
    add_sensor(m, TAC_TWIST, tip, 0);
    add_sensor(m, TAC_ACCELERATION, tip, 0);
    int modes = add_sensor(m, TAC_MODES, tip, 0);
    m->sensor[modes].element = LINKS - 1;
    prepared r;
    double out[4][32], dt = 1e-4;
    tac_options o = options_with(dt, 3);
    prepared_start(&r, &m->d, &o);
    prepared_run(&r, 300);
    for (int k = 0; k < 3; k++) {
        tac_report report = prepared_report(&r);
        tac_sense(r.m, &r.s, &report, out[k]);
        prepared_run(&r, 1);
    }
    cr_assert_eq(tac_sensor_total(r.m), 7 + 6 + 6 + 4);
    for (int k = 0; k < 3; k++) {
        double rate = (out[2][k] - out[0][k]) / (2.0 * dt),
               faster = (out[2][7 + k] - out[0][7 + k]) / (2.0 * dt);
        double spin = (out[2][10 + k] - out[0][10 + k]) / (2.0 * dt);
        double v = out[1][7 + k], a = out[1][13 + k], wd = out[1][16 + k];
        cr_expect(fabs(rate - v) < 1e-3 * (1.0 + fabs(v)), "v %g %g", rate, v);
        cr_expect(fabs(faster - a) < 1e-2 * (1.0 + fabs(a)), "a %g %g", faster, a);
        cr_expect(fabs(spin - wd) < 1e-2 * (1.0 + fabs(wd)), "wd %g %g", spin, wd);
    }
    const double *q = r.s.mode + 3 * ROD_MODES * (r.m->flex.n_flexible - 1);
    double now[32];
    tac_report report = prepared_report(&r);
    tac_sense(r.m, &r.s, &report, now);
    cr_expect(now[19] == q[0] && now[20] == 2.0 * q[1] && now[21] == q[ROD_MODES] &&
              now[22] == 2.0 * q[ROD_MODES + 1]);
    prepared_close(&r);
    mechanism_free(m);
}

// ---- what is refused ---------------------------------------------------------------------------

static tac_status status_of(const tac_desc *d, const tac_method *method, const tac_options *o)
{
    tac_tree *tree;
    tac_model *model;
    tac_work *work;
    size_t size = tac_tree_size(d);
    void *block[3] = {aligned_block(size)};
    cr_assert_eq(tac_tree_init(&tree, d, block[0], size).code, TAC_OK);
    size = tac_model_size(d, tree);
    block[1] = aligned_block(size);
    tac_status s = tac_model_init(&model, d, tree, block[1], size);
    if (s.code == TAC_OK) {
        size = method->work_size(model, o);
        block[2] = aligned_block(size);
        s = method->work_init(model, o, &work, block[2], size);
        free(block[2]);
    }
    free(block[0]);
    free(block[1]);
    return s;
}

static tac_code code_of(const tac_desc *d, const tac_method *method, const tac_options *o)
{
    return status_of(d, method, o).code;
}

Test(flexible, what_is_not_followed_is_refused)
{
    p5 p;
    p5_build(&p, true, 1.0);
    tac_options o = options_with(1e-3, 3);
    cr_expect_eq(code_of(&p.m->d, &tac_index3, &o), TAC_OK);
    cr_expect_eq(code_of(&p.m->d, &tac_canonical, &o), TAC_FLEXIBLE);
    cr_expect_eq(code_of(&p.m->d, &tac_hdca, &o), TAC_FLEXIBLE);
    cr_expect_eq(code_of(&p.m->d, &tac_dca, &o), TAC_FLEXIBLE);
    o.order = 4;
    o.dt = 1e-3; // its fastest mode turns by 95 rad in a step
    cr_expect_eq(code_of(&p.m->d, &tac_index3, &o), TAC_FLEXIBLE);
    o.order = 2;
    p.m->joint[1].b.interface = 2;
    cr_expect_eq(code_of(&p.m->d, &tac_index3, &o), TAC_BAD_INDEX);
    p.m->joint[1].b.interface = 0;
    p.omega[2] = 0.0;
    cr_expect_eq(code_of(&p.m->d, &tac_index3, &o), TAC_BAD_VALUE);
    mechanism_free(p.m);
}

// Of a rod whose fastest mode has this omega dt in a step of 1 ms.
static tac_status status_of_rod(int order, double zeta, double omega_dt)
{
    static point_rod rod;
    double w = omega_dt / 1e-3, omega[ROD_MODES] = {0.3 * w, 0.5 * w, 0.7 * w, w};
    rod_state s = {.p = upright};
    rod_make(&rod, 0.5, 0.02, 0.01, true, omega, zeta);
    mechanism *m = mechanism_new();
    m->d.flex = &rod.flex;
    m->d.n_flex = 1;
    add_rod(m, &rod, 1, &s);
    tac_options o = options_with(1e-3, 3);
    o.order = order;
    tac_status status = status_of(&m->d, &tac_index3, &o);
    mechanism_free(m);
    return status;
}

Test(flexible, faster_modes_are_refused_at_higher_orders)
{
    static const double most[2][2] = {{0.5, 1.6}, {0.7, 1.6}}; // without damping, and with it
    for (int order = 3; order <= 4; order++) {
        for (int damped = 0; damped < 2; damped++) {
            double at = most[order - 3][damped], zeta = damped ? 0.005 : 0.0049;
            cr_expect_eq(status_of_rod(order, zeta, 0.999 * at).code, TAC_OK);
            tac_status s = status_of_rod(order, zeta, 1.001 * at);
            cr_expect(s.code == TAC_FLEXIBLE && fabs(s.value * 1.001 - 1e-3) < 1e-9,
                      "order %d, zeta %g: code %d, %g s", order, zeta, s.code, s.value);
        }
    }
}
