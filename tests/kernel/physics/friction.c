// program: physics.friction
// test: physics.friction_* unit
// test: physics.friction_campaign full timeout=3000 env=TACTUS_CAMPAIGN=1
// Friction that a step does not resolve creeps as its law says, stops what slides where it should, and gives no
// energy, at every order of both methods. With TACTUS_CAMPAIGN set the whole grid (label full), else a part of it.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "doubt.h"
#include "elementary.h"
#include "methods.h"
#include "prepared.h"

static const double all_mass[] = {1.0, 0.01, 1000.0};
static const double all_load[] = {0.1, 0.9, 0.05, 0.5}; // parts of the limit
static const double all_v0[] = {1e-3, 1e-1, 1e-4, 1e-2};
static const double all_dt[] = {1e-3, 10e-3, 0.25e-3};

// The first `few` of `all` in a part of the grid.
static int extent(int few, int all)
{
    return getenv("TACTUS_CAMPAIGN") ? all : few;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

// Rate at which friction carries a part of its limit.
static double creep_of(double part, double v0)
{
    return v0 * part / sqrt(1.0 - part * part);
}

static void add_friction(mechanism *m, int joint, tac_coordinate c, double coulomb, double v0)
{
    const tac_joint_desc *j = &m->joint[joint];
    m->friction[m->d.n_friction++] =
        (tac_friction_desc){.coordinate = c, .a = j->a, .b = j->b, .coulomb = coulomb, .v0 = v0};
}

static tac_options options_of(double dt, int order)
{
    tac_options o = options_with(dt, 3);
    o.order = order;
    return o;
}

// ---- one row -------------------------------------------------------------------------------------

typedef enum guide { SLIDE, HINGE, OFF_AXIS } guide; // the last with its mass a metre from the axis

typedef struct sample {
    const tac_method *method;
    int order;
    guide guide;
    double mass, load, v0, dt, speed, coulomb;
} sample;

static mechanism *held(const sample *s)
{
    mechanism *m = mechanism_new();
    double J = s->guide == OFF_AXIS ? 1e-3 * s->mass : s->mass;
    vec3 at = {s->guide == OFF_AXIS ? 1.0 : 0.0, 0.0, 0.0};
    int i = add_body(m, s->mass, (vec3){J, J, J}, at, upright);
    int source = add_constant(m, s->load * s->coulomb), load = add_load(m, i, origin);
    add_joint(m, s->guide == SLIDE ? TAC_PRISMATIC : TAC_REVOLUTE, TAC_GROUND, i,
              (spot){origin, upright});
    add_friction(m, 0, s->guide == SLIDE ? TAC_SLIDE : TAC_ANGLE, s->coulomb, s->v0);
    if (s->guide == SLIDE) {
        m->load[load].force[2] = source;
        m->body[i].v.z = s->speed;
    } else {
        m->load[load].torque[2] = source;
        m->body[i].w.z = s->speed;
        m->body[i].v.y = at.x * s->speed;
    }
    return m;
}

typedef struct coordinate {
    double x, rate;
} coordinate;

static coordinate coordinate_of(const prepared *r, guide g)
{
    const tac_body_state *b = &r->s.body[0];
    return g == SLIDE ? (coordinate){b->r.z, b->v.z} : (coordinate){r->s.angle[0], b->w.z};
}

// What is off after it has come to rest: the creep over a second and its rate at the ends of steps, relative; and the
// most that the energy, that of the load included, has grown in a step.
typedef struct holding {
    double creep, rate, force, gain;
} holding;

static holding hold(const sample *s)
{
    mechanism *m = held(s);
    tac_options o = options_of(s->dt, s->order);
    prepared r;
    prepared_start_with(&r, s->method, &m->d, &o);
    holding out = {0.0, 0.0, 0.0, -HUGE_VAL};
    double law = creep_of(s->load, s->v0), from = 0.0, P = s->load * s->coulomb;
    double inertia = s->guide == OFF_AXIS ? 1.001 * s->mass : s->mass, energy = HUGE_VAL;
    int n = (int)(3.0 / s->dt + 0.5), last = (int)(1.0 / s->dt + 0.5);
    for (int k = 1; k <= n; k++) {
        prepared_run(&r, 1);
        coordinate q = coordinate_of(&r, s->guide);
        double now = 0.5 * inertia * q.rate * q.rate - P * q.x;
        out.gain = k > 1 ? larger(out.gain, now - energy) : out.gain;
        energy = now;
        from = k == n - last ? q.x : from;
        if (k > n - last) {
            double carried = r.s.lambda[r.m->element[1].row];
            out.rate = larger(out.rate, fabs(q.rate / law - 1.0));
            out.force = larger(out.force, fabs(carried - P) / s->coulomb);
        }
        if (k == n) {
            out.creep = fabs((q.x - from) / (last * s->dt) / law - 1.0);
        }
    }
    prepared_close(&r);
    mechanism_free(m);
    return out;
}

static void expect_creep(const tac_method *method, int order)
{
    holding worst = {0.0, 0.0, 0.0, -HUGE_VAL};
    int n[] = {extent(2, 4), extent(2, 4), extent(2, 3), extent(2, 3)};
    for (int i = 0; i < n[0] * n[1] * n[2] * n[3] * 6; i++) {
        int at = i / 6;
        sample s = {.method = method,
                    .order = order,
                    .guide = (guide)(i % 3),
                    .mass = all_mass[at / (n[0] * n[1] * n[2]) % n[3]],
                    .load = all_load[at % n[0]],
                    .v0 = all_v0[at / n[0] % n[1]],
                    .dt = all_dt[at / (n[0] * n[1]) % n[2]],
                    .speed = i / 3 % 2 ? 0.1 : 0.0};
        s.coulomb = larger(10.0 * s.mass, 1.0);
        holding h = hold(&s);
        worst.creep = larger(worst.creep, h.creep);
        worst.rate = larger(worst.rate, h.rate);
        worst.force = larger(worst.force, h.force);
        double scale = 0.5 * s.mass * s.speed * s.speed + s.coulomb * creep_of(s.load, s.v0);
        worst.gain = larger(worst.gain, h.gain / scale);
    }
    cr_log_info("order %d: creep %.1e, rate %.1e, force %.1e, energy %.1e", order, worst.creep,
                worst.rate, worst.force, worst.gain);
    cr_expect_lt(worst.creep, 1e-5);
    cr_expect_lt(worst.rate, 1e-4);
    cr_expect_lt(worst.force, 1e-4);
    cr_expect_lt(worst.gain, 1e-9);
}

Test(friction, creep, .timeout = 1200)
{
    for (int order = 2; order <= 4; order++) {
        expect_creep(&tac_index3, order);
    }
}

Test(friction, creep_of_momenta, .timeout = 1200)
{
    for (int order = 2; order <= 6; order += 2) {
        expect_creep(&tac_canonical, order);
    }
}

// 1 kg at 1 m/s under 10 N stops after 50 mm, and what the law creeps meanwhile; where within a step it stops is no
// more known than that.
Test(friction, stops)
{
    static const double dts[] = {0.25e-3, 1e-3, 4e-3, 10e-3};
    for (int i = 0; i < 4 * 2 * 3; i++) {
        const tac_method *method = i % 2 ? &tac_canonical : &tac_index3;
        int order = method == &tac_index3 ? 2 + i / 2 % 3 : 2 + 2 * (i / 2 % 3);
        double dt = dts[i / 6];
        sample s = {method, order, SLIDE, 1.0, 0.0, 1e-4, dt, 1.0, 10.0};
        mechanism *m = held(&s);
        tac_options o = options_of(dt, order);
        prepared r;
        prepared_start_with(&r, method, &m->d, &o);
        prepared_run(&r, (int)(1.0 / dt + 0.5));
        coordinate q = coordinate_of(&r, SLIDE);
        double step = 10.0 * dt * dt; // what friction moves it in a step
        cr_expect_lt(fabs(q.x - 0.05), 0.5 * step + 2e-6, "order %d, %g s: %.9f m", order, dt, q.x);
        cr_expect_lt(fabs(q.rate), 1e-9, "order %d, %g s: %.1e m/s", order, dt, q.rate);
        prepared_close(&r);
        mechanism_free(m);
    }
}

// ---- many rows -----------------------------------------------------------------------------------

enum { LINKS = 6 };

// Links of a metre, level, on hinges with twice the friction that holds them, thrown upwards.
static mechanism *stiff_chain(double v0, double spin)
{
    mechanism *m = mechanism_new();
    m->d.gravity.z = -9.81;
    quat axis = about(0, -0.5 * TAC_PI);
    for (int i = 0; i < LINKS; i++) {
        int body = add_body(m, 1.0, (vec3){1e-3, 1.0 / 12.0, 1.0 / 12.0}, (vec3){i + 0.5, 0.0, 0.0},
                            upright);
        m->body[body].w.y = -spin;
        m->body[body].v.z = (i + 0.5) * spin;
    }
    for (int i = 0; i < LINKS; i++) {
        double left = LINKS - i;
        add_joint(m, TAC_REVOLUTE, i > 0 ? i - 1 : TAC_GROUND, i, (spot){{i, 0.0, 0.0}, axis});
        add_friction(m, i, TAC_ANGLE, 9.81 * left * left, v0);
    }
    return m;
}

typedef struct fall {
    double z,
        gain; // of the last link's centre over the last half second, m; most energy gained in a step, J
} fall;

static fall hang(const tac_method *method, int order, double v0, double dt, double spin)
{
    mechanism *m = stiff_chain(v0, spin);
    tac_options o = options_of(dt, order);
    prepared r;
    prepared_start_with(&r, method, &m->d, &o);
    int n = (int)(1.0 / dt + 0.5);
    double energy = HUGE_VAL;
    fall out = {0.0, 0.0};
    for (int k = 1; k <= n; k++) {
        prepared_run(&r, 1);
        tac_report p = prepared_report(&r);
        out.gain = k > 1 ? larger(out.gain, p.kinetic + p.potential - energy) : 0.0;
        energy = p.kinetic + p.potential;
        out.z += k == n / 2 ? r.s.body[LINKS - 1].r.z : k == n ? -r.s.body[LINKS - 1].r.z : 0.0;
    }
    prepared_close(&r);
    mechanism_free(m);
    return out;
}

// Against steps 32 times as short, at rest from the start and thrown at 1 rad/s, which all joints have to stop.
static void expect_hanging(const tac_method *method, int order)
{
    static const double all[] = {1e-3, 1e-2, 1e-4};
    for (int i = 0; i < extent(1, 3) * 4; i++) {
        double v0 = all[i / 4], spin = i / 2 % 2, dt = i % 2 ? 4e-3 : 1e-3;
        fall got = hang(method, order, v0, dt, spin);
        double fine = hang(&tac_index3, 2, v0, 1e-3 / extent(4, 32), spin).z;
        cr_expect_lt(fabs(got.z / fine - 1.0), 0.02, "order %d, v0 %g, %g s: %g m, not %g", order,
                     v0, dt, got.z, fine);
        cr_expect_leq(got.gain, 0.0, "order %d, v0 %g, %g s: %.1e J", order, v0, dt, got.gain);
    }
}

Test(friction, chain, .timeout = 1200)
{
    for (int order = 2; order <= 4; order++) {
        expect_hanging(&tac_index3, order);
    }
}

Test(friction, chain_of_momenta, .timeout = 1200)
{
    for (int order = 2; order <= 6; order += 2) {
        expect_hanging(&tac_canonical, order);
    }
}

// Thrown more gently and at longer steps, where all joints turn back and stop within some steps.
Test(friction, gains_nothing)
{
    static const double dts[] = {4e-3, 8e-3, 10e-3}, spins[] = {0.3, 1.7};
    for (int i = 0; i < 2 * 3 * 3 * 2; i++) {
        const tac_method *method = i % 2 ? &tac_canonical : &tac_index3;
        int order = i / 2 % 3 < 2 ? 2 : 4;
        double v0 = i / 2 % 3 == 1 ? 1e-4 : 1e-3, dt = dts[i / 6 % 3], spin = spins[i / 18];
        double gain = hang(method, order, v0, dt, spin).gain;
        cr_expect_leq(gain, 0.0, "%s, order %d, v0 %g, %g s, %g rad/s: %.1e J", method->name, order,
                      v0, dt, spin, gain);
    }
}

// One iteration does not find on which branch each of six coupled joints is, and that is said; three do, and nothing is.
Test(friction, says_what_iterations_leave)
{
    for (int i = 0; i < 4; i++) {
        const tac_method *method = i / 2 ? &tac_canonical : &tac_index3;
        int iterations = i % 2 ? 3 : 1;
        mechanism *m = stiff_chain(1e-3, 1.0);
        tac_options o = options_of(1e-3, 2);
        o.iterations = iterations;
        prepared r;
        prepared_start_with(&r, method, &m->d, &o);
        tac_worst worst = {0.0, TAC_NONE};
        for (int k = 0; k < 200; k++) {
            prepared_run(&r, 1);
            tac_report p = prepared_report(&r);
            worst =
                p.worst[TAC_FRICTION_LEFT].value > worst.value ? p.worst[TAC_FRICTION_LEFT] : worst;
        }
        double limit = tac_doubt_limit(method, &o, TAC_FRICTION_LEFT, TAC_BY_STEPS);
        cr_expect_eq(worst.value > limit, iterations == 1, "%d iterations: %g of body %d",
                     iterations, worst.value, worst.body);
        cr_expect(worst.body >= 0 && worst.body < LINKS);
        prepared_close(&r);
        mechanism_free(m);
    }
}

// What iterations leave of a force is judged by the limit of friction, which one without `coulomb` has none of.
Test(friction, without_a_limit_is_in_no_doubt)
{
    for (int i = 0; i < 6; i++) {
        static const double limits[] = {0.0, 1e-9, 1e-3};
        const tac_method *method = i % 2 ? &tac_canonical : &tac_index3;
        mechanism *m = stiff_chain(1e-3, 1.0);
        for (int k = 0; k < m->d.n_friction; k++) {
            m->friction[k].coulomb = limits[i / 2];
            m->friction[k].viscous = 1.0;
        }
        tac_options o = options_of(1e-3, 2);
        prepared r;
        prepared_start_with(&r, method, &m->d, &o);
        double worst = 0.0;
        for (int k = 0; k < 200; k++) {
            prepared_run(&r, 1);
            worst = fmax(worst, prepared_report(&r).worst[TAC_FRICTION_LEFT].value);
        }
        cr_expect(worst < tac_doubt_limit(method, &o, TAC_FRICTION_LEFT, TAC_BY_STEPS),
                  "limit %g: %g", limits[i / 2], worst);
        prepared_close(&r);
        mechanism_free(m);
    }
}

// ---- frictions that meet -------------------------------------------------------------------------

enum { MOST_BODIES = 3 };

// A crank of 0.2 m, a rod of 0.6 m and a slider, with friction in the crank's hinge, the rod's and the slide; a torque
// swings the crank.
static mechanism *crank_and_slider(double v0)
{
    const vec3 thin = {0.01, 0.01, 0.01};
    mechanism *m = mechanism_new();
    double up = 0.5, down = asin(0.2 * sin(up) / 0.6);
    vec3 tip = {0.2 * cos(up), 0.2 * sin(up), 0.0};
    vec3 end = {tip.x + 0.6 * cos(down), 0.0, 0.0};
    int crank = add_body(m, 1.0, thin, scale3(0.5, tip), about(2, up));
    int rod = add_body(m, 1.0, thin, scale3(0.5, add3(tip, end)), about(2, -down));
    int slider = add_body(m, 1.0, thin, end, upright);
    add_joint(m, TAC_REVOLUTE, TAC_GROUND, crank, (spot){origin, upright});
    add_friction(m, 0, TAC_ANGLE, 0.5, v0);
    add_joint(m, TAC_REVOLUTE, crank, rod, (spot){tip, upright});
    add_friction(m, 1, TAC_ANGLE, 0.3, v0);
    add_joint(m, TAC_PRISMATIC, TAC_GROUND, slider, (spot){end, about(1, 0.5 * TAC_PI)});
    add_friction(m, 2, TAC_SLIDE, 2.0, v0);
    add_joint(m, TAC_SPHERICAL, rod, slider, (spot){end, upright});
    m->load[add_load(m, crank, origin)].torque[2] = add_sine(m, 0.0, 2.0, 1.5);
    return m;
}

// A block on a cart on ground, 1 and 2 kg, both with friction; a force swings the block.
static mechanism *block_on_cart(double v0)
{
    const vec3 thin = {0.01, 0.01, 0.01};
    mechanism *m = mechanism_new();
    spot along = {origin, about(1, 0.5 * TAC_PI)};
    int cart = add_body(m, 2.0, thin, origin, upright);
    int block = add_body(m, 1.0, thin, origin, upright);
    add_joint(m, TAC_PRISMATIC, TAC_GROUND, cart, along);
    add_friction(m, 0, TAC_SLIDE, 3.0, v0);
    add_joint(m, TAC_PRISMATIC, cart, block, along);
    add_friction(m, 1, TAC_SLIDE, 5.0, v0);
    m->load[add_load(m, block, origin)].force[0] = add_sine(m, 0.0, 8.0, 2.0);
    return m;
}

// A block with friction on a spring, which a force swings: it sticks and slips.
static mechanism *block_on_spring(double v0)
{
    mechanism *m = mechanism_new();
    spot along = {origin, about(1, 0.5 * TAC_PI)};
    int block = add_body(m, 1.0, (vec3){0.01, 0.01, 0.01}, origin, upright);
    add_joint(m, TAC_PRISMATIC, TAC_GROUND, block, along);
    add_friction(m, 0, TAC_SLIDE, 3.0, v0);
    add_spring(m, TAC_SLIDE, TAC_GROUND, along, block, along, 100.0, 0.0);
    m->load[add_load(m, block, origin)].force[0] = add_sine(m, 0.0, 5.0, 2.0);
    return m;
}

typedef struct meeting {
    const char *what;
    mechanism *(*build)(double v0);
    double off[2]; // m, bounds after a second at 1 and 4 ms
} meeting;

static const meeting meetings[] = {{"crank and slider", crank_and_slider, {1.3e-5, 1.3e-4}},
                                   {"block on a cart", block_on_cart, {9e-5, 1.2e-3}},
                                   {"block on a spring", block_on_spring, {8e-5, 4.2e-4}}};

typedef struct places {
    int n;
    vec3 r[MOST_BODIES];
} places;

static places after_a_second(const mechanism *m, const tac_method *method, int order, double dt)
{
    places p = {m->d.n_body, {origin}};
    tac_options o = options_of(dt, order);
    prepared r;
    prepared_start_with(&r, method, &m->d, &o);
    prepared_run(&r, (int)(1.0 / dt + 0.5));
    for (int i = 0; i < p.n; i++) {
        p.r[i] = r.s.body[i].r;
    }
    prepared_close(&r);
    return p;
}

static double apart(const places *a, const places *b)
{
    double most = 0.0;
    for (int i = 0; i < a->n; i++) {
        most = larger(most, norm3(sub3(a->r[i], b->r[i])));
    }
    return most;
}

// Against steps 32 times as short. What is off is when within a step something stops.
Test(friction, meetings, .timeout = 1200)
{
    static const double all[] = {1e-3, 1e-2, 1e-4};
    for (int i = 0; i < 3 * 3; i++) {
        const meeting *w = &meetings[i % 3];
        mechanism *m = w->build(all[i / 3]);
        places fine = after_a_second(m, &tac_index3, 2, 1e-3 / 32);
        for (int j = 0; j < 2 * 2 * 3; j++) {
            const tac_method *method = j / 2 % 2 ? &tac_canonical : &tac_index3;
            int order = method == &tac_index3 ? 2 + j / 4 : 2 + 2 * (j / 4);
            double dt = j % 2 ? 4e-3 : 1e-3;
            places p = after_a_second(m, method, order, dt);
            double off = apart(&p, &fine);
            cr_expect_lt(off, w->off[j % 2], "%s, %s, order %d, v0 %g, %g s: %.1e m", w->what,
                         method->name, order, all[i / 3], dt, off);
        }
        mechanism_free(m);
    }
}

// ---- orders --------------------------------------------------------------------------------------

// Where 1 kg is after 0.4 s under friction of 5 N that the step resolves, from 2 m/s on.
static double resolved(int order, double dt)
{
    sample s = {&tac_index3, order, SLIDE, 1.0, 0.1, 0.3, dt, 2.0, 5.0};
    mechanism *m = held(&s);
    tac_options o = options_of(dt, order);
    prepared r;
    prepared_start_with(&r, s.method, &m->d, &o);
    prepared_run(&r, (int)(0.4 / dt + 0.5));
    double x = coordinate_of(&r, SLIDE).x;
    prepared_close(&r);
    mechanism_free(m);
    return x;
}

Test(friction, keeps_its_order)
{
    double exact = resolved(4, 0.5e-3);
    for (int order = 2; order <= 4; order++) {
        double coarse = fabs(resolved(order, 20e-3) - exact);
        double fine = fabs(resolved(order, 5e-3) - exact), found = 0.5 * log2(coarse / fine);
        cr_log_info("order %d: %.1e, %.1e m", order, coarse, fine);
        cr_expect_gt(found, order - 0.1, "order %d: %.2f", order, found);
        cr_expect_lt(coarse, order == 2 ? 4e-5 : 2e-7, "order %d: %.1e m", order, coarse);
    }
}

// By how much the rate of 1 kg is off after 0.4 s, from 10 m/s on, where a limit of 2 N and 5 N s/m slow it down: at rest the
// former is far too steep for any step, and the latter acted by the rate at the end of each for it.
static double slowed_down(const tac_method *method, int order, double dt)
{
    sample s = {method, order, SLIDE, 1.0, 0.0, 1e-4, dt, 10.0, 2.0};
    mechanism *m = held(&s);
    m->friction[0].viscous = 5.0;
    tac_options o = options_of(dt, order);
    prepared r;
    prepared_start_with(&r, method, &m->d, &o);
    prepared_run(&r, (int)(0.4 / dt + 0.5));
    double off = coordinate_of(&r, SLIDE).rate - ((10.0 + 2.0 / 5.0) * exp(-5.0 * 0.4) - 2.0 / 5.0);
    prepared_close(&r);
    mechanism_free(m);
    return fabs(off);
}

Test(friction, with_a_viscous_part_keeps_its_order)
{
    static const struct {
        const tac_method *method;
        int order;
        double most; // m/s
    } all[] = {{&tac_index3, 2, 3e-4},
               {&tac_index3, 3, 3e-8},
               {&tac_index3, 4, 3e-8},
               {&tac_canonical, 2, 3e-4},
               {&tac_canonical, 4, 3e-8}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        double coarse = slowed_down(all[i].method, all[i].order, 20e-3);
        double fine = slowed_down(all[i].method, all[i].order, 5e-3);
        cr_log_info("%s, order %d: %.1e, %.1e m/s", all[i].method->name, all[i].order, coarse,
                    fine);
        cr_expect_lt(fine, all[i].most, "%s, order %d: %.1e m/s", all[i].method->name, all[i].order,
                     fine);
        cr_expect(fine < 1e-9 || 0.5 * log2(coarse / fine) > all[i].order - 0.3,
                  "%s, order %d: %.1e, %.1e m/s", all[i].method->name, all[i].order, coarse, fine);
    }
}
