// Flexible bodies: how they are predicted, and what a solution changes.
#include "flexible_motion.h"

#include <string.h>

#include "base/four.h"
#include "base/pick.h"
#include "flexible_solves.h"
#include "stages/single_access.h"

// The first three numbers, which are in axes of the body.
static void to_world(const mat3 *A, double *x)
{
    vec3 l = mul3(*A, (vec3){x[0], x[1], x[2]});
    x[0] = l.x;
    x[1] = l.y;
    x[2] = l.z;
}

// ---- prediction --------------------------------------------------------------------------------

static void modal_rates(const tac_workspace *w, tac_flex_body *b)
{
    double k = 2.0 / w->pace.dt[0], k2 = k * k;
    const four *dq = (const four *)b->dq, *qd0 = (const four *)b->qd0,
               *qdd0 = (const four *)b->qdd0;
    four *qd = (four *)b->qd, *qdd = (four *)b->qdd;
    for (int i = 0; i < b->of->modes->n_four; i++) {
        qd[i] = k * dq[i] - qd0[i];
        qdd[i] = k2 * dq[i] - (2.0 * k * qd0[i] + qdd0[i]);
    }
}

// The pose of interfaces at the step's start.
static void put_start(tac_workspace *w, tac_flex_body *b, const tac_body_state *s)
{
    const tac_flexible *f = b->of;
    tac_pose body = {s->r, rotation(s->p), s->p, s->v, s->w};
    b->A0 = body.A;
    for (int k = 0; k < f->modes->n_interface; k++) {
        tac_map_interface(f->modes, k, b->q0, &b->start[k]);
        tac_pose at = tac_mapped_pose(&b->start[k], f->modes->n_four, &body, b->qd0);
        tac_set_flex_pose(w, f->interface + k, B_R0, &at);
        if (w->m->mean_friction) {
            tac_set_interface_vec3(w, f->interface + k, B_V0, at.v);
            tac_set_interface_vec3(w, f->interface + k, B_W0, at.w);
        }
    }
}

// Momenta and what inertia asks for at the step's start.
static void start_inertia(const tac_workspace *w, tac_flex_body *b, const tac_body_state *s)
{
    const tac_flexible *f = b->of;
    const tac_modes *k = f->modes;
    double gyro[TAC_FLEX_SIZE];
    mat3 A = rotation(s->p);
    tac_flex_inertia_at(k, &w->m->J[f->body], b->q0, b->at0);
    tac_flex_turns(k, b->qd0, b->y0);
    vec3 l = tmul3(A, sub3(s->a, w->m->gravity));
    double a[TAC_FLEX_SIZE] = {l.x, l.y, l.z, s->wd.x, s->wd.y, s->wd.z};
    memcpy(a + 6, b->qdd0, 4 * (size_t)k->n_four * sizeof *a);
    tac_flex_times(k, b->at0, w->m->mass[f->body], a, b->inertial0);
    tac_flex_gyro(k, b->at0, s->w, b->qd0, b->y0, gyro);
    for (int j = 0; j < 6 + 4 * k->n_four; j++) {
        b->inertial0[j] += gyro[j];
    }
    for (int j = 0; j < f->n; j++) {
        b->inertial0[6 + j] -= w->step.from->mode_left[f->first + j];
    }
    tac_flex_momentum(k, b->at0, s->w, b->qd0, b->momentum0, &b->moving0);
    to_world(&A, b->inertial0);
    to_world(&A, b->momentum0);
}

// Modes are predicted as far as their stiffness lets them move.
void tac_flex_predict(tac_workspace *w, tac_flex_body *b)
{
    const tac_flexible *f = b->of;
    const tac_modes *k = f->modes;
    const tac_body_state *s = &w->step.from->body[f->body];
    const double *from = tac_modes_of(w->step.from->mode, f);
    double dt = w->pace.dt[0], h = w->pace.h[0];
    for (int j = 0; j < f->n; j++) {
        double omega = k->omega[j], stiff = 1.0 + dt * k->zeta[j] * omega + h * omega * omega;
        b->q0[j] = from[j];
        b->qd0[j] = from[f->n + j];
        b->qdd0[j] = from[2 * f->n + j];
        b->dq[j] = dt * (b->qd0[j] + 0.5 * dt * b->qdd0[j]) / stiff;
        b->q[j] = b->q0[j] + b->dq[j];
    }
    start_inertia(w, b, s);
    modal_rates(w, b);
    put_start(w, b, s);
    tac_set_flex_interfaces(w, b);
    b->travel[0] = b->travel[1] = 0.0;
}

// ---- what a solution changes -------------------------------------------------------------------

// x - h metric^-1 Phi_q^T sigma
static void solution(const tac_workspace *w, const tac_flex_body *b, double *to)
{
    double g[TAC_FLEX_SIZE] = {0.0};
    tac_add_flex_reactions(w, b, g);
    tac_flex_solve(b, g, g);
    for (int j = 0; j < 6 + 4 * b->of->modes->n_four; j++) {
        to[j] = b->x[j] - b->h * g[j];
    }
}

static void move(tac_flex_body *b, const double *x, double scale, tac_motion *at)
{
    vec3 turn = {scale * x[3], scale * x[4], scale * x[5]};
    at->r = axpy3(scale, mul3(b->A, (vec3){x[0], x[1], x[2]}), at->r);
    at->p = unitq(axpyq(0.5, gt_mul(at->p, turn), at->p));
    for (int j = 0; j < 4 * b->of->modes->n_four; j++) {
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
        vec3 s, t;
        tac_interface_rates(&b->map[k], b->of->modes->n_four, x + 6, &s, &t);
        size[0] += dot3(t, t);
        size[1] += dot3(s, s);
    }
}

// A step of the Newton iteration, and the trapezoidal rule on translations and the rotation vector of the step, as of
// rigid bodies (rotation.h).
static void step_on(const tac_workspace *w, tac_flex_body *b, const double *x, tac_motion *at)
{
    int body = b->of->body;
    double k = 2.0 / w->pace.dt[0], k2 = k * k;
    vec3 l = mul3(b->A, (vec3){x[0], x[1], x[2]}), moved = add3(tac_body_vec3(w, body, B_MOVED), l);
    arc t = arc_further(tac_body_arc(w, body), (vec3){x[3], x[4], x[5]});
    const double made[7] = {moved.x, moved.y, moved.z, t.e.x, t.e.y, t.e.z, t.u};
    tac_set_body(w, body, B_MOVED, made, 7);
    vec3 psi = turned_by(t);
    *at = (tac_motion){.r = add3(tac_body_vec3(w, body, B_R0), moved),
                       .p = along_arc(tac_body_quat(w, body, B_P0), t),
                       .v = axpy3(k, moved, neg3(tac_body_vec3(w, body, B_V0))),
                       .a = axpy3(k2, moved, neg3(tac_body_vec3(w, body, B_A0))),
                       .w = axpy3(k, psi, neg3(tac_body_vec3(w, body, B_W0))),
                       .wd = axpy3(k2, psi, neg3(tac_body_vec3(w, body, B_WD0)))};
    for (int j = 0; j < 4 * b->of->modes->n_four; j++) {
        b->dq[j] += x[6 + j];
        b->q[j] = b->q0[j] + b->dq[j];
    }
}

// What the last equation was short of, M + dt/2 D + dt^2/4 K times x over dt^2/4, times what the step has moved.
static double work_of(const tac_workspace *w, const tac_flex_body *b, const double *x,
                      const tac_motion *at)
{
    const tac_flexible *f = b->of;
    const tac_modes *k = f->modes;
    double dt = w->pace.dt[0], y[TAC_FLEX_SIZE];
    vec3 l = tmul3(b->A, tac_body_vec3(w, f->body, B_MOVED)),
         a = scale3(0.5 * dt, add3(at->w, tac_body_vec3(w, f->body, B_W0)));
    const double six[6] = {l.x, l.y, l.z, a.x, a.y, a.z};
    double work = 0.0;
    tac_flex_times(k, b->at, w->m->mass[f->body], x, y);
    for (int j = 0; j < 6; j++) {
        work += y[j] * six[j];
    }
    for (int j = 0; j < f->n; j++) {
        double omega = k->omega[j], held = dt * k->zeta[j] * omega + b->h * omega * omega;
        work += (y[6 + j] + held * x[6 + j]) * b->dq[j];
    }
    return work / b->h;
}

static tac_motion take_step(tac_workspace *w, tac_flex_body *b, double *x)
{
    double size[2];
    tac_motion at = tac_flex_motion(w, b->of->body);
    solution(w, b, x);
    step_on(w, b, x, &at);
    tac_set_flex_motion(w, b->of->body, &at);
    modal_rates(w, b);
    tac_set_flex_interfaces(w, b);
    sizes(b, x, size);
    for (int i = 0; i < 2; i++) {
        b->travel[i] = pick(size[i] > b->travel[i], size[i], b->travel[i]);
    }
    const double all[4] = {size[0], size[1], b->travel[0], b->travel[1]};
    tac_set_body(w, b->of->body, B_LAST, all, 4);
    return at;
}

void tac_flex_update_own(tac_workspace *w, tac_flex_body *b)
{
    double x[TAC_FLEX_SIZE];
    (void)take_step(w, b, x);
}

void tac_flex_update_newton(tac_workspace *w, tac_flex_body *b)
{
    double x[TAC_FLEX_SIZE];
    tac_motion at = take_step(w, b, x);
    b->work = work_of(w, b, x, &at);
}

void tac_flex_update_position(tac_workspace *w, tac_flex_body *b)
{
    double x[TAC_FLEX_SIZE], size[2];
    tac_motion at = tac_flex_motion(w, b->of->body);
    solution(w, b, x);
    sizes(b, x, size);
    move(b, x, w->start.shorten, &at);
    tac_set_flex_motion(w, b->of->body, &at);
    tac_set_flex_interfaces(w, b);
    tac_set_body(w, b->of->body, B_LAST, size, 2);
}

void tac_flex_update_velocity(tac_workspace *w, tac_flex_body *b)
{
    int body = b->of->body;
    double x[TAC_FLEX_SIZE];
    solution(w, b, x);
    tac_set_body_vec3(w, body, B_V, mul3(b->A, (vec3){x[0], x[1], x[2]}));
    tac_set_body_vec3(w, body, B_W, (vec3){x[3], x[4], x[5]});
    for (int j = 0; j < 4 * b->of->modes->n_four; j++) {
        b->qd[j] = x[6 + j];
    }
    tac_set_flex_rates(w, b);
    tac_set_flex_accelerations(w, b);
}

void tac_flex_update_acceleration(tac_workspace *w, tac_flex_body *b)
{
    int body = b->of->body;
    double x[TAC_FLEX_SIZE];
    solution(w, b, x);
    bool index1 = w->o.acceleration == TAC_INDEX1 && !w->start.is_on;
    for (int j = 0; j < 4 * b->of->modes->n_four; j++) {
        double more = index1 ? 1.0 / b->d[j] - 1.0 : 0.0; // the metric over M
        b->left[j] = more * (b->qdd[j] - x[6 + j]);
        b->qdd[j] = x[6 + j];
    }
    tac_set_body_vec3(w, body, B_ACC, mul3(b->A, (vec3){x[0], x[1], x[2]}));
    tac_set_body_vec3(w, body, B_WD, (vec3){x[3], x[4], x[5]});
    tac_set_flex_accelerations(w, b);
}
