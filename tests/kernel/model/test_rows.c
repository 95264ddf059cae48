// Rows of every joint, coordinate and bushing: Jacobian slots and second derivatives against
// sixth-order differences, on and off the constraints.
#include <criterion/criterion.h>
#include <math.h>

#include "elementary.h"
#include "random_model.h"
#include "single_rows.h"

// Sixth-order central differences: truncation h^6 f'''''' / 140, rounding 1e-15 / h respectively
// 1e-15 / h^2. Distances curve on lengths of 0.5 at rates of up to 3.
static const double h = 2e-3;
static const double first_order = 1e-9;  // measured 3e-10
static const double second_order = 2e-8; // measured 4e-9

// All joint kinds without and with drives, the coordinates of laws, and the bushing.
enum { N_CASE = 2 * TAC_N_JOINT_KIND + TAC_N_COORDINATE + 1 };

typedef struct two_bodies {
    tac_element e;
    tac_pose pose[2];
    tac_signal signal[2];
    double angle; // of the element at the poses
} two_bodies;

static void set_frame(tac_element *e, int side, tac_frame f)
{
    e->body[side] = side;
    e->s[side] = f.s;
    e->q[side] = f.q;
    e->R[side] = rotation(f.q);
}

static int fill_rows(tac_element *e, int which, rng *g, tac_joint_kind *kind)
{
    *kind = TAC_N_JOINT_KIND;
    e->angle = 0;
    if (which < 2 * TAC_N_JOINT_KIND) {
        int driven = which >= TAC_N_JOINT_KIND;
        *kind = (tac_joint_kind)(which % TAC_N_JOINT_KIND);
        tac_joint_desc j = {.kind = *kind, .length = uniform(g, 0.5, 1.5)};
        j.lead = uniform(g, -0.5, 0.5);
        j.drive_angle = driven ? 0 : TAC_NONE;
        j.drive_displacement = driven ? 1 : TAC_NONE;
        tac_rows_of_joint(e, &j, uniform(g, 0.0, 1.0) < 0.5);
        return tac_joint_row_count(&j);
    }
    which -= 2 * TAC_N_JOINT_KIND;
    if (which < TAC_N_COORDINATE) {
        tac_rows_of_coordinate(e, (tac_coordinate)which);
        return 1;
    }
    e->n_row = 6;
    e->turns = 1;
    for (int k = 0; k < 6; k++) {
        e->rows[k] = (tac_row){k < 3 ? ROW_SLIDE : ROW_TURN, k % 3, 0, TAC_NONE, 0, false};
    }
    return 6;
}

// Poses that hold the joint, or that are open by about off; signals at random.
static void draw_bodies(two_bodies *p, int which, double off, rng *g)
{
    *p = (two_bodies){0};
    tac_joint_kind kind;
    int n = fill_rows(&p->e, which, g, &kind);
    cr_assert_eq(n, p->e.n_row);
    mechanism *m = mechanism_new();
    for (int i = 0; i < 2; i++) {
        add_random_body(m, g, 1.0, 1.0);
        vec3 x = random_vec3(g, 1.0);
        p->signal[i] = (tac_signal){x.x, x.y, x.z};
    }
    double angle, displacement;
    spot a = random_spot(g, origin, 1.0), b;
    if (kind < TAC_N_JOINT_KIND) {
        b = joint_partner(g, kind, a, p->e.lead, &angle, &displacement);
    } else { // anywhere, but neither at distance zero nor half a turn apart
        vec3 axis = random_vec3(g, 0.9);
        b.at = add3(a.at, add3((vec3){0.7, 0.0, 0.0}, random_vec3(g, 0.3)));
        b.axes = mulq(a.axes, unitq((quat){1.0, axis.x, axis.y, axis.z}));
    }
    set_frame(&p->e, 0, frame_at(m, 0, a));
    set_frame(&p->e, 1, frame_at(m, 1, b));
    disturb(m, g, off, off);
    for (int i = 0; i < 2; i++) {
        p->pose[i].r = m->body[i].r;
        p->pose[i].p = m->body[i].p;
        p->pose[i].A = rotation(m->body[i].p);
        p->pose[i].v = random_vec3(g, 1.0);
        p->pose[i].w = random_vec3(g, 1.0);
    }
    mechanism_free(m);
}

// Far enough from where coordinates have no derivative.
static int tame(const two_bodies *p)
{
    const tac_pose *a = &p->pose[0], *b = &p->pose[1];
    vec3 d = sub3(add3(b->r, mul3(b->A, p->e.s[1])), add3(a->r, mul3(a->A, p->e.s[0])));
    quat q = mulq(conjq(mulq(a->p, p->e.q[0])), mulq(b->p, p->e.q[1]));
    int distance = p->e.rows[0].kind == ROW_DISTANCE;
    return (!distance || norm3(d) > 0.5) && q.e0 * q.e0 + q.e3 * q.e3 > 0.1 &&
           (p->e.rows[p->e.n_row - 1].kind != ROW_TURN || fabs(q.e0) > 0.1);
}

static void random_bodies(two_bodies *p, int which, double off, rng *g)
{
    do {
        draw_bodies(p, which, off, g);
    } while (!tame(p));
}

typedef struct rows {
    tac_slot slot[2][TAC_MAX_ROWS];
    double phi[TAC_MAX_ROWS], phi_t[TAC_MAX_ROWS], angle;
} rows;

static rows evaluate(const two_bodies *p, const tac_pose *pa, const tac_pose *pb,
                     const tac_signal *signal)
{
    rows r;
    r.angle = tac_element_angle(&p->e, pa, pb, p->angle);
    tac_rows_position(&p->e, pa, pb, signal, r.angle, r.slot[0], r.slot[1], r.phi, r.phi_t);
    return r;
}

// A pose moved along its velocities for a time t at constant v and w.
static tac_pose moved(const tac_pose *pose, double t)
{
    tac_pose out = *pose;
    double rate = norm3(pose->w);
    tac_sincos_pair half = tac_sincos(0.5 * rate * t);
    vec3 axis = scale3(rate > 0.0 ? half.sin / rate : 0.0, pose->w);
    out.r = axpy3(t, pose->v, pose->r);
    out.p = mulq(pose->p, (quat){half.cos, axis.x, axis.y, axis.z});
    out.A = rotation(out.p);
    return out;
}

static rows after(const two_bodies *p, double t)
{
    tac_pose a = moved(&p->pose[0], t), b = moved(&p->pose[1], t);
    tac_signal s[2];
    for (int i = 0; i < 2; i++) {
        const tac_signal *now = &p->signal[i];
        s[i].x = now->x + t * (now->xd + 0.5 * t * now->xdd);
        s[i].xd = now->xd + t * now->xdd;
        s[i].xdd = now->xdd;
    }
    return evaluate(p, &a, &b, s);
}

static double first_difference(const rows *at, int k) // at[0..6] = t - 3h .. t + 3h
{
    return (45.0 * (at[4].phi[k] - at[2].phi[k]) - 9.0 * (at[5].phi[k] - at[1].phi[k]) +
            (at[6].phi[k] - at[0].phi[k])) /
           (60.0 * h);
}

static double second_difference(const rows *at, int k)
{
    return (2.0 * (at[0].phi[k] + at[6].phi[k]) - 27.0 * (at[1].phi[k] + at[5].phi[k]) +
            270.0 * (at[2].phi[k] + at[4].phi[k]) - 490.0 * at[3].phi[k]) /
           (180.0 * h * h);
}

static double component(const tac_slot *s, int c)
{
    const double all[6] = {s->l.x, s->l.y, s->l.z, s->a.x, s->a.y, s->a.z};
    return all[c];
}

// Largest difference of the slots on one body from differences along its six directions.
static double slot_error(const two_bodies *p, int side)
{
    double worst = 0.0;
    rows now = evaluate(p, &p->pose[0], &p->pose[1], p->signal);
    for (int c = 0; c < 6; c++) {
        tac_pose along = p->pose[side];
        along.v = (vec3){c == 0, c == 1, c == 2};
        along.w = (vec3){c == 3, c == 4, c == 5};
        rows at[7];
        for (int i = 0; i < 7; i++) {
            tac_pose other = moved(&along, (i - 3) * h);
            at[i] = side == 0 ? evaluate(p, &other, &p->pose[1], p->signal)
                              : evaluate(p, &p->pose[0], &other, p->signal);
        }
        for (int k = 0; k < p->e.n_row; k++) {
            double error = fabs(first_difference(at, k) - component(&now.slot[side][k], c));
            worst = fmax(worst, error);
        }
    }
    return worst;
}

static double worst_of(double (*error)(const two_bodies *p), double off, uint64_t seed)
{
    rng g = {seed};
    double worst = 0.0;
    for (int which = 0; which < N_CASE; which++) {
        for (int trial = 0; trial < 200; trial++) {
            two_bodies p;
            random_bodies(&p, which, off, &g);
            p.angle = evaluate(&p, &p.pose[0], &p.pose[1], p.signal).angle;
            double e = error(&p);
            cr_assert(isfinite(e), "case %d", which);
            worst = fmax(worst, e);
        }
    }
    cr_log_info("off %g: %.1e", off, worst);
    return worst;
}

static double slot_errors(const two_bodies *p)
{
    return fmax(slot_error(p, 0), slot_error(p, 1));
}

Test(rows, jacobians_equal_differences_on_the_constraints)
{
    cr_expect_lt(worst_of(slot_errors, 0.0, 1), first_order);
}

Test(rows, jacobians_equal_differences_off_the_constraints)
{
    cr_expect_lt(worst_of(slot_errors, 0.2, 2), first_order);
}

// Rate along the motion: Jacobian times velocities plus phi_t.
static double rate_error(const two_bodies *p)
{
    rows at[7];
    for (int i = 0; i < 7; i++) {
        at[i] = after(p, (i - 3) * h);
    }
    double worst = 0.0;
    for (int k = 0; k < p->e.n_row; k++) {
        double rate = tac_slot_dot(&at[3].slot[0][k], p->pose[0].v, p->pose[0].w) +
                      tac_slot_dot(&at[3].slot[1][k], p->pose[1].v, p->pose[1].w) + at[3].phi_t[k];
        worst = fmax(worst, fabs(rate - first_difference(at, k)));
    }
    return worst;
}

Test(rows, rates_equal_differences_in_time)
{
    cr_expect_lt(worst_of(rate_error, 0.2, 3), first_order);
}

// Along a motion without accelerations the second derivative of a row is -gamma.
static double gamma_error(const two_bodies *p)
{
    rows at[7];
    double gamma[TAC_MAX_ROWS], worst = 0.0;
    for (int i = 0; i < 7; i++) {
        at[i] = after(p, (i - 3) * h);
    }
    single_gamma(&p->e, &p->pose[0], &p->pose[1], p->signal, gamma);
    for (int k = 0; k < p->e.n_row; k++) {
        if (p->e.rows[k].kind != ROW_TURN) { // bushings never ask for it
            worst = fmax(worst, fabs(gamma[k] + second_difference(at, k)));
        }
    }
    return worst;
}

Test(rows, gamma_equals_second_differences_on_the_constraints)
{
    cr_expect_lt(worst_of(gamma_error, 0.0, 4), second_order);
}

Test(rows, gamma_equals_second_differences_off_the_constraints)
{
    cr_expect_lt(worst_of(gamma_error, 0.2, 5), second_order);
}

// Joints hold where the description says so, driven rows up to their drive.
Test(rows, vanish_where_the_joint_holds)
{
    rng g = {6};
    for (int kind = 0; kind < TAC_N_JOINT_KIND; kind++) {
        for (int trial = 0; trial < 100; trial++) {
            two_bodies p;
            random_bodies(&p, kind, 0.0, &g);
            tac_slot sa[TAC_MAX_ROWS], sb[TAC_MAX_ROWS];
            double phi[TAC_MAX_ROWS], phi_t[TAC_MAX_ROWS];
            tac_element e = p.e;
            double angle = tac_element_angle(&e, &p.pose[0], &p.pose[1], 0.0);
            tac_rows_position(&e, &p.pose[0], &p.pose[1], p.signal, angle, sa, sb, phi, phi_t);
            cr_expect_leq(fabs(angle), TAC_PI);
            for (int k = 0; k < e.n_row && kind != TAC_ROD; k++) {
                cr_expect_lt(fabs(phi[k]), 1e-14, "kind %d row %d: %g", kind, k, phi[k]);
            }
        }
    }
}

static int rows_of(tac_joint_kind kind, int angle, int displacement)
{
    tac_joint_desc j = {.kind = kind, .drive_angle = angle, .drive_displacement = displacement};
    return tac_joint_row_count(&j);
}

Test(rows, counts_are_those_of_the_table)
{
    static const int plain[TAC_N_JOINT_KIND] = {6, 5, 5, 4, 3, 4, 3, 2, 1, 5};
    static const int driven[TAC_N_JOINT_KIND] = {6, 6, 6, 6, 3, 4, 3, 2, 1, 5};
    for (int k = 0; k < TAC_N_JOINT_KIND; k++) {
        cr_expect_eq(rows_of((tac_joint_kind)k, TAC_NONE, TAC_NONE), plain[k], "kind %d", k);
        cr_expect_eq(rows_of((tac_joint_kind)k, 0, 0), driven[k], "kind %d", k);
    }
}

// A body swings about x and y while it turns 100 times about z, either way.
Test(rows, twist_counts_turns)
{
    for (int direction = -1; direction <= 1; direction += 2) {
        double twist = 0.0, worst = 0.0;
        for (int i = 0; i <= 20000; i++) {
            double angle = direction * 200.0 * TAC_PI * i / 20000;
            quat swing = mulq(about(0, 0.8 * tac_sincos(0.01 * angle).sin), about(1, 0.5));
            swing.e3 = 0.0; // a pure swing
            quat q = mulq(unitq(swing), about(2, angle));
            twist = single_twist(i % 3 ? q : scaleq(-1.0, q), twist);
            worst = fmax(worst, fabs(twist - angle));
        }
        cr_log_info("direction %d: %.1e", direction, worst);
        cr_expect_lt(worst, 1e-12); // measured 2e-13 at an angle of 628
    }
}

Test(rows, twist_takes_the_nearest_turn)
{
    rng g = {7};
    for (int i = 0; i < 1000; i++) {
        double before = uniform(&g, -100.0, 100.0), step = uniform(&g, -3.1, 3.1);
        double twist = single_twist(about(2, before + step), before);
        cr_expect_lt(fabs(twist - before - step), 1e-12);
    }
}

// A spring of length zero has no direction; its row is finite and pulls nowhere.
Test(rows, distance_zero_is_finite)
{
    rng g = {8};
    two_bodies p;
    random_bodies(&p, 2 * TAC_N_JOINT_KIND + TAC_DISTANCE, 0.0, &g);
    p.pose[1] = p.pose[0];
    p.e.s[1] = p.e.s[0];
    rows r = evaluate(&p, &p.pose[0], &p.pose[1], p.signal);
    cr_expect_eq(r.phi[0], 0.0);
    cr_expect_eq(norm3(r.slot[0][0].l), 0.0);
    cr_expect(isfinite(norm3(r.slot[0][0].a)));
}
