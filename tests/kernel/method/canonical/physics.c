// test: canonical.physics unit
// What the canonical step is there for: spin, energy over long times, dampers and friction of any strength.
#include <criterion/criterion.h>
#include <math.h>

#include "elementary.h"
#include "heavy_chain.h"
#include "prepared.h"

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

static double energy(const prepared *r)
{
    tac_report p = prepared_report(r);
    return p.kinetic + p.potential;
}

// ---- rotations ---------------------------------------------------------------------------------

// A shaft on a hinge along z, its centre of mass off the axis.
static mechanism *rotor(double rpm, double off)
{
    mechanism *m = mechanism_new();
    double w = rpm * TAC_PI / 30.0;
    int i = add_body(m, 2.0, (vec3){0.002, 0.002, 0.003}, (vec3){off, 0.0, 0.0}, upright);
    m->body[i].w = (vec3){0.0, 0.0, w};
    m->body[i].v = (vec3){0.0, w * off, 0.0};
    add_joint(m, TAC_REVOLUTE, TAC_GROUND, i, (spot){origin, upright});
    return m;
}

// Largest loss of spin, relative, and error of the angle over the turns made.
typedef struct spin_error {
    double spin, angle;
} spin_error;

static spin_error spin(double rpm, double off, int order, double duration)
{
    mechanism *m = rotor(rpm, off);
    tac_options o = canonical_options(1e-3, order);
    prepared r;
    open_started(&r, m, &o);
    double w = rpm * TAC_PI / 30.0;
    spin_error worst = {0.0, 0.0};
    int n = (int)(duration / o.dt);
    for (int k = 0; k < n; k++) {
        prepared_run(&r, 1);
        worst.spin = fmax(worst.spin, fabs(r.s.body[0].w.z / w - 1.0));
    }
    quat p = r.s.body[0].p;
    double angle = 2.0 * tac_atan2(p.e3, p.e0) - w * duration;
    worst.angle = fabs(angle - 2.0 * TAC_PI * floor(angle / (2.0 * TAC_PI) + 0.5)) / (w * duration);
    prepared_close(&r);
    mechanism_free(m);
    return worst;
}

Test(physics, rotors_keep_their_spin)
{
    static const double all_rpm[] = {300.0, 6000.0, 20000.0};
    for (int i = 0; i < 3; i++) {
        for (int order = 2; order <= 6; order += 2) {
            spin_error on = spin(all_rpm[i], 0.0, order, 5.0);
            cr_expect_lt(on.spin, 1e-10, "%g rpm, order %d: %.1e", all_rpm[i], order, on.spin);
            cr_expect_lt(on.angle, 1e-9, "%g rpm, order %d: %.1e", all_rpm[i], order, on.angle);
            spin_error off = spin(all_rpm[i], 1e-3, order, 5.0);
            cr_expect_lt(off.spin, i < 2 ? 1e-8 : 1e-5, "1 mm off, %g rpm, order %d: %.1e",
                         all_rpm[i], order, off.spin);
        }
    }
}

// For a minute at 6000 rpm; with its centre of mass 1 mm off the axis, in gravity, energy swings and stays.
Test(physics, a_rotor_turns_for_a_minute)
{
    spin_error on = spin(6000.0, 0.0, 2, 60.0);
    cr_expect_lt(on.spin, 1e-9, "%.1e", on.spin);
    cr_expect_lt(on.angle, 1e-6, "%.1e", on.angle);
    mechanism *m = rotor(6000.0, 1e-3);
    m->d.gravity = (vec3){0.0, -9.81, 0.0};
    tac_options o = canonical_options(1e-3, 2);
    prepared r;
    open_started(&r, m, &o);
    double before = energy(&r), worst = 0.0;
    for (int k = 0; k < 60000; k++) {
        prepared_run(&r, 1);
        worst = fmax(worst, fabs(energy(&r) - before));
    }
    cr_expect_lt(worst, 1e-3, "%.1e J of %.0f", worst, before);
    prepared_close(&r);
    mechanism_free(m);
}

// Tumbling about the middle axis: energy swings and stays, the world's angular momentum is kept.
Test(physics, a_tumbling_body_stays_on_its_energy)
{
    mechanism *m = mechanism_new();
    int i = add_body(m, 1.0, (vec3){1.0, 2.0, 3.0}, origin, (quat){0.5, 0.5, 0.5, 0.5});
    m->body[i].w = (vec3){1e-3, 5.0, 0.0};
    tac_options o = canonical_options(1e-2, 2);
    prepared r;
    open_started(&r, m, &o);
    double before = energy(&r), worst = 0.0, moved = 0.0;
    vec3 L = mul3(rotation(r.s.body[0].p), mul3(r.m->bodies.J[0], r.s.body[0].w));
    for (int k = 0; k < 2000; k++) {
        prepared_run(&r, 1);
        vec3 now = mul3(rotation(r.s.body[0].p), mul3(r.m->bodies.J[0], r.s.body[0].w));
        worst = fmax(worst, fabs(energy(&r) - before));
        moved = fmax(moved, norm3(sub3(now, L)));
    }
    cr_expect_lt(worst, 1e-3, "%.1e J", worst);
    cr_expect_lt(moved, 1e-11, "%.1e", moved);
    prepared_close(&r);
    mechanism_free(m);
}

// A body whose inertia is given in axes that are not its own moves as in its own.
Test(physics, any_axes_of_inertia_do)
{
    quat turn = unitq((quat){0.9, 0.2, -0.3, 0.1});
    vec3 end[2];
    for (int k = 0; k < 2; k++) {
        mechanism *m = mechanism_new();
        int i = add_body(m, 1.0, (vec3){1.0, 2.0, 3.5}, origin, k ? conjq(turn) : upright);
        mat3 R = rotation(turn), J = {{1.0, 0.0, 0.0}, {0.0, 2.0, 0.0}, {0.0, 0.0, 3.5}};
        vec3 w = {1.0, 2.0, 0.5};
        if (k) { // body axes turned against the principal ones
            mat3 T = mulm3(mulm3(R, J), (mat3){col3(R, 0), col3(R, 1), col3(R, 2)});
            const double all[] = {T.x.x, T.y.y, T.z.z, T.x.y, T.x.z, T.y.z};
            for (int f = 0; f < 6; f++) {
                m->body[i].J[f] = all[f];
            }
            w = mul3(R, w);
        }
        m->body[i].w = w;
        tac_options o = canonical_options(2e-3, 4);
        prepared r;
        open_started(&r, m, &o);
        prepared_run(&r, 500);
        end[k] = mul3(rotation(r.s.body[0].p), r.s.body[0].w);
        prepared_close(&r);
        mechanism_free(m);
    }
    cr_expect_lt(norm3(sub3(end[0], end[1])), 1e-11, "%.1e", norm3(sub3(end[0], end[1])));
}

// ---- dampers, friction -------------------------------------------------------------------------

static void add_damper(mechanism *m, int body, double c)
{
    int s = add_spring(m, TAC_ANGLE, TAC_GROUND, (spot){origin, upright}, body,
                       (spot){m->body[body].r, upright}, 0.0, c);
    m->spring[s].implicit = 1;
}

// Largest error against the exponential, and how far the rate goes below zero.
typedef struct slowing {
    double error, below;
} slowing;

static slowing slow_down(double c, double dt)
{
    mechanism *m = mechanism_new();
    int i = add_body(m, 1.0, (vec3){1.0, 1.0, 1.3}, origin, upright);
    m->body[i].w = (vec3){0.0, 0.0, 40.0};
    add_joint(m, TAC_REVOLUTE, TAC_GROUND, i, (spot){origin, upright});
    add_damper(m, i, c);
    tac_options o = canonical_options(dt, 2);
    prepared r;
    open_started(&r, m, &o);
    slowing out = {0.0, 0.0};
    for (int k = 1; k <= (int)(0.1 / dt + 0.5); k++) {
        prepared_run(&r, 1);
        double w = r.s.body[0].w.z;
        out.error = fmax(out.error, fabs(w - 40.0 * exp(-c / 1.3 * k * dt)));
        out.below = fmax(out.below, -w);
    }
    prepared_close(&r);
    mechanism_free(m);
    return out;
}

Test(physics, dampers_of_any_strength_damp)
{
    for (double c = 1.0; c < 2e9; c *= 1.5) {
        slowing s = slow_down(c, 1e-3);
        cr_expect_lt(s.below, 1e-12, "%g N m s: %.1e rad/s below zero", c, s.below);
        cr_expect_lt(s.error, c < 120.0 ? 1e-2 : 4.0, "%g N m s: %.1e rad/s", c, s.error);
    }
    cr_expect_lt(slow_down(100.0, 1e-3).error, 5e-3, "%.2e", slow_down(100.0, 1e-3).error);
    double coarse = slow_down(100.0, 1e-3).error, fine = slow_down(100.0, 0.5e-3).error;
    cr_expect_gt(log2(coarse / fine), 1.9, "order %.2f", log2(coarse / fine));
}

// A block on a slope that friction holds creeps as the regularised law says, however sharp that is.
Test(physics, friction_creeps_as_its_law_says)
{
    for (double v0 = 1e-2; v0 > 1e-9; v0 *= 0.1) {
        mechanism *m = mechanism_new();
        m->d.gravity = (vec3){9.81 * 0.19611613513818404, 0.0, -9.81 * 0.98058067569092};
        int i = add_body(m, 1.0, (vec3){0.01, 0.01, 0.01}, origin, upright);
        spot along = {origin, about(1, 0.5 * TAC_PI)};
        add_joint(m, TAC_PRISMATIC, TAC_GROUND, i, along);
        double Fc = 3.85, drive = 9.81 * 0.19611613513818404, s = drive / Fc;
        m->friction[m->d.n_friction++] = (tac_friction_desc){.coordinate = TAC_SLIDE,
                                                             .a = m->joint[0].a,
                                                             .b = m->joint[0].b,
                                                             .coulomb = Fc,
                                                             .v0 = v0};
        tac_options o = options_with(1e-3, 3);
        prepared r;
        open_started(&r, m, &o);
        prepared_run(&r, 4000);
        double x = r.s.body[0].r.x;
        prepared_run(&r, 1000);
        double creep = (r.s.body[0].r.x - x) / v0, law = s / sqrt(1.0 - s * s);
        cr_expect_lt(fabs(creep / law - 1.0), 1e-6, "v0 %g: %g, %g", v0, creep, law);
        prepared_close(&r);
        mechanism_free(m);
    }
}

// ---- drives ------------------------------------------------------------------------------------

// The crank of a crank and slider is where this source has it: 20 t + 3 sin 5 t, in rad.
static int add_turning(mechanism *m)
{
    int *term = m->source_term;
    term[0] = add_source(m, (tac_source_desc){.kind = TAC_RAMP, .c = {0.0, 400.0, 0.0, 20.0}});
    term[1] = add_sine(m, 0.0, 3.0, 2.5 / TAC_PI);
    m->d.n_source_term = 2;
    return add_source(
        m, (tac_source_desc){.kind = TAC_SUM, .c = {0.0, 1.0}, .first_term = 0, .n_term = 2});
}

typedef struct slider_error {
    double position, velocity; // m, m/s, most of any step
} slider_error;

static slider_error off_slider(const mechanism *m, int slider, int order)
{
    tac_options o = canonical_options(1e-3, order);
    prepared r;
    open_started(&r, m, &o);
    slider_error off = {0.0, 0.0};
    for (int k = 1; k <= 10000; k++) {
        prepared_run(&r, 1);
        double t = k * o.dt, a = 20.0 * t + 3.0 * sin(5.0 * t), ad = 20.0 + 15.0 * cos(5.0 * t);
        double y = 0.1 * sin(a), along = sqrt(0.09 - y * y);
        double x = 0.1 * cos(a) + along;
        double xd = -0.1 * sin(a) * ad - y * 0.1 * cos(a) * ad / along;
        off.position = fmax(off.position, fabs(r.s.body[slider].r.x - x));
        off.velocity = fmax(off.velocity, fabs(r.s.body[slider].v.x - xd));
    }
    prepared_close(&r);
    return off;
}

// A driven crank, a rod and a slider: what is fully driven has no error but what iterations leave.
Test(physics, a_driven_slider_is_where_it_must_be)
{
    mechanism *m = mechanism_new();
    spot upwards = {origin, upright};
    int crank = add_body(m, 1.0, (vec3){0.01, 0.01, 0.01}, (vec3){0.05, 0.0, 0.0}, upright);
    int rod = add_body(m, 1.0, (vec3){0.01, 0.01, 0.01}, (vec3){0.25, 0.0, 0.0}, upright);
    int slider = add_body(m, 1.0, (vec3){0.01, 0.01, 0.01}, (vec3){0.4, 0.0, 0.0}, upright);
    int hinge = add_joint(m, TAC_REVOLUTE, TAC_GROUND, crank, upwards);
    m->joint[hinge].drive_angle = add_turning(m);
    add_joint(m, TAC_REVOLUTE, crank, rod, (spot){{0.1, 0.0, 0.0}, upright});
    add_joint(m, TAC_SPHERICAL, rod, slider, (spot){{0.4, 0.0, 0.0}, upright});
    add_joint(m, TAC_PRISMATIC, TAC_GROUND, slider,
              (spot){{0.4, 0.0, 0.0}, about(1, 0.5 * TAC_PI)});
    for (int order = 2; order <= 6; order += 2) {
        slider_error off = off_slider(m, slider, order);
        cr_expect_lt(off.position, 1e-10, "order %d: %.1e m", order, off.position);
        cr_expect_lt(off.velocity, 1e-8, "order %d: %.1e m/s", order, off.velocity);
    }
    mechanism_free(m);
}

// ---- mass ratios -------------------------------------------------------------------------------

enum { CHAINED = 8 };

typedef struct fallen {
    vec3 r[CHAINED];
} fallen;

static fallen fall_for(const mechanism *m, const tac_method *method, int order, double dt,
                       double penalty)
{
    fallen f;
    tac_options o = options_with(dt, method == &tac_canonical ? 2 : 3);
    o.order = order;
    o.penalty = penalty;
    prepared r;
    prepared_start_with(&r, method, &m->d, &o);
    prepared_run(&r, (int)(2.0 / dt + 0.5));
    for (int i = 0; i < CHAINED; i++) {
        f.r[i] = r.s.body[i].r;
    }
    prepared_close(&r);
    return f;
}

static double apart(const fallen *a, const fallen *b)
{
    double most = 0.0;
    for (int i = 0; i < CHAINED; i++) {
        most = fmax(most, norm3(sub3(a->r[i], b->r[i])));
    }
    return most;
}

Test(physics, every_second_link_is_heavy)
{
    mechanism *m = mechanism_new();
    (void)add_heavy_chain(
        m, &(heavy_chain){
               .n = CHAINED, .every = 2, .up = 0.2, .down = -0.3, .heavy = 1e4, .inertia = 1.0});
    fallen fine = fall_for(m, &tac_index3, 4, 0.25e-3, 1e7);
    static const double dt[] = {2e-3, 1e-3, 1e-3, 1e-3}, bound[] = {1e-4, 2.5e-5, 1e-5, 1e-7};
    for (int k = 0; k < 4; k++) { // what compliances leave of order 4 is 3e-6
        fallen f = fall_for(m, &tac_canonical, k < 2 ? 2 : 4, dt[k], k < 3 ? 1e7 : 1e9);
        cr_expect_lt(apart(&f, &fine), bound[k], "case %d: %.1e m", k, apart(&f, &fine));
    }
    mechanism_free(m);
}
