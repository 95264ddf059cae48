// What can be read out of a state: joint coordinates, reactions and sensors.
#include "observe.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "elementary.h"
#include "prepared.h"
#include "random_model.h"

static double largest(vec3 a)
{
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

static double wrapped(double angle) // to -pi .. pi
{
    return angle - 2.0 * TAC_PI * floor(angle / (2.0 * TAC_PI) + 0.5);
}

// ---- a joint between two moving bodies ---------------------------------------------------------

// The first body hangs on ground by a spherical joint; angle and displacement are those of the joint
// at the start.
static void pair_model(mechanism *m, tac_joint_kind kind, rng *g, double *angle,
                       double *displacement)
{
    mechanism_clear(m);
    m->d.gravity = (vec3){0.0, 0.0, -9.81};
    for (int i = 0; i < 2; i++) {
        add_random_body(m, g, 1.0, 0.5);
        m->body[i].w = random_vec3(g, 1.0);
        m->body[i].v = random_vec3(g, 1.0);
    }
    const double lead = 0.1;
    spot a = random_spot(g, origin, 0.5);
    spot b = joint_partner(g, kind, a, lead, angle, displacement);
    m->joint[add_joint_between(m, kind, 0, a, 1, b)].lead = lead;
    add_joint(m, TAC_SPHERICAL, TAC_GROUND, 0, (spot){{0.5, 0.5, 0.8}, upright});
}

// Coordinates at the start are those the joint was built with.
Test(observe, coordinates_have_their_documented_values)
{
    mechanism *m = mechanism_new();
    rng g = {1};
    for (int k = 0; k < 40 * TAC_N_JOINT_KIND; k++) {
        tac_joint_kind kind = (tac_joint_kind)(k % TAC_N_JOINT_KIND);
        double angle, displacement, q[TAC_MAX_COORDINATES], qd[TAC_MAX_COORDINATES];
        pair_model(m, kind, &g, &angle, &displacement);
        tac_options o = tac_default_options();
        prepared r;
        prepared_start(&r, &m->d, &o);
        int n = tac_joint_coordinates(r.m, &r.s, 0, q, qd);
        cr_expect_eq(n, tac_coordinate_count(kind));
        int turn = kind == TAC_CYLINDRICAL ? 1 : kind == TAC_PLANAR ? 2 : 0;
        int turns = kind == TAC_REVOLUTE || kind == TAC_SCREW || turn > 0;
        int slides = kind == TAC_PRISMATIC || kind == TAC_CYLINDRICAL ||
                     kind == TAC_POINT_ON_LINE || kind == TAC_ROD;
        cr_expect(!turns || fabs(wrapped(q[turn] - angle)) < 1e-12, "kind %d", (int)kind);
        cr_expect(!slides || fabs(q[0] - displacement) < 1e-12, "kind %d", (int)kind);
        prepared_close(&r);
    }
    mechanism_free(m);
}

// Rotation vectors are angle times axis; frame a to frame b of a universal joint is a turn about
// a's z and one about b's z.
Test(observe, rotations_are_rebuilt_from_coordinates)
{
    mechanism *m = mechanism_new();
    rng g = {2};
    for (int k = 0; k < 100; k++) {
        double angle, displacement, q[TAC_MAX_COORDINATES], qd[TAC_MAX_COORDINATES];
        tac_joint_kind kind = k % 2 ? TAC_UNIVERSAL : TAC_SPHERICAL;
        pair_model(m, kind, &g, &angle, &displacement);
        tac_options o = tac_default_options();
        prepared r;
        prepared_start(&r, &m->d, &o);
        const tac_element *e = &r.m->element[0];
        mat3 Xa = mulm3(rotation(r.s.body[0].p), e->R[0]),
             Xb = mulm3(rotation(r.s.body[1].p), e->R[1]);
        tac_joint_coordinates(r.m, &r.s, 0, q, qd);
        quat rebuilt;
        if (kind == TAC_UNIVERSAL) {
            // at zero b's z lies on a's x and a's z on b's x
            quat start = mulq(about(1, 0.5 * TAC_PI), about(2, TAC_PI));
            rebuilt = mulq(about(2, q[0]), mulq(start, about(2, q[1])));
        } else {
            vec3 v = {q[0], q[1], q[2]};
            double size = norm3(v);
            tac_sincos_pair half = tac_sincos(0.5 * size);
            v = scale3(half.sin / size, v);
            rebuilt = (quat){half.cos, v.x, v.y, v.z};
            cr_expect_leq(size, TAC_PI + 1e-12);
        }
        mat3 back = mulm3(Xa, rotation(rebuilt));
        for (int c = 0; c < 3; c++) {
            cr_expect_lt(largest(sub3(col3(back, c), col3(Xb, c))), 1e-12, "kind %d", (int)kind);
        }
        prepared_close(&r);
    }
    mechanism_free(m);
}

// ---- along a simulated motion ------------------------------------------------------------------

#define SAMPLES 41
#define MOST_VALUES 64

// Steps of order four and fourth-order differences: what is left is far below a wrong factor.
static const double sample_dt = 1e-3;
static const double close_enough = 1e-7; // rates of order one to ten; measured 3e-9

// Every step of a motion: joint coordinates of joint 0 and all sensors.
typedef struct motion {
    int n_q, n_sensor;
    double q[SAMPLES][TAC_MAX_COORDINATES], qd[SAMPLES][TAC_MAX_COORDINATES];
    quat relative[SAMPLES]; // frame b in frame a of joint 0
    double sensor[SAMPLES][MOST_VALUES];
} motion;

static void record(motion *r, const mechanism *m)
{
    tac_options o = options_with(sample_dt, 4);
    o.order = 4;
    prepared b;
    prepared_start(&b, &m->d, &o);
    r->n_sensor = tac_sensor_total(b.m);
    cr_assert_leq(r->n_sensor, MOST_VALUES);
    for (int i = 0; i < SAMPLES; i++) {
        prepared_run(&b, 1);
        tac_report report = prepared_report(&b);
        const tac_element *e = &b.m->element[0];
        tac_sense(b.m, &b.s, &report, r->sensor[i]);
        r->n_q = tac_joint_coordinates(b.m, &b.s, 0, r->q[i], r->qd[i]);
        r->relative[i] = mulq(conjq(mulq(b.s.body[0].p, e->q[0])), mulq(b.s.body[1].p, e->q[1]));
    }
    prepared_close(&b);
}

static double slope(double a, double b, double c, double d) // at -2 -1 1 2 steps
{
    return (8.0 * (c - b) - (d - a)) / (12.0 * sample_dt);
}

static vec3 relative_spin(const motion *r, int i) // of b in a, in a's axes
{
    const quat *q = r->relative;
    quat qd = {slope(q[i - 2].e0, q[i - 1].e0, q[i + 1].e0, q[i + 2].e0),
               slope(q[i - 2].e1, q[i - 1].e1, q[i + 1].e1, q[i + 2].e1),
               slope(q[i - 2].e2, q[i - 1].e2, q[i + 1].e2, q[i + 2].e2),
               slope(q[i - 2].e3, q[i - 1].e3, q[i + 1].e3, q[i + 2].e3)};
    quat w = mulq(qd, conjq(q[i]));
    return (vec3){2.0 * w.e1, 2.0 * w.e2, 2.0 * w.e3};
}

// Largest difference of the joint's rates from differences of its coordinates.
static double rate_error(const motion *r, tac_joint_kind kind)
{
    double worst = 0.0;
    int vector = kind == TAC_SPHERICAL ? 0 : kind == TAC_POINT_ON_LINE ? 1 : r->n_q;
    for (int i = 2; i < SAMPLES - 2; i++) {
        for (int c = 0; c < vector; c++) {
            double a = wrapped(r->q[i - 2][c] - r->q[i][c]),
                   b = wrapped(r->q[i - 1][c] - r->q[i][c]);
            double d = wrapped(r->q[i + 1][c] - r->q[i][c]),
                   e = wrapped(r->q[i + 2][c] - r->q[i][c]);
            worst = fmax(worst, fabs(slope(a, b, d, e) - r->qd[i][c]));
        }
        if (vector < r->n_q) { // the rate of a rotation vector is the relative angular velocity
            const double *qd = &r->qd[i][vector];
            vec3 w = {qd[0], qd[1], qd[2]};
            worst = fmax(worst, largest(sub3(w, relative_spin(r, i))));
        }
    }
    return worst;
}

Test(observe, coordinate_rates_equal_differences)
{
    mechanism *m = mechanism_new();
    rng g = {3};
    static motion r;
    for (int kind = 1; kind < TAC_N_JOINT_KIND; kind++) {
        double worst = 0.0, angle, displacement;
        for (int k = 0; k < 5; k++) {
            pair_model(m, (tac_joint_kind)kind, &g, &angle, &displacement);
            record(&r, m);
            worst = fmax(worst, rate_error(&r, (tac_joint_kind)kind));
        }
        cr_log_info("kind %d: %.1e", kind, worst);
        cr_expect_lt(worst, close_enough, "kind %d: %g", kind, worst);
    }
    mechanism_free(m);
}

// ---- sensors along the motion ------------------------------------------------------------------

enum {
    POSE = 0,
    TWIST = 7,
    ACCELERATION = 13,
    SPECIFIC = 19,
    OWN_TWIST = 22,
    OWN_ACCELERATION = 28,
    OWN_SPECIFIC = 34,
    SPAN = 37,
    N_VALUES = 39
};

static const vec3 fixed_point = {0.3, 0.2, 2.0}; // other end of the span

static vec3 vector_at(const motion *r, int i, int k)
{
    const double *x = &r->sensor[i][k];
    return (vec3){x[0], x[1], x[2]};
}

static vec3 vector_slope(const motion *r, int i, int k)
{
    double d[3];
    for (int c = 0; c < 3; c++) {
        d[c] = slope(r->sensor[i - 2][k + c], r->sensor[i - 1][k + c], r->sensor[i + 1][k + c],
                     r->sensor[i + 2][k + c]);
    }
    return (vec3){d[0], d[1], d[2]};
}

static void sensors_on(mechanism *m, tac_frame f)
{
    static const tac_sensor_kind kind[] = {TAC_POSE, TAC_TWIST, TAC_ACCELERATION, TAC_SPECIFIC};
    for (int own = 0; own < 2; own++) {
        for (int k = own; k < 4; k++) {
            add_sensor(m, kind[k], f, own);
        }
    }
    m->sensor[add_sensor(m, TAC_SPAN, f, 0)].b =
        (tac_frame){TAC_GROUND, fixed_point, upright, 0, false};
}

// Velocities and accelerations against differences in world axes.
static double sensor_rate_error(const motion *r, int i)
{
    const double *before = r->sensor[i - 1], *after = r->sensor[i + 1];
    vec3 v = vector_at(r, i, TWIST), w = vector_at(r, i, TWIST + 3);
    double worst = largest(sub3(v, vector_slope(r, i, POSE)));
    worst = fmax(worst, largest(sub3(vector_at(r, i, ACCELERATION), vector_slope(r, i, TWIST))));
    worst = fmax(worst,
                 largest(sub3(vector_at(r, i, ACCELERATION + 3), vector_slope(r, i, TWIST + 3))));
    double span = slope(r->sensor[i - 2][SPAN], before[SPAN], after[SPAN], r->sensor[i + 2][SPAN]);
    worst = fmax(worst, fabs(r->sensor[i][SPAN + 1] - span));
    // the Euler parameters turn with w: p_dot = w o p / 2
    const double *p = &r->sensor[i][3];
    quat pd = scaleq(0.5, mulq((quat){0.0, w.x, w.y, w.z}, (quat){p[0], p[1], p[2], p[3]}));
    const double expected[4] = {pd.e0, pd.e1, pd.e2, pd.e3};
    for (int c = 0; c < 4; c++) {
        double d =
            slope(r->sensor[i - 2][3 + c], before[3 + c], after[3 + c], r->sensor[i + 2][3 + c]);
        worst = fmax(worst, fabs(d - expected[c]));
    }
    return worst;
}

// The same quantities in the frame's own axes, and without gravity.
static double sensor_axes_error(const motion *r, int i, vec3 gravity)
{
    const double *p = &r->sensor[i][3];
    mat3 X = rotation((quat){p[0], p[1], p[2], p[3]});
    vec3 f = sub3(vector_at(r, i, ACCELERATION), gravity);
    const vec3 pair[5][2] = {
        {vector_at(r, i, TWIST), vector_at(r, i, OWN_TWIST)},
        {vector_at(r, i, TWIST + 3), vector_at(r, i, OWN_TWIST + 3)},
        {vector_at(r, i, ACCELERATION), vector_at(r, i, OWN_ACCELERATION)},
        {vector_at(r, i, ACCELERATION + 3), vector_at(r, i, OWN_ACCELERATION + 3)},
        {f, vector_at(r, i, OWN_SPECIFIC)}};
    double worst = largest(sub3(f, vector_at(r, i, SPECIFIC)));
    for (int k = 0; k < 5; k++) {
        worst = fmax(worst, largest(sub3(tmul3(X, pair[k][0]), pair[k][1])));
    }
    vec3 span = sub3(vector_at(r, i, POSE), fixed_point);
    return fmax(worst, fabs(r->sensor[i][SPAN] - norm3(span)));
}

Test(observe, frames_move_as_their_sensors_say)
{
    mechanism *m = mechanism_new();
    rng g = {4};
    static motion r;
    double rates = 0.0, axes = 0.0, angle, displacement;
    for (int k = 0; k < 20; k++) {
        pair_model(m, TAC_REVOLUTE, &g, &angle, &displacement);
        spot f = random_spot(&g, origin, 0.5);
        sensors_on(m, (tac_frame){1, f.at, f.axes, 0, false});
        record(&r, m);
        cr_assert_eq(r.n_sensor, N_VALUES);
        for (int i = 2; i < SAMPLES - 2; i++) {
            rates = fmax(rates, sensor_rate_error(&r, i));
            axes = fmax(axes, sensor_axes_error(&r, i, m->d.gravity));
        }
    }
    cr_log_info("rates %.1e, axes %.1e", rates, axes);
    cr_expect_lt(rates, close_enough);
    cr_expect_lt(axes, 1e-12);
    mechanism_free(m);
}

// ---- at rest -----------------------------------------------------------------------------------

// A pendulum hanging straight down: the joint carries its weight, an accelerometer shows +g.
Test(observe, hanging_pendulum)
{
    mechanism *m = mechanism_new();
    m->d.gravity = (vec3){0.0, 0.0, -9.81};
    spot pivot = {{0.2, 0.1, 1.0}, about(0, 0.5 * TAC_PI)}; // axis along -y
    int b = add_body(m, 3.0, (vec3){0.1, 0.2, 0.3}, (vec3){0.2, 0.1, 0.0}, upright);
    int j = add_joint(m, TAC_REVOLUTE, TAC_GROUND, b, pivot);
    add_element_sensor(m, TAC_REACTION, TAC_JOINTS, j);
    m->sensor[add_element_sensor(m, TAC_REACTION, TAC_JOINTS, j)].in_frame = 1;
    add_sensor(m, TAC_SPECIFIC, (tac_frame){b, {0.3, 0.0, 0.0}, upright, 0, false}, 0);
    add_sensor(m, TAC_SPECIFIC, (tac_frame){TAC_GROUND, {0.3, 0.0, 0.0}, upright, 0, false}, 0);
    add_sensor(m, TAC_TWIST, (tac_frame){TAC_GROUND, {0.3, 0.0, 0.0}, upright, 0, false}, 0);
    add_element_sensor(m, TAC_COORDINATES, TAC_JOINTS, j);
    add_element_sensor(m, TAC_ENERGY, TAC_JOINTS, 0);
    add_element_sensor(m, TAC_RESIDUALS, TAC_JOINTS, 0);
    tac_options o = tac_default_options();
    prepared r;
    prepared_start(&r, &m->d, &o);
    cr_assert_eq(tac_sensor_total(r.m), 6 + 6 + 3 + 3 + 6 + 2 + 3 + 4);
    for (int steps = 0; steps < 2; steps++) {
        double out[33], weight = 3.0 * 9.81;
        tac_report report = prepared_report(&r);
        tac_sense(r.m, &r.s, &report, out);
        const double expected[33] = {0.0, 0.0, weight, 0.0, 0.0, 0.0,  0.0, weight, 0.0,
                                     0.0, 0.0, 0.0,    0.0, 0.0, 9.81, 0.0, 0.0,    9.81};
        for (int i = 0; i < 28; i++) {
            cr_expect_lt(fabs(out[i] - expected[i]), 1e-9, "value %d is %g", i, out[i]);
        }
        cr_expect_eq(out[28], report.kinetic + report.potential);
        cr_expect_eq(out[29], report.position);
        prepared_run(&r, 100);
    }
    prepared_close(&r);
    mechanism_free(m);
}

// ---- reactions ---------------------------------------------------------------------------------

// Reactions, weight and springs together move every body as the state says: Newton and Euler.
static double newton_euler_error(const prepared *r, const mechanism *m)
{
    double worst = 0.0, size = 1.0;
    for (int i = 0; i < m->d.n_body; i++) {
        mat3 A = rotation(r->s.body[i].p), J = tac_symmetric(m->body[i].J);
        vec3 w = r->s.body[i].w;
        vec3 f = scale3(m->body[i].mass, sub3(r->s.body[i].a, m->d.gravity));
        vec3 n = mul3(A, add3(mul3(J, r->s.body[i].wd), cross3(w, mul3(J, w))));
        for (int j = 0; j < m->d.n_joint; j++) {
            const tac_frame *b = &m->joint[j].b;
            double sign = b->body == i ? -1.0 : m->joint[j].a.body == i ? 1.0 : 0.0, out[6];
            vec3 at = b->body == TAC_GROUND
                          ? b->s
                          : add3(r->s.body[b->body].r, mul3(rotation(r->s.body[b->body].p), b->s));
            tac_joint_reaction(r->m, &r->s, j, out);
            vec3 F = {out[0], out[1], out[2]}, N = {out[3], out[4], out[5]};
            f = axpy3(sign, F, f);
            n = axpy3(sign, add3(N, cross3(sub3(at, r->s.body[i].r), F)), n);
            size = fmax(size, fmax(largest(F), largest(N)));
        }
        worst = fmax(worst, fmax(largest(f), largest(n)));
    }
    return worst / size;
}

Test(observe, reactions_move_the_bodies)
{
    mechanism *m = mechanism_new();
    rng g = {5};
    double at_start = 0.0, later = 0.0;
    for (int k = 0; k < 200; k++) {
        recipe all = {.shape = (shape)(k % N_SHAPE),
                      .n_body = 1 + uniform_int(&g, 6),
                      .kinds = ALL_KINDS,
                      .speed = 1.0,
                      .gravity = 9.81};
        random_model(m, &g, &all);
        tac_options o = tac_default_options();
        prepared r;
        prepared_start(&r, &m->d, &o);
        at_start = fmax(at_start, newton_euler_error(&r, m));
        prepared_run(&r, 5);
        later = fmax(later, newton_euler_error(&r, m));
        prepared_close(&r);
    }
    cr_log_info("at the start %.1e, later %.1e", at_start, later);
    cr_expect_lt(at_start, 1e-12);
    cr_expect_lt(later, 1e-12);
    mechanism_free(m);
}

// Along free directions a joint carries nothing.
Test(observe, hinges_carry_no_torque_about_their_axis)
{
    mechanism *m = mechanism_new();
    rng g = {6};
    double angle, displacement, out[6], worst = 0.0;
    for (int k = 0; k < 20; k++) {
        pair_model(m, TAC_REVOLUTE, &g, &angle, &displacement);
        m->sensor[add_element_sensor(m, TAC_REACTION, TAC_JOINTS, 0)].in_frame = 1;
        tac_options o = tac_default_options();
        prepared r;
        prepared_start(&r, &m->d, &o);
        tac_report report = prepared_report(&r);
        tac_sense(r.m, &r.s, &report, out);
        worst = fmax(worst, fabs(out[5]));
        prepared_close(&r);
    }
    cr_expect_lt(worst, 1e-11);
    mechanism_free(m);
}

// A spring sensor shows the force of the law: k (x - x0) + c xdot, positive in tension.
Test(observe, spring_force)
{
    mechanism *m = mechanism_new();
    spot top = {origin, upright}, tip = {{0.0, 0.0, -2.0}, upright};
    add_body(m, 1.0, (vec3){0.1, 0.1, 0.1}, tip.at, upright);
    m->body[0].v = (vec3){0.5, 0.0, -0.25};
    int s = add_spring(m, TAC_DISTANCE, TAC_GROUND, top, 0, tip, 40.0, 8.0);
    m->spring[s].x0 = add_constant(m, 1.5);
    add_element_sensor(m, TAC_SPRING_FORCE, TAC_SPRINGS, s);
    tac_options o = tac_default_options();
    for (int implicit = 0; implicit < 2; implicit++) {
        m->spring[s].implicit = implicit;
        prepared r;
        double out;
        prepared_start(&r, &m->d, &o);
        tac_report report = prepared_report(&r);
        tac_sense(r.m, &r.s, &report, &out);
        cr_expect_lt(fabs(out - (40.0 * 0.5 + 8.0 * 0.25)), 1e-12);
        cr_expect_lt(fabs(report.potential - 20.0 * 0.25), 1e-12);
        prepared_close(&r);
    }
    mechanism_free(m);
}
