// Right-hand sides of HDCA and DCA: against a dense solve, against each other, and against differences.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dense.h"
#include "formulated.h"
#include "method/hamiltonian/row_rates.h"
#include "random_model.h"

enum { MECHANISMS = 40, MOST_BODIES = 12 };

// Moving mechanisms of any shape with smooth laws, loads and drives.
static void draw(mechanism *m, rng *g, int k, unsigned kinds, bool loops)
{
    recipe r = {.shape = loops   ? (shape)(k % N_SHAPE)
                         : k % 2 ? TREE
                                 : CHAIN,
                .n_body = 1 + uniform_int(g, MOST_BODIES),
                .kinds = kinds,
                .laws = k % 3,
                .conservative = 1,
                .drives = loops && k % 2,
                .speed = 2.0,
                .gravity = 9.81};
    random_model(m, g, &r);
}

// ---- rows ------------------------------------------------------------------------------------------

// Wrenches of all rows of an element after a while at constant velocities, torques in world axes.
static void wrenches_at(const tac_element *e, const tac_pose pose[2], double t, tac_slot *out)
{
    tac_pose moved[2] = {pose[0], pose[1]};
    double phi[TAC_MAX_ROWS], phi_t[TAC_MAX_ROWS];
    const tac_signal none[2] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    tac_slot sa[TAC_MAX_ROWS], sb[TAC_MAX_ROWS];
    for (int i = 0; i < 2; i++) {
        tac_pose *p = &moved[i];
        double size = norm3(p->w), angle = 0.5 * size * t;
        vec3 v = scale3(sin(angle) / size, p->w);
        p->r = axpy3(t, p->v, p->r);
        p->p = mulq(p->p, (quat){cos(angle), v.x, v.y, v.z});
        p->A = rotation(p->p);
    }
    tac_rows_position(e, &moved[0], &moved[1], none, 0.0, sa, sb, phi, phi_t);
    for (int k = 0; k < e->n_row; k++) {
        out[2 * k] = (tac_slot){sa[k].l, mul3(moved[0].A, sa[k].a)};
        out[2 * k + 1] = (tac_slot){sb[k].l, mul3(moved[1].A, sb[k].a)};
    }
}

static double apart(tac_slot a, tac_slot b)
{
    return norm3(sub3(a.l, b.l)) + norm3(sub3(a.a, b.a));
}

Test(formulation, wrenches_of_rows_turn_as_their_differences_say)
{
    const double h = 1e-3; // fourth-order differences: 1e-12 of truncation, 1e-13 of rounding
    rng g = {1};
    for (int i = 0; i < 40 * TAC_N_JOINT_KIND; i++) {
        tac_joint_desc j = {
            .kind = (tac_joint_kind)(i % TAC_N_JOINT_KIND), .length = 1.0, .lead = 0.3};
        j.drive_angle = i % 20 < 10 ? TAC_NONE : 0;
        j.drive_displacement = i % 20 < 10 ? TAC_NONE : 1;
        tac_element e = {.angle = 0};
        tac_pose pose[2];
        tac_rows_of_joint(&e, &j, i / 10 % 2);
        for (int side = 0; side < 2; side++) {
            e.s[side] = random_vec3(&g, 0.5);
            e.q[side] = random_quat(&g);
            e.R[side] = rotation(e.q[side]);
            pose[side].r = add3(random_vec3(&g, 0.3), (vec3){side ? 2.0 : 0.0, 0.0, 0.0});
            pose[side].p = side ? unitq(axpyq(0.5, random_quat(&g), pose[0].p)) : random_quat(&g);
            pose[side].A = rotation(pose[side].p);
            pose[side].v = random_vec3(&g, 1.0);
            pose[side].w = random_vec3(&g, 1.0);
        }
        tac_slot a[TAC_MAX_ROWS], b[TAC_MAX_ROWS], at[4][2 * TAC_MAX_ROWS];
        tac_row_rates(&e, &pose[0], &pose[1], 0.0, a, b);
        const double t[4] = {-2.0 * h, -h, h, 2.0 * h};
        for (int n = 0; n < 4; n++) {
            wrenches_at(&e, pose, t[n], at[n]);
        }
        for (int k = 0; k < 2 * e.n_row; k++) {
            vec3 l = axpy3(8.0, sub3(at[2][k].l, at[1][k].l), sub3(at[0][k].l, at[3][k].l));
            vec3 n = axpy3(8.0, sub3(at[2][k].a, at[1][k].a), sub3(at[0][k].a, at[3][k].a));
            tac_slot expected = {scale3(1.0 / (12.0 * h), l), scale3(1.0 / (12.0 * h), n)};
            tac_slot found = k % 2 ? b[k / 2] : a[k / 2];
            double size = 1.0 + norm3(expected.l) + norm3(expected.a);
            // twist's rates grow near half a turn of frames that are not aligned
            cr_expect_lt(apart(found, expected), 1e-6 * size * size * size,
                         "joint %d row %d side %d: %g", (int)j.kind, k / 2, k % 2,
                         apart(found, expected));
        }
    }
}

// ---- against a dense solve ---------------------------------------------------------------------------

// W = Phi M^-1 Phi^T of all constraints; their number, rows by `of`.
static int dense_w(const tac_formulation *f, real **W, int *of)
{
    const tac_model *m = f->m;
    int n = 0;
    for (int row = 0; row < m->n_tree_row; row++) {
        if (!m->rows.row_compliant[row]) {
            of[n++] = row;
        }
    }
    *W = dense_new(n, n);
    for (int i = 0; i < 4 * n * n; i++) {
        int a = i / 4 / n, b = i / 4 % n, side = i % 2, other = i / 2 % 2;
        const tac_element *ea = &m->element[m->rows.row_element[of[a]]];
        const tac_element *eb = &m->element[m->rows.row_element[of[b]]];
        int body = ea->body[side];
        if (body < m->n_body && body == eb->body[other]) {
            const tac_slot *x = &f->linear.slot[2 * of[a] + side];
            const tac_slot *y = &f->linear.slot[2 * of[b] + other];
            (*W)[a * n + b] += (real)(m->bodies.mass_inv[body] * dot3(x->l, y->l) +
                                      dot3(x->a, mul3(m->bodies.J_inv[body], y->a)));
        }
    }
    return n;
}

// Largest difference of sigma from the dense solution of W sigma = add + Phi x, relative to the largest.
static double off_dense(const tac_formulation *f, const tac_slot *x, const double *add,
                        const double *sigma)
{
    real *W = NULL;
    int *of = calloc((size_t)f->m->n_row + 1, sizeof *of), n = dense_w(f, &W, of);
    real *b = dense_new(n + 1, 1);
    double worst = 0.0, most = 1.0;
    for (int i = 0; i < n; i++) {
        b[i] = (real)(add[of[i]] + tac_linear_rate(&f->linear, x, of[i]));
    }
    cr_assert(dense_cholesky(W, n));
    dense_solve(W, n, b);
    for (int i = 0; i < n; i++) {
        worst = fmax(worst, fabs((double)b[i] - sigma[of[i]]));
        most = fmax(most, fabs((double)b[i]));
    }
    free(of);
    free(W);
    free(b);
    return worst / most;
}

Test(formulation, impulses_are_those_of_a_dense_solve)
{
    mechanism *m = mechanism_new();
    rng g = {2};
    for (int k = 0; k < MECHANISMS; k++) {
        formulated t;
        draw(m, &g, k, SOME_TREE_KINDS, false);
        cr_assert(formulated_open(&t, &m->d, true, TAC_ON_BODIES));
        const tac_model *model = t.p.m;
        for (int i = 0; i < TAC_BODY_NUMBERS * model->n_body; i++) { // momenta that do not fit
            t.y[i] += i % TAC_BODY_NUMBERS >= 7 ? uniform(&g, -3.0, 3.0) : 0.0;
        }
        tac_slot *x = calloc((size_t)model->n_body, sizeof *x);
        tac_formulation_derivative(&t.f, t.y, t.yd);
        for (int i = 0; i < model->n_body; i++) {
            const double *y = t.y + TAC_BODY_NUMBERS * i;
            x[i].l = scale3(model->bodies.mass_inv[i], (vec3){y[7], y[8], y[9]});
            x[i].a =
                mul3(model->bodies.J_inv[i], tmul3(t.f.pose[i].A, (vec3){y[10], y[11], y[12]}));
        }
        double off = off_dense(&t.f, x, t.f.linear.phi_t, t.f.sigma);
        cr_expect_lt(off, 1e-9, "mechanism %d: %g", k, off);
        free(x);
        formulated_close(&t);
    }
    mechanism_free(m);
}

// ---- against each other --------------------------------------------------------------------------------

static double largest(const tac_slot *a, int n)
{
    double most = 0.0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, norm3(a[i].l) + norm3(a[i].a));
    }
    return most;
}

static void velocities_along(formulated *t, double h, tac_slot *v)
{
    int n = t->f.n_y;
    double *y = calloc((size_t)n, sizeof *y), *unused = calloc((size_t)n, sizeof *y);
    for (int i = 0; i < n; i++) {
        y[i] = t->y[i] + h * t->yd[i];
    }
    tac_formulation_at(&t->f, h, 0.0, t->p.o.dt, t->inputs);
    tac_formulation_derivative(&t->f, y, unused);
    for (int i = 0; i < t->p.m->n_body; i++) {
        v[i] = (tac_slot){t->f.pose[i].v, t->f.pose[i].w};
    }
    free(y);
    free(unused);
}

// Largest difference of accelerations x from fourth-order differences of the velocities along yd, relative to the
// largest.
static double off_differences(formulated *t, const tac_slot *x)
{
    const double h = 1e-4, at[4] = {-2.0 * h, -h, h, 2.0 * h};
    int n = t->p.m->n_body;
    tac_slot *v = calloc(4 * (size_t)n, sizeof *v);
    double worst = 0.0;
    for (int k = 0; k < 4; k++) {
        velocities_along(t, at[k], v + k * n);
    }
    for (int i = 0; i < n; i++) {
        const tac_slot *w[4] = {v + i, v + n + i, v + 2 * n + i, v + 3 * n + i};
        vec3 l = axpy3(8.0, sub3(w[2]->l, w[1]->l), sub3(w[0]->l, w[3]->l));
        vec3 a = axpy3(8.0, sub3(w[2]->a, w[1]->a), sub3(w[0]->a, w[3]->a));
        tac_slot rate = {scale3(1.0 / (12.0 * h), l), scale3(1.0 / (12.0 * h), a)};
        worst = fmax(worst, apart(rate, x[i]));
    }
    free(v);
    return worst / (1.0 + largest(x, n));
}

// Velocities of one a little later and before, against the accelerations of the other, which is DCA.
static double off_accelerations(formulated *moves, formulated *dca)
{
    tac_formulation_derivative(&moves->f, moves->y, moves->yd);
    tac_formulation_derivative(&dca->f, dca->y, dca->yd);
    return off_differences(moves, dca->f.x);
}

// Adds Phi^T c to the momenta of the bodies.
static void change_gauge(formulated *t, rng *g, double *c)
{
    const tac_model *m = t->p.m;
    for (int row = 0; row < m->n_tree_row; row++) {
        const tac_element *e = &m->element[m->rows.row_element[row]];
        c[row] = m->rows.row_compliant[row] ? 0.0 : uniform(g, -2.0, 2.0);
        for (int side = 0; side < 2; side++) {
            int body = e->body[side];
            if (body < m->n_body) {
                const tac_slot *s = &t->f.linear.slot[2 * row + side];
                vec3 torque = mul3(t->f.pose[body].A, s->a);
                double *y = t->y + TAC_BODY_NUMBERS * body + 7;
                const double wrench[6] = {s->l.x, s->l.y, s->l.z, torque.x, torque.y, torque.z};
                for (int i = 0; i < 6; i++) {
                    y[i] += c[row] * wrench[i];
                }
            }
        }
    }
}

Test(formulation, momenta_and_accelerations_are_one_motion)
{
    mechanism *m = mechanism_new();
    rng g = {3};
    int n_started = 0;
    for (int k = 0; k < 2 * MECHANISMS; k++) {
        formulated hdca, dca;
        draw(m, &g, k, ALL_KINDS, true);
        if (!formulated_open(&hdca, &m->d, true, TAC_ON_BODIES)) {
            continue;
        }
        cr_assert(formulated_open(&dca, &m->d, false, TAC_ON_BODIES));
        n_started++;
        if (k % 2) { // impulses change nothing
            double *c = calloc((size_t)hdca.p.m->n_row + 1, sizeof *c);
            tac_formulation_derivative(&hdca.f, hdca.y, hdca.yd);
            change_gauge(&hdca, &g, c);
            free(c);
        }
        double off = off_accelerations(&hdca, &dca);
        cr_expect_lt(off, 1e-6, "mechanism %d: %g", k, off);
        formulated_close(&hdca);
        formulated_close(&dca);
    }
    cr_expect_geq(n_started, MECHANISMS);
    mechanism_free(m);
}

// Momenta or rates of joints, which give velocities, against DCA on bodies.
static void compare_on_joints(bool momenta, uint64_t seed)
{
    mechanism *m = mechanism_new();
    rng g = {seed};
    int n_started = 0;
    for (int k = 0; k < 2 * MECHANISMS; k++) {
        formulated joints, bodies;
        draw(m, &g, k, ALL_KINDS, true);
        if (!formulated_open(&joints, &m->d, momenta, TAC_ON_JOINTS)) {
            continue;
        }
        cr_assert(formulated_open(&bodies, &m->d, false, TAC_ON_BODIES));
        double off = off_accelerations(&joints, &bodies);
        cr_expect_lt(off, 1e-6, "mechanism %d: %g", k, off);
        cr_expect_eq(joints.f.tree.n_q + joints.f.tree.n_u, joints.f.n_y);
        n_started++;
        formulated_close(&joints);
        formulated_close(&bodies);
    }
    cr_expect_geq(n_started, MECHANISMS);
    mechanism_free(m);
}

Test(formulation, joint_momenta_move_bodies_as_accelerations_do)
{
    compare_on_joints(true, 4);
}

Test(formulation, joint_rates_move_bodies_as_accelerations_do)
{
    compare_on_joints(false, 5);
}

// On joints the momenta along the constraints of tree joints are left out: sigma of a pendulum that hangs at rest does
// not grow although its joint carries the weight; on bodies it does.
Test(formulation, sigma_of_tree_joints_is_no_impulse)
{
    for (int set = 0; set < 2; set++) {
        mechanism *m = mechanism_new();
        formulated t;
        double growth = 0.0;
        m->d.gravity = (vec3){0.0, 0.0, -10.0};
        add_body(m, 2.0, (vec3){0.1, 0.1, 0.1}, (vec3){0.0, 0.0, -1.0}, upright);
        add_joint(m, TAC_REVOLUTE, TAC_GROUND, 0, (spot){origin, about(0, 1.5)});
        cr_assert(formulated_open(&t, &m->d, true, set ? TAC_ON_JOINTS : TAC_ON_BODIES));
        for (int i = 0; i < 10; i++) { // Euler steps of 0.1 s: nothing moves
            tac_formulation_derivative(&t.f, t.y, t.yd);
            for (int k = 0; k < t.f.n_y; k++) {
                t.y[k] += 0.1 * t.yd[k];
            }
        }
        tac_formulation_derivative(&t.f, t.y, t.yd);
        for (int row = 0; row < t.p.m->n_row; row++) {
            growth = fmax(growth, fabs(t.f.sigma[row]));
        }
        cr_expect_float_eq(growth, set ? 0.0 : 20.0, 1e-9, "%g", growth); // m g of a second
        formulated_close(&t);
        mechanism_free(m);
    }
}
