// Flexible bodies: prediction, what each solve starts from, what its solution changes.
//
// A stage runs over rigid and flexible bodies of a cell alike; what it leaves of the flexible ones is then
// replaced, one body after another. They have no tangent of their own and no geometric stiffness: reactions of
// constraints act along the step's start (docs/equations.md, "Flexible bodies").
#include "flexible.h"

#include "extrapolate.h"
#include "report.h"
#include "solves.h"
#include "stages.h"
#include "stages/single_access.h"

enum { MOST = 6 + TAC_MOST_MODES };

// ---- a body ------------------------------------------------------------------------------------

// Of a body's fields, before a stage of rigid bodies changes them.
typedef struct motion {
    vec3 r, v, w, a, wd;
    quat p;
} motion;

typedef void body_work(tac_workspace *w, tac_flex_body *b, const motion *before);

static motion motion_of(const tac_workspace *w, int body)
{
    return (motion){.r = tac_body_vec3(w, body, B_R),
                    .v = tac_body_vec3(w, body, B_V),
                    .w = tac_body_vec3(w, body, B_W),
                    .a = tac_body_vec3(w, body, B_ACC),
                    .wd = tac_body_vec3(w, body, B_WD),
                    .p = tac_body_quat(w, body)};
}

static void put_motion(tac_workspace *w, int body, const motion *at)
{
    tac_place_body(w, body, at->r, at->p);
    tac_set_body_vec3(w, body, B_V, at->v);
    tac_set_body_vec3(w, body, B_W, at->w);
    tac_set_body_vec3(w, body, B_ACC, at->a);
    tac_set_body_vec3(w, body, B_WD, at->wd);
}

static tac_flex_body *flexible_in(const tac_workspace *w, int cell, int lane)
{
    const tac_body_cell *c = &w->plan->body[cell];
    int i = lane < c->n ? tac_flexible_of(w->m, c->body[lane]) : TAC_NONE;
    return i == TAC_NONE ? NULL : &w->flexible[i];
}

// Runs a stage of rigid bodies, cell by cell, then `one` for what is flexible in it.
static void run(tac_workspace *w, int first, int last, tac_index3_stage stage, body_work *one)
{
    for (int cell = first; cell < last; cell++) {
        motion before[TAC_MAX_LANES];
        int n = w->plan->body[cell].n;
        for (int l = 0; l < n; l++) {
            before[l] = motion_of(w, w->plan->body[cell].body[l]);
        }
        w->rigid[stage](w, cell, cell + 1);
        for (int l = 0; l < n; l++) {
            tac_flex_body *b = flexible_in(w, cell, l);
            if (b) {
                one(w, b, &before[l]);
            }
        }
    }
}

// ---- interfaces as elements see them -----------------------------------------------------------

static vec3 shapes(const double *a, int n, const double *x)
{
    vec3 sum = {0.0, 0.0, 0.0};
    for (int j = 0; j < n; j++) {
        sum.x += a[j] * x[j];
        sum.y += a[n + j] * x[j];
        sum.z += a[2 * n + j] * x[j];
    }
    return sum;
}

static void put_pose(tac_workspace *w, int interface, int field, const tac_pose *at)
{
    const mat3 *A = &at->A;
    const double value[16] = {at->r.x,  at->r.y,  at->r.z,  A->x.x,  A->x.y, A->x.z,
                              A->y.x,   A->y.y,   A->y.z,   A->z.x,  A->z.y, A->z.z,
                              at->p.e0, at->p.e1, at->p.e2, at->p.e3};
    tac_set_interface(w, interface, field, value, 16);
}

// Poses and rates, where the body is.
static void put_interfaces(tac_workspace *w, tac_flex_body *b)
{
    const tac_flexible *f = b->of;
    tac_pose body = tac_body_pose(w, f->body);
    for (int k = 0; k < f->modes->n_interface; k++) {
        tac_pose at = tac_interface_pose(f, k, &body, b->q, b->qd);
        put_pose(w, f->interface + k, B_R, &at);
        tac_set_interface_vec3(w, f->interface + k, B_V, at.v);
        tac_set_interface_vec3(w, f->interface + k, B_W, at.w);
    }
}

// x of the linear problem at the interfaces, with what accelerations have besides.
static void put_unknown(tac_workspace *w, const tac_flex_body *b, bool quad)
{
    const tac_flexible *f = b->of;
    vec3 spin = tac_body_vec3(w, f->body, B_W);
    for (int k = 0; k < f->modes->n_interface; k++) {
        vec3 l, a, l2 = {0.0, 0.0, 0.0}, a2 = l2;
        tac_flex_at(b, &b->map[k], b->x, &l, &a);
        if (quad) {
            tac_interface_quad(&b->map[k], f->n, &b->A, spin, b->qd, &l2, &a2);
        }
        tac_set_interface_vec3(w, f->interface + k, B_X, add3(l, l2));
        tac_set_interface_vec3(w, f->interface + k, B_X + 3, add3(a, a2));
    }
}

// Accelerations of the body as those of its interfaces; factors are of where it is.
static void put_accelerations(tac_workspace *w, const tac_flex_body *b)
{
    const tac_flexible *f = b->of;
    motion now = motion_of(w, f->body);
    vec3 own = tmul3(b->A, now.a);
    double a[MOST] = {own.x, own.y, own.z, now.wd.x, now.wd.y, now.wd.z};
    for (int j = 0; j < f->n; j++) {
        a[6 + j] = b->qdd[j];
    }
    for (int k = 0; k < f->modes->n_interface; k++) {
        vec3 l, t, l2, t2;
        tac_flex_at(b, &b->map[k], a, &l, &t);
        tac_interface_quad(&b->map[k], f->n, &b->A, now.w, b->qd, &l2, &t2);
        tac_set_interface_vec3(w, f->interface + k, B_ACC, add3(l, l2));
        tac_set_interface_vec3(w, f->interface + k, B_WD, add3(t, t2));
    }
}

// ---- reactions and loads -----------------------------------------------------------------------

// What the i-th element on a body tells it.
static const double *told_by(const tac_workspace *w, const tac_flexible *f, int i)
{
    const tac_grouping *g = w->plan->g;
    const tac_side *s = &w->plan->body[g->body_cell[f->body]].side[i];
    return w->sweep.scratch[s->scratch] + s->at.at[g->body_lane[f->body]];
}

static vec3 three(const double *p, int lanes)
{
    return (vec3){p[0], p[lanes], p[2 * lanes]};
}

static const tac_flexible_side *side_on(const tac_workspace *w, const tac_flexible *f, int i)
{
    return &w->m->flexible_side[f->side + i];
}

static bool is_joint(const tac_workspace *w, const tac_flexible_side *s)
{
    return w->m->element[s->element].what == TAC_JOINTS;
}

// Adds all reactions along where the factors were made.
static void add_reactions(const tac_workspace *w, const tac_flex_body *b, double *to)
{
    int lanes = w->plan->g->lanes;
    for (int i = 0; i < b->of->n_side; i++) {
        const double *told = told_by(w, b->of, i);
        tac_flex_add(b, &b->map[side_on(w, b->of, i)->interface], &b->A,
                     three(told + SIDE_FORCE * lanes, lanes),
                     three(told + SIDE_TORQUE * lanes, lanes), to);
    }
}

// The same in a Newton iteration: of joints along the step's start, of laws where the body is, at A.
static void add_newton_reactions(const tac_workspace *w, const tac_flex_body *b, const mat3 *A,
                                 double *to)
{
    int lanes = w->plan->g->lanes;
    bool follow = tac_reactions_follow(w);
    for (int i = 0; i < b->of->n_side; i++) {
        const tac_flexible_side *s = side_on(w, b->of, i);
        const double *told = told_by(w, b->of, i);
        vec3 force = three(told + SIDE_FORCE * lanes, lanes),
             torque = three(told + SIDE_TORQUE * lanes, lanes);
        if (is_joint(w, s) && !follow) {
            tac_flex_add(b, &b->start[s->interface], &b->A0, force, torque, to);
        } else {
            tac_interface_map now;
            tac_map_interface(b->of->modes, s->interface, b->q, &now);
            tac_flex_add(b, &now, A, force, torque, to);
        }
    }
}

static double signal_value(const tac_signal *signal, int source)
{
    return source == TAC_NONE ? 0.0 : signal[source].x;
}

// Takes loads away, where the body is.
static void take_loads(const tac_workspace *w, const tac_flex_body *b, const mat3 *A, double *to)
{
    const tac_model *m = w->m;
    int body = b->of->body;
    const tac_signal *signal = tac_signals_for(w, body);
    for (int k = m->load_first[body]; k < m->load_first[body + 1]; k++) {
        const tac_load_desc *load = &m->load[m->load_of[k]];
        vec3 force = {signal_value(signal, load->force[0]), signal_value(signal, load->force[1]),
                      signal_value(signal, load->force[2])};
        vec3 torque = {signal_value(signal, load->torque[0]), signal_value(signal, load->torque[1]),
                       signal_value(signal, load->torque[2])};
        tac_interface_map now;
        tac_map_interface(b->of->modes, load->at.interface, b->q, &now);
        mat3 R = rotation(load->at.q), AR = mulm3(*A, now.R);
        vec3 f = load->in_body ? mul3(AR, mul3(R, force)) : force; // world
        vec3 t = load->in_body ? mul3(R, torque) : tmul3(AR, torque);
        t = add3(t, cross3(load->at.s, tmul3(AR, f)));
        tac_flex_add(b, &now, A, neg3(f), neg3(t), to);
    }
}

// ---- what each solve starts from ---------------------------------------------------------------

static void add_springs(const tac_flex_body *b, double *to)
{
    const tac_modes *k = b->of->modes;
    for (int j = 0; j < k->n; j++) {
        double omega = k->omega[j];
        to[6 + j] += omega * omega * b->q[j] + 2.0 * k->zeta[j] * omega * b->qd[j];
    }
}

// M times accelerations less gravity, in axes of the body at A.
static void inertial(const tac_workspace *w, const tac_flex_body *b, const tac_flex_inertia *at,
                     const mat3 *A, const motion *now, double *to)
{
    vec3 l = tmul3(*A, sub3(now->a, w->m->gravity));
    double a[MOST] = {l.x, l.y, l.z, now->wd.x, now->wd.y, now->wd.z};
    for (int j = 0; j < b->of->n; j++) {
        a[6 + j] = b->qdd[j];
    }
    tac_flex_times(b->of->modes, at, w->m->mass[b->of->body], a, to);
}

// Gyroscopic terms of a step: twice those of its mean motion less those of its start; those that push, at its
// end.
static void gyro_of_step(const tac_workspace *w, const tac_flex_body *b, const tac_flex_inertia *at,
                         const motion *now, double *to)
{
    const tac_flexible *f = b->of;
    tac_flex_inertia middle;
    vec3 spin0 = tac_body_vec3(w, f->body, B_W0), spin = scale3(0.5, add3(spin0, now->w));
    double q[TAC_MOST_MODES], qd[TAC_MOST_MODES], mean[MOST];
    for (int j = 0; j < f->n; j++) {
        q[j] = 0.5 * (b->q[j] + b->q0[j]);
        qd[j] = 0.5 * (b->qd[j] + b->qd0[j]);
    }
    tac_flex_inertia_at(f->modes, &w->m->J[f->body], q, &middle);
    tac_flex_gyro(f->modes, &middle, spin, qd, mean);
    vec3 push = add3(cross3(now->w, cross3(now->w, at->c)),
                     scale3(2.0, cross3(now->w, shapes(f->modes->Ct, f->n, b->qd))));
    to[0] += push.x;
    to[1] += push.y;
    to[2] += push.z;
    for (int j = 3; j < 6 + f->n; j++) {
        to[j] += 2.0 * mean[j] - b->gyro0[j];
    }
}

static void newton_x(tac_workspace *w, tac_flex_body *b)
{
    const tac_flexible *f = b->of;
    motion now = motion_of(w, f->body);
    mat3 A = rotation(now.p);
    tac_flex_inertia at;
    double g[MOST];
    tac_flex_inertia_at(f->modes, &w->m->J[f->body], b->q, &at);
    inertial(w, b, &at, &A, &now, g);
    gyro_of_step(w, b, &at, &now, g);
    add_springs(b, g);
    vec3 l = tmul3(b->A, mul3(A, (vec3){g[0], g[1], g[2]}));
    g[0] = l.x;
    g[1] = l.y;
    g[2] = l.z;
    add_newton_reactions(w, b, &A, g);
    take_loads(w, b, &A, g);
    tac_flex_solve(b, g, b->x);
    for (int j = 0; j < 6 + f->n; j++) {
        b->x[j] *= -b->h;
    }
    put_unknown(w, b, false);
}

static void newton_one(tac_workspace *w, tac_flex_body *b, const motion *before)
{
    (void)before;
    tac_flex_factor(w, b, TAC_FLEX_STEP);
    newton_x(w, b);
}

static void again_one(tac_workspace *w, tac_flex_body *b, const motion *before)
{
    (void)before;
    newton_x(w, b);
}

static void position_one(tac_workspace *w, tac_flex_body *b, const motion *before)
{
    (void)before;
    tac_flex_factor(w, b, w->start.is_on ? TAC_FLEX_HELD : TAC_FLEX_STEP);
    for (int j = 0; j < 6 + b->of->n; j++) {
        b->x[j] = 0.0;
    }
    put_unknown(w, b, false);
}

// The slot of a row at the step's start.
static tac_slot start_slot(const tac_workspace *w, int row, int side)
{
    return tac_slot_in(w, w->fields.J0, row, side);
}

// Adds what the reactions of a joint push along the step's start more than where it is, for multipliers of both ends
// together.
static void add_ahead(const tac_workspace *w, const tac_flex_body *b, const tac_flexible_side *s,
                      double *to)
{
    const tac_element *e = &w->m->element[s->element];
    vec3 f0 = {0.0, 0.0, 0.0}, t0 = f0, f = f0, t = f0;
    for (int row = e->row; row < e->row + e->n_row; row++) {
        double y = *tac_row_field(w, row, R_BEFORE) + *tac_row_field(w, row, R_LAMBDA);
        tac_slot was = start_slot(w, row, s->side), is = tac_row_slot(w, row, s->side);
        f0 = axpy3(y, was.l, f0);
        t0 = axpy3(y, was.a, t0);
        f = axpy3(-y, is.l, f);
        t = axpy3(-y, is.a, t);
    }
    tac_flex_add(b, &b->start[s->interface], &b->A0, f0, t0, to);
    tac_flex_add(b, &b->map[s->interface], &b->A, f, t, to);
}

static void velocity_one(tac_workspace *w, tac_flex_body *b, const motion *before)
{
    const tac_flexible *f = b->of;
    (void)before;
    tac_flex_factor(w, b, TAC_FLEX_STEP);
    motion now = motion_of(w, f->body);
    vec3 own = tmul3(b->A, now.v);
    double more[MOST] = {0.0};
    if (!tac_keeps_rates(w)) {
        for (int i = 0; i < f->n_side; i++) {
            const tac_flexible_side *s = side_on(w, f, i);
            if (is_joint(w, s)) {
                add_ahead(w, b, s, more);
            }
        }
        tac_flex_solve(b, more, more);
    }
    const double six[6] = {own.x, own.y, own.z, now.w.x, now.w.y, now.w.z};
    for (int j = 0; j < 6 + f->n; j++) {
        b->x[j] = (j < 6 ? six[j] : b->qd[j - 6]) + 0.25 * w->pace.dt[0] * more[j];
    }
    put_unknown(w, b, false);
}

// Accelerations as they are.
static void take_accelerations(const tac_flex_body *b, const motion *now, double *x)
{
    vec3 own = tmul3(b->A, now->a);
    const double six[6] = {own.x, own.y, own.z, now->wd.x, now->wd.y, now->wd.z};
    for (int j = 0; j < 6 + b->of->n; j++) {
        x[j] = j < 6 ? six[j] : b->qdd[j - 6];
    }
}

// x = a* + metric^-1 (Q - M a* - Phi_q^T lambda): the metric is the step's, and what stiff modes lack of their
// equation stays on the trapezoidal rule; at the start it is M.
static void index1_one(tac_workspace *w, tac_flex_body *b, const motion *before)
{
    const tac_flexible *f = b->of;
    (void)before;
    if (w->start.is_on || w->o.order > 2) {
        tac_flex_factor(w, b, TAC_FLEX_MASS);
    }
    motion now = motion_of(w, f->body);
    double g[MOST], gyro[MOST];
    inertial(w, b, &b->at, &b->A, &now, g);
    tac_flex_gyro(f->modes, &b->at, now.w, b->qd, gyro);
    for (int j = 0; j < 6 + f->n; j++) {
        g[j] += gyro[j];
    }
    add_springs(b, g);
    add_reactions(w, b, g);
    take_loads(w, b, &b->A, g);
    tac_flex_solve(b, g, g);
    take_accelerations(b, &now, b->x);
    for (int j = 0; j < 6 + f->n; j++) {
        b->x[j] -= g[j];
    }
    put_unknown(w, b, true);
}

static void projection_one(tac_workspace *w, tac_flex_body *b, const motion *before)
{
    (void)before;
    motion now = motion_of(w, b->of->body);
    take_accelerations(b, &now, b->x);
    put_unknown(w, b, true);
}

// ---- prediction --------------------------------------------------------------------------------

static void modal_rates(const tac_workspace *w, tac_flex_body *b)
{
    double k = 2.0 / w->pace.dt[0], k2 = k * k;
    for (int j = 0; j < b->of->n; j++) {
        double dq = b->q[j] - b->q0[j];
        b->qd[j] = k * dq - b->qd0[j];
        b->qdd[j] = k2 * dq - (2.0 * k * b->qd0[j] + b->qdd0[j]);
    }
}

// The pose of interfaces at the step's start.
static void put_start(tac_workspace *w, tac_flex_body *b, const tac_body_state *s)
{
    const tac_flexible *f = b->of;
    tac_pose body = {s->r, rotation(s->p), s->p, s->v, s->w};
    b->A0 = body.A;
    for (int k = 0; k < f->modes->n_interface; k++) {
        tac_pose at = tac_interface_pose(f, k, &body, b->q0, b->qd0);
        tac_map_interface(f->modes, k, b->q0, &b->start[k]);
        put_pose(w, f->interface + k, B_R0, &at);
    }
}

// Modes are predicted as far as their stiffness lets them move.
static void predict_one(tac_workspace *w, tac_flex_body *b, const motion *before)
{
    const tac_flexible *f = b->of;
    const tac_modes *k = f->modes;
    const tac_body_state *s = &w->step.from->body[f->body];
    const double *from = tac_modes_of(w->step.from->mode, f);
    double dt = w->pace.dt[0], h = w->pace.h[0];
    (void)before;
    for (int j = 0; j < f->n; j++) {
        double omega = k->omega[j], stiff = 1.0 + dt * k->zeta[j] * omega + h * omega * omega;
        b->q0[j] = from[j];
        b->qd0[j] = from[f->n + j];
        b->qdd0[j] = from[2 * f->n + j];
        b->q[j] = b->q0[j] + dt * (b->qd0[j] + 0.5 * dt * b->qdd0[j]) / stiff;
    }
    tac_flex_inertia at;
    tac_flex_inertia_at(k, &w->m->J[f->body], b->q0, &at);
    tac_flex_gyro(k, &at, s->w, b->qd0, b->gyro0);
    modal_rates(w, b);
    put_start(w, b, s);
    put_interfaces(w, b);
    b->travel[0] = b->travel[1] = 0.0;
}

// ---- what a solution changes -------------------------------------------------------------------

// x - h metric^-1 Phi_q^T sigma
static void solution(const tac_workspace *w, const tac_flex_body *b, double *to)
{
    double g[MOST] = {0.0};
    add_reactions(w, b, g);
    tac_flex_solve(b, g, g);
    for (int j = 0; j < 6 + b->of->n; j++) {
        to[j] = b->x[j] - b->h * g[j];
    }
}

static void move(tac_flex_body *b, const double *x, double scale, motion *at)
{
    vec3 turn = {scale * x[3], scale * x[4], scale * x[5]};
    at->r = axpy3(scale, mul3(b->A, (vec3){x[0], x[1], x[2]}), at->r);
    at->p = unitq(axpyq(0.5, gt_mul(at->p, turn), at->p));
    for (int j = 0; j < b->of->n; j++) {
        b->q[j] += scale * x[6 + j];
    }
}

// Squares of a step of the iteration: rotation and displacement, of the body or of an interface.
static void sizes(const tac_flex_body *b, const double *x, double *size)
{
    vec3 l = {x[0], x[1], x[2]}, a = {x[3], x[4], x[5]};
    size[0] = dot3(a, a);
    size[1] = dot3(l, l);
    for (int k = 0; k < b->of->modes->n_interface; k++) {
        vec3 s = shapes(b->map[k].phi, b->of->n, x + 6), t = shapes(b->map[k].psi, b->of->n, x + 6);
        size[0] += dot3(t, t);
        size[1] += dot3(s, s);
    }
}

// The trapezoidal rule on translations and the rotation vector of the step, as of rigid bodies (rotation.h).
static void body_rates(const tac_workspace *w, int body, motion *at)
{
    double k = 2.0 / w->pace.dt[0], k2 = k * k;
    int lanes = w->plan->g->lanes;
    const double *p = tac_body_field(w, body, B_P0);
    quat p0 = {p[0], p[lanes], p[2 * lanes], p[3 * lanes]}, dp = axpyq(-1.0, p0, at->p);
    double u = 0.5 * dotq(dp, dp);
    double top = (274.0 * u - 2310.0) * u + 3780.0, below = (120.0 * u - 1680.0) * u + 3780.0;
    vec3 psi = scale3(4.0 * top / ((2.0 - u) * below), g_mul(p0, dp));
    vec3 dr = sub3(at->r, tac_body_vec3(w, body, B_R0));
    at->v = axpy3(k, dr, neg3(tac_body_vec3(w, body, B_V0)));
    at->a = axpy3(k2, dr, neg3(tac_body_vec3(w, body, B_A0)));
    at->w = axpy3(k, psi, neg3(tac_body_vec3(w, body, B_W0)));
    at->wd = axpy3(k2, psi, neg3(tac_body_vec3(w, body, B_WD0)));
}

static void update_newton_one(tac_workspace *w, tac_flex_body *b, const motion *before)
{
    double x[MOST], size[2];
    motion at = *before;
    solution(w, b, x);
    move(b, x, 1.0, &at);
    body_rates(w, b->of->body, &at);
    put_motion(w, b->of->body, &at);
    modal_rates(w, b);
    put_interfaces(w, b);
    sizes(b, x, size);
    for (int i = 0; i < 2; i++) {
        b->travel[i] = size[i] > b->travel[i] ? size[i] : b->travel[i];
    }
    const double all[4] = {size[0], size[1], b->travel[0], b->travel[1]};
    tac_set_body(w, b->of->body, B_LAST, all, 4);
}

static void update_position_one(tac_workspace *w, tac_flex_body *b, const motion *before)
{
    double x[MOST], size[2];
    motion at = *before;
    solution(w, b, x);
    sizes(b, x, size);
    move(b, x, w->start.shorten, &at);
    put_motion(w, b->of->body, &at);
    put_interfaces(w, b);
    tac_set_body(w, b->of->body, B_LAST, size, 2);
}

static void update_velocity_one(tac_workspace *w, tac_flex_body *b, const motion *before)
{
    const tac_flexible *f = b->of;
    double x[MOST];
    motion at = *before;
    solution(w, b, x);
    at.v = mul3(b->A, (vec3){x[0], x[1], x[2]});
    at.w = (vec3){x[3], x[4], x[5]};
    for (int j = 0; j < f->n; j++) {
        b->qd[j] = x[6 + j];
    }
    put_motion(w, f->body, &at);
    put_interfaces(w, b);
    put_accelerations(w, b);
}

static void update_acceleration_one(tac_workspace *w, tac_flex_body *b, const motion *before)
{
    const tac_flexible *f = b->of;
    double x[MOST];
    motion at = *before;
    solution(w, b, x);
    at.a = mul3(b->A, (vec3){x[0], x[1], x[2]});
    at.wd = (vec3){x[3], x[4], x[5]};
    for (int j = 0; j < f->n; j++) {
        b->qdd[j] = x[6 + j];
    }
    put_motion(w, f->body, &at);
    put_accelerations(w, b);
}

// ---- report ------------------------------------------------------------------------------------

static void check_one(tac_workspace *w, tac_flex_body *b, const motion *before)
{
    const tac_flexible *f = b->of;
    const tac_modes *k = f->modes;
    const tac_model *m = w->m;
    vec3 v = tmul3(b->A, before->v), g = tmul3(b->A, m->gravity);
    double rates[MOST] = {v.x, v.y, v.z, before->w.x, before->w.y, before->w.z}, Mv[MOST];
    double kinetic = 0.0,
           potential = -m->mass[f->body] * dot3(m->gravity, before->r) - dot3(g, b->at.c);
    for (int j = 0; j < f->n; j++) {
        rates[6 + j] = b->qd[j];
        potential += 0.5 * k->omega[j] * k->omega[j] * b->q[j] * b->q[j];
    }
    tac_flex_times(k, &b->at, m->mass[f->body], rates, Mv);
    for (int j = 0; j < 6 + f->n; j++) {
        kinetic += 0.5 * rates[j] * Mv[j];
    }
    tac_share *share = &w->shares.body[f->body], *measure = &w->shares.measure[f->body];
    (*share)[S_KINETIC] = kinetic;
    (*share)[S_POTENTIAL] = potential;
    (*share)[S_BAD] += kinetic + potential < HUGE_VAL ? 0.0 : 1.0;
    (*measure)[TAC_TENSION] = 0.0;
}

static void commit_one(tac_workspace *w, tac_flex_body *b, const motion *before)
{
    int n = b->of->n;
    double *to = w->step.to.mode + 3 * (size_t)b->of->first;
    (void)before;
    for (int j = 0; j < n; j++) {
        to[j] = b->q[j];
        to[n + j] = b->qd[j];
        to[2 * n + j] = b->qdd[j];
    }
}

// ---- combined sequences ------------------------------------------------------------------------

// Of mode j: a number of its 3 n in every sequence, with weights.
static double combined(const tac_workspace *w, const tac_flex_body *b, int at, const double *weight)
{
    double sum = 0.0;
    for (int k = 0; k < w->sequences.n; k++) {
        sum += weight[k] * tac_modes_of(w->sequences.space[k]->substeps.state.mode, b->of)[at];
    }
    return sum;
}

static double onset(double x)
{
    double share = x / (1.0 + x);
    return share * share * share;
}

// A mode is the row of a law on itself, of mobility one.
static void combine_mode(const tac_workspace *w, tac_flex_body *b, int j)
{
    const tac_pull *pull = tac_pull_at(w->o.order);
    int n = b->of->n;
    double omega = b->of->modes->omega[j], k = omega * omega, dt = w->pace.dt[0], h = w->pace.h[0];
    double damper = 2.0 / dt * 2.0 * b->of->modes->zeta[j] * omega, spring = k * k / (k + damper);
    double q = combined(w, b, j, w->sequences.weight),
           qd = combined(w, b, n + j, w->sequences.weight);
    double q1 = combined(w, b, j, w->sequences.spring),
           qd1 = combined(w, b, n + j, w->sequences.spring);
    double qd2 = combined(w, b, n + j, w->sequences.damper);
    double to_spring = h * pull->spring.share * spring, to_damper = h * pull->damper.share * damper;
    double by_spring = to_spring * onset(pull->spring.onset * spring * h);
    double by_damper = to_damper * onset(pull->damper.onset * damper * h);
    b->q[j] = q + by_spring / (1.0 + to_spring) * (q1 - q);
    b->qd[j] =
        qd + (by_spring * (qd1 - qd) + by_damper * (qd2 - qd)) / (1.0 + to_spring + to_damper);
    b->qdd[j] = combined(w, b, 2 * n + j, w->sequences.weight);
}

void tac_combine_flexible(tac_workspace *w, int body)
{
    int i = tac_flexible_of(w->m, body);
    if (i == TAC_NONE) {
        return;
    }
    tac_flex_body *b = &w->flexible[i];
    for (int j = 0; j < b->of->n; j++) {
        combine_mode(w, b, j);
    }
    b->travel[0] = b->travel[1] = 0.0;
    put_interfaces(w, b);
}

// ---- stages ------------------------------------------------------------------------------------

static void predict(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_PREDICT, predict_one);
}

static void newton(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_NEWTON, newton_one);
}

static void again(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_AGAIN, again_one);
}

static void position(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_POSITION, position_one);
}

static void velocity(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_VELOCITY, velocity_one);
}

static void index1(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_INDEX1, index1_one);
}

static void projection(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_PROJECTION, projection_one);
}

static void update_newton(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_UPDATE_NEWTON, update_newton_one);
}

static void update_own(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_UPDATE_OWN, update_newton_one);
}

static void update_position(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_UPDATE_POSITION, update_position_one);
}

static void update_velocity(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_UPDATE_VELOCITY, update_velocity_one);
}

static void update_acceleration(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_UPDATE_ACCELERATION, update_acceleration_one);
}

static void check(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_CHECK, check_one);
}

static void commit(tac_workspace *w, int first, int last)
{
    run(w, first, last, TAC_BODIES_COMMIT, commit_one);
}

static tac_stage *const stages[TAC_INDEX3_STAGES] = {
    [TAC_BODIES_PREDICT] = predict,
    [TAC_BODIES_NEWTON] = newton,
    [TAC_BODIES_AGAIN] = again,
    [TAC_BODIES_POSITION] = position,
    [TAC_BODIES_VELOCITY] = velocity,
    [TAC_BODIES_INDEX1] = index1,
    [TAC_BODIES_PROJECTION] = projection,
    [TAC_BODIES_UPDATE_NEWTON] = update_newton,
    [TAC_BODIES_UPDATE_OWN] = update_own,
    [TAC_BODIES_UPDATE_POSITION] = update_position,
    [TAC_BODIES_UPDATE_VELOCITY] = update_velocity,
    [TAC_BODIES_UPDATE_ACCELERATION] = update_acceleration,
    [TAC_BODIES_CHECK] = check,
    [TAC_BODIES_COMMIT] = commit,
};

void tac_set_flexible_stages(tac_workspace *w)
{
    for (int stage = 0; stage < TAC_INDEX3_STAGES; stage++) {
        if (stages[stage]) {
            w->rigid[stage] = w->stage[stage].run;
            w->stage[stage].run = stages[stage];
        }
    }
}

void tac_load_flexible(tac_workspace *w, const tac_state *s)
{
    for (int i = 0; i < w->m->n_flexible; i++) {
        tac_flex_body *b = &w->flexible[i];
        const double *from = tac_modes_of(s->mode, b->of);
        for (int j = 0; j < b->of->n; j++) {
            b->q[j] = from[j];
            b->qd[j] = from[b->of->n + j];
            b->qdd[j] = 0.0;
        }
        put_interfaces(w, b);
    }
}
