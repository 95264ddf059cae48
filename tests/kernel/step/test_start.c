// The consistent start: what is nearly right is put right, what cannot be is refused by name, and
// the accelerations it ends with satisfy the equations of motion.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "elementary.h"
#include "model/law.h"
#include "observe.h"
#include "prepared.h"
#include "random_model.h"
#include "single_rows.h"

static double largest(vec3 a)
{
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

// ---- positions and velocities ------------------------------------------------------------------

// Residuals over the constraint rows of the state, evaluated here.
static void residuals(const prepared *r, double *position, double *velocity)
{
    const tac_model *m = r->m;
    *position = *velocity = 0.0;
    for (int i = 0; i < m->n_joint; i++) {
        const tac_element *e = &m->element[i];
        tac_pose pose[2];
        tac_slot slot[2][TAC_MAX_ROWS];
        double phi[TAC_MAX_ROWS], phi_t[TAC_MAX_ROWS];
        for (int side = 0; side < 2; side++) {
            int b = e->body[side];
            pose[side] = (tac_pose){origin, rotation(upright), upright, origin, origin};
            if (b < m->n_body) {
                pose[side] = (tac_pose){r->s.body[b].r, rotation(r->s.body[b].p), r->s.body[b].p,
                                        r->s.body[b].v, r->s.body[b].w};
            }
        }
        double before = e->angle == TAC_NONE ? 0.0 : r->s.angle[e->angle];
        double angle = tac_element_angle(e, &pose[0], &pose[1], before);
        tac_rows_position(e, &pose[0], &pose[1], r->w->space->step.signal, angle, slot[0], slot[1],
                          phi, phi_t);
        for (int k = 0; k < e->n_row; k++) {
            double rate = phi_t[k] + tac_slot_dot(&slot[0][k], pose[0].v, pose[0].w) +
                          tac_slot_dot(&slot[1][k], pose[1].v, pose[1].w);
            *position = fmax(*position, fabs(phi[k]));
            *velocity = fmax(*velocity, fabs(rate));
        }
    }
}

static void random_recipe(mechanism *m, rng *g, int drives)
{
    recipe r = {.kinds = ALL_KINDS, .drives = drives, .speed = 1.0, .gravity = 9.81};
    r.shape = (shape)uniform_int(g, N_SHAPE);
    r.n_body = 1 + uniform_int(g, 10);
    r.floating = chance(g, 0.2);
    r.laws = uniform_int(g, 6);
    random_model(m, g, &r);
}

// Length and angle of a generated mechanism are of order one; so are the residuals' scales.
Test(start, disturbed_mechanisms_are_put_together_again)
{
    mechanism *m = mechanism_new();
    rng g = {1};
    double worst_position = 0.0, worst_velocity = 0.0, furthest = 0.0;
    int most = 0;
    for (int k = 0; k < 500; k++) {
        random_recipe(m, &g, 0);
        double off = uniform(&g, 0.0, 0.08), position, velocity;
        disturb(m, &g, off, off);
        tac_options o = tac_default_options();
        prepared r;
        prepared_start(&r, &m->d, &o);
        residuals(&r, &position, &velocity);
        worst_position = fmax(worst_position, position);
        worst_velocity = fmax(worst_velocity, velocity);
        furthest = fmax(furthest, r.started.residual_before);
        most = r.started.iterations > most ? r.started.iterations : most;
        prepared_close(&r);
    }
    cr_log_info("open by up to %.2f, closed to %.1e in up to %d corrections; rates %.1e", furthest,
                worst_position, most, worst_velocity);
    cr_expect_gt(furthest, 0.3);
    cr_expect_lt(worst_position, 1e-12);
    cr_expect_lt(worst_velocity, 1e-11);
    cr_expect_lt(most, 50);
    mechanism_free(m);
}

// The report says how far the given start was off: recomputed from before and after.
Test(start, report_measures_the_correction)
{
    mechanism *m = mechanism_new();
    rng g = {2};
    for (int k = 0; k < 100; k++) {
        random_recipe(m, &g, 0);
        disturb(m, &g, 0.03, 0.03);
        tac_options o = tac_default_options();
        prepared r;
        prepared_start(&r, &m->d, &o);
        double shift = 0.0, turn = 0.0, speed = 0.0, spin = 0.0;
        int shifted = TAC_NONE;
        for (int i = 0; i < m->d.n_body; i++) {
            const tac_body_desc *b = &m->body[i];
            quat q = mulq(conjq(b->p), r.s.body[i].p);
            double by = norm3(sub3(r.s.body[i].r, b->r));
            shifted = by > shift ? i : shifted;
            shift = fmax(shift, by);
            turn = fmax(turn, 2.0 * asin(sqrt(q.e1 * q.e1 + q.e2 * q.e2 + q.e3 * q.e3)));
            speed = fmax(speed, norm3(sub3(r.s.body[i].v, b->v)));
            spin = fmax(spin, norm3(sub3(r.s.body[i].w, b->w)));
        }
        cr_expect_lt(fabs(r.started.max_shift - shift), 1e-12);
        cr_expect_eq(r.started.shifted_body, shifted);
        cr_expect_lt(fabs(r.started.max_turn - turn), 1e-3); // sine for angle
        cr_expect_lt(fabs(r.started.max_velocity_change - speed), 1e-12);
        cr_expect_lt(fabs(r.started.max_spin_change - spin), 1e-12);
        cr_expect_lt(r.started.residual_after, 1e-11);
        prepared_close(&r);
    }
    mechanism_free(m);
}

// What holds already stays where it is.
Test(start, consistent_positions_are_kept)
{
    mechanism *m = mechanism_new();
    rng g = {3};
    double worst = 0.0;
    for (int k = 0; k < 100; k++) {
        random_recipe(m, &g, 0);
        tac_options o = tac_default_options();
        prepared r;
        prepared_start(&r, &m->d, &o);
        worst = fmax(worst, r.started.max_shift);
        prepared_close(&r);
    }
    cr_log_info("largest shift %.1e", worst);
    cr_expect_lt(worst, 1e-12);
    mechanism_free(m);
}

// ---- impossible starts -------------------------------------------------------------------------

static tac_status try(const mechanism *m, tac_start_report *report)
{
    tac_options o = tac_default_options();
    prepared r;
    prepared_open(&r, &m->d, &o);
    tac_state before = state_copy(&r);
    tac_status s = r.method->start(r.w, &r.s, NULL, report);
    if (s.code != TAC_OK) {
        cr_expect_eq(memcmp(before.data, r.s.data, before.size), 0, "a refused start left traces");
    }
    state_free(&before);
    prepared_close(&r);
    return s;
}

// Two bodies on pins 3 m apart, each reaching 1 m, tied by a rod of 0.5 m: 0.5 m are missing.
Test(start, rods_that_do_not_reach_are_refused)
{
    mechanism *m = mechanism_new();
    for (int i = 0; i < 2; i++) {
        vec3 pin = {3.0 * i, 0.0, 0.0}, tip = {3.0 * i + (i ? -0.7 : 0.7), 0.7, 0.0};
        add_body(m, 1.0, (vec3){0.1, 0.1, 0.1}, scale3(0.5, add3(pin, tip)), upright);
        add_joint(m, TAC_SPHERICAL, TAC_GROUND, i, (spot){pin, upright});
    }
    add_joint_between(m, TAC_ROD, 0, (spot){{0.7, 0.7, 0.0}, upright}, 1,
                      (spot){{2.3, 0.7, 0.0}, upright});
    m->joint[2].length = 0.5;
    tac_start_report report;
    tac_status s = try(m, &report);
    cr_log_info("joint %d open by %.4f m after %d corrections", s.index, s.value,
                report.iterations);
    cr_expect_eq(s.code, TAC_INCONSISTENT);
    cr_expect_eq(s.subject, TAC_JOINT);
    cr_expect(s.index >= 0 && s.index < 3);
    cr_expect(s.value > 0.05 && s.value < 0.6);
    mechanism_free(m);
}

// Crank 1 m, rocker 1 m, 4 m between them, coupler 1 m: one of the four joints stays open.
Test(start, four_bars_that_do_not_close_are_refused)
{
    mechanism *m = mechanism_new();
    rng g = {4};
    vec3 at[4] = {{0.0, 0.0, 0.0}, {0.3, 0.95, 0.0}, {3.7, 0.95, 0.0}, {4.0, 0.0, 0.0}};
    for (int i = 0; i < 3; i++) {
        add_body(m, 1.0, (vec3){0.1, 0.1, 0.1}, scale3(0.5, add3(at[i], at[i + 1])),
                 random_quat(&g));
    }
    add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){9.0, 9.0, 9.0}, upright); // not concerned
    add_joint(m, TAC_SPHERICAL, TAC_GROUND, 3, (spot){{9.0, 9.0, 8.0}, upright});
    for (int i = 0; i < 4; i++) {
        add_joint(m, TAC_REVOLUTE, i - 1, i < 3 ? i : TAC_GROUND, (spot){at[i], upright});
    }
    // the coupler's ends come 2.4 m closer to each other
    m->joint[2].b.s = scale3(0.3, m->joint[2].b.s);
    m->joint[3].a.s = scale3(0.3, m->joint[3].a.s);
    tac_start_report report;
    tac_status s = try(m, &report);
    cr_log_info("joint %d open by %.4f m after %d corrections", s.index, s.value,
                report.iterations);
    cr_expect_eq(s.code, TAC_INCONSISTENT);
    cr_expect_eq(s.subject, TAC_JOINT);
    cr_expect(s.index >= 1 && s.index <= 4);
    cr_expect_gt(s.value, 0.1);
    mechanism_free(m);
}

// Axes that should be the same are normal or opposite there, and the rows hold: half a turn about an
// axis, a third of one about a diagonal.
Test(start, bodies_turned_far_from_their_joint_are_refused)
{
    static const double d = 0.57735026918962576;
    static const vec3 axis[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {d, d, d},
                                {d, -d, -d},     {-d, d, -d},     {-d, -d, d}};
    static const tac_joint_kind kind[] = {TAC_FIXED, TAC_PRISMATIC};
    for (int k = 0; k < 14; k++) {
        mechanism *m = mechanism_new();
        double turn = k % 7 < 3 ? TAC_PI : TAC_PI / 1.5;
        tac_sincos_pair near = tac_sincos(0.5 * turn - 0.1);
        vec3 v = scale3(near.sin, axis[k % 7]);
        quat q = {near.cos, v.x, v.y, v.z};
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, origin, q);
        add_joint_between(m, kind[k / 7], TAC_GROUND, (spot){origin, upright}, 0,
                          (spot){origin, q});
        tac_start_report report;
        tac_status s = try(m, &report);
        cr_expect(s.code == TAC_INCONSISTENT && s.subject == TAC_JOINT, "axis %d", k);
        cr_expect_float_eq(s.value, turn, 1e-12, "axis %d: %g", k, s.value);
        mechanism_free(m);
    }
}

// ---- angles ------------------------------------------------------------------------------------

Test(start, driven_angles_begin_on_the_turn_of_their_drive)
{
    static const double drive[] = {0.3, -0.3, 7.0 * TAC_PI + 0.3, -40.5, 3.1};
    for (int k = 0; k < 5; k++) {
        mechanism *m = mechanism_new();
        spot axis = {origin, about(1, 0.4)};
        double near = drive[k] + 0.2; // the given start is a bit off the drive
        quat turned = mulq(axis.axes, about(2, near));
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, origin, upright);
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, origin, upright);
        int j = add_joint_between(m, TAC_REVOLUTE, TAC_GROUND, axis, 0, (spot){origin, turned});
        int free = add_joint_between(m, TAC_REVOLUTE, TAC_GROUND, axis, 1, (spot){origin, turned});
        m->joint[j].drive_angle = add_constant(m, drive[k]);
        tac_options o = tac_default_options();
        prepared r;
        prepared_start(&r, &m->d, &o);
        double q[TAC_MAX_COORDINATES], qd[TAC_MAX_COORDINATES];
        tac_joint_coordinates(r.m, &r.s, j, q, qd);
        cr_expect_lt(fabs(q[0] - drive[k]), 1e-12, "%.17g is not %.17g", q[0], drive[k]);
        tac_joint_coordinates(r.m, &r.s, free, q, qd);
        cr_expect_leq(fabs(q[0]), TAC_PI);
        cr_expect_lt(fabs(single_twist(about(2, near), q[0]) - q[0]), 1e-12);
        prepared_close(&r);
        mechanism_free(m);
    }
}

Test(start, drives_set_velocities)
{
    mechanism *m = mechanism_new();
    add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){1.0, 0.0, 0.0}, upright);
    int j = add_joint(m, TAC_REVOLUTE, TAC_GROUND, 0, (spot){origin, upright});
    m->joint[j].drive_angle = add_sine(m, 0.0, 0.5, 2.0);
    tac_options o = tac_default_options();
    prepared r;
    prepared_start(&r, &m->d, &o);
    double rate = 0.5 * 4.0 * TAC_PI;
    cr_expect_lt(fabs(r.s.body[0].w.z - rate), 1e-12);
    cr_expect_lt(fabs(r.s.body[0].v.y - rate), 1e-12);
    cr_expect_lt(fabs(r.s.body[0].a.x + rate * rate), 1e-10);
    prepared_close(&r);
    mechanism_free(m);
}

// ---- accelerations -----------------------------------------------------------------------------

static double signal_value(const tac_workspace *w, int source)
{
    return source == TAC_NONE ? 0.0 : w->step.signal[source].x;
}

// Load and weight on body i: force in world axes, torque about the centre of mass in body axes.
static tac_slot external(const prepared *r, const mechanism *m, int i)
{
    mat3 A = rotation(r->s.body[i].p);
    tac_slot q = {scale3(m->body[i].mass, m->d.gravity), origin};
    for (int k = 0; k < m->d.n_load; k++) {
        const tac_load_desc *load = &m->load[k];
        double c[6];
        for (int n = 0; n < 3; n++) {
            c[n] = signal_value(r->w->space, load->force[n]);
            c[3 + n] = signal_value(r->w->space, load->torque[n]);
        }
        vec3 f = {c[0], c[1], c[2]}, n = {c[3], c[4], c[5]};
        if (load->in_body) { // to world axes
            mat3 X = mulm3(A, rotation(load->at.q));
            f = mul3(X, f);
            n = mul3(X, n);
        }
        if (load->at.body == i) {
            q.l = add3(q.l, f);
            n = add3(n, cross3(mul3(A, load->at.s), f));
            q.a = add3(q.a, tmul3(A, n));
        }
    }
    return q;
}

// Phi^T lambda on one body.
static tac_slot reaction(const prepared *r, int body)
{
    const tac_model *m = r->m;
    tac_slot sum = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int k = m->bodies.slot_first[body]; k < m->bodies.slot_first[body + 1]; k++) {
        int row = m->bodies.slot_row[k];
        tac_slot J =
            tac_row_slot(r->w->space, row, m->element[m->rows.row_element[row]].body[1] == body);
        sum.l = axpy3(r->s.lambda[row], J.l, sum.l);
        sum.a = axpy3(r->s.lambda[row], J.a, sum.a);
    }
    return sum;
}

// Largest violation of M a + Phi^T lambda = Q and J wd + w x J w + Phi^T lambda = N.
static double dynamics_error(const prepared *r, const mechanism *m)
{
    double worst = 0.0, size = 1.0;
    for (int i = 0; i < m->d.n_body; i++) {
        tac_slot q = external(r, m, i), react = reaction(r, i);
        mat3 J = tac_symmetric(m->body[i].J);
        vec3 w = r->s.body[i].w;
        vec3 spin = add3(mul3(J, r->s.body[i].wd), cross3(w, mul3(J, w)));
        vec3 force = sub3(add3(scale3(m->body[i].mass, r->s.body[i].a), react.l), q.l);
        vec3 torque = sub3(add3(spin, react.a), q.a);
        worst = fmax(worst, fmax(largest(force), largest(torque)));
        size = fmax(size, fmax(largest(react.l), largest(react.a)));
    }
    return worst / size;
}

// Largest violation of Phi a = gamma over the joints, and of lambda = f over the laws.
static double constraint_error(const prepared *r, double *law_error)
{
    const tac_workspace *w = r->w->space;
    double worst = 0.0, size = 1.0;
    *law_error = 0.0;
    for (int i = 0; i < r->m->n_element; i++) {
        const tac_element *e = &r->m->element[i];
        double gamma[TAC_MAX_ROWS], f[TAC_MAX_ROWS], fx[TAC_MAX_ROWS], fxd[TAC_MAX_ROWS];
        tac_pose pa = tac_body_pose(w, e->body[0]), pb = tac_body_pose(w, e->body[1]);
        single_gamma(e, &pa, &pb, w->step.signal, gamma);
        if (e->what != TAC_JOINTS) {
            double x[TAC_MAX_ROWS], xd[TAC_MAX_ROWS];
            for (int k = 0; k < e->n_row; k++) {
                x[k] = *tac_row_field(w, e->row + k, R_PHI);
                xd[k] = *tac_row_field(w, e->row + k, R_RATE);
            }
            tac_law(r->m, e, w->step.signal, x, xd, f, fx, fxd);
        }
        for (int k = 0; k < e->n_row; k++) {
            double sum = -gamma[k];
            for (int side = 0; side < 2; side++) {
                int b = e->body[side];
                if (b < r->m->n_body) {
                    tac_slot J = tac_row_slot(w, e->row + k, side);
                    sum += tac_slot_dot(&J, r->s.body[b].a, r->s.body[b].wd);
                }
            }
            if (e->what == TAC_JOINTS) {
                worst = fmax(worst, fabs(sum));
                size = fmax(size, fabs(gamma[k]));
            } else {
                *law_error =
                    fmax(*law_error, fabs(r->s.lambda[e->row + k] - f[k]) / (1.0 + fabs(f[k])));
            }
        }
    }
    return worst / size;
}

static void expect_dynamics(tac_acceleration_mode mode, uint64_t seed)
{
    mechanism *m = mechanism_new();
    rng g = {seed};
    double dynamics = 0.0, constraints = 0.0, laws = 0.0;
    for (int k = 0; k < 300; k++) {
        random_recipe(m, &g, 0);
        for (int i = 0; i < 2; i++) {
            int body = uniform_int(&g, m->d.n_body);
            int load = add_load(m, body, random_vec3(&g, 0.5));
            m->load[load].at.q = random_quat(&g);
            m->load[load].in_body = i;
            m->load[load].force[uniform_int(&g, 3)] = add_constant(m, 3.0);
            m->load[load].torque[uniform_int(&g, 3)] = add_constant(m, -2.0);
        }
        tac_options o = tac_default_options();
        o.acceleration = mode;
        prepared r;
        prepared_start(&r, &m->d, &o);
        double law, d = dynamics_error(&r, m), c = constraint_error(&r, &law);
        dynamics = fmax(dynamics, d);
        constraints = fmax(constraints, c);
        laws = fmax(laws, law);
        prepared_close(&r);
    }
    cr_log_info("mode %d: dynamics %.1e, constraints %.1e, laws %.1e", (int)mode, dynamics,
                constraints, laws);
    cr_expect_lt(dynamics, 1e-9);
    cr_expect_lt(constraints, 1e-9);
    cr_expect_lt(laws, 1e-9);
    mechanism_free(m);
}

Test(start, accelerations_satisfy_the_equations_of_motion)
{
    expect_dynamics(TAC_INDEX1, 5);
}

Test(start, accelerations_do_not_depend_on_the_mode_of_the_step)
{
    expect_dynamics(TAC_PROJECTION, 5);
}
