// Flexible bodies: what each solve starts from.
//
// They have no tangent of their own and no geometric stiffness: reactions of constraints act along the step's
// start (docs/equations.md, "Flexible bodies").
#include "flexible_solves.h"

#include <string.h>

#include "base/four.h"
#include "solves.h"
#include "stages/single_access.h"

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
void tac_add_flex_reactions(const tac_workspace *w, const tac_flex_body *b, double *to)
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
            tac_flex_add(b, &b->now[s->interface], A, force, torque, to);
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
        const tac_interface_map *now = &b->now[load->at.interface];
        mat3 R = rotation(load->at.q), AR = mulm3(*A, now->R);
        vec3 f = load->in_body ? mul3(AR, mul3(R, force)) : force; // world
        vec3 t = load->in_body ? mul3(R, torque) : tmul3(AR, torque);
        t = add3(t, cross3(load->at.s, tmul3(AR, f)));
        tac_flex_add(b, now, A, neg3(f), neg3(t), to);
    }
}

// ---- what each solve starts from ---------------------------------------------------------------

static void add_springs(const tac_flex_body *b, double *to)
{
    const tac_modes *k = b->of->modes;
    const four *omega = (const four *)k->omega, *zeta = (const four *)k->zeta,
               *q = (const four *)b->q, *qd = (const four *)b->qd;
    four *g = (four *)(to + 6);
    for (int i = 0; i < k->n_four; i++) {
        g[i] += omega[i] * (omega[i] * q[i] + 2.0 * zeta[i] * qd[i]);
    }
}

// M times accelerations less gravity, in axes of the body where the factors were made.
static void inertial(const tac_workspace *w, const tac_flex_body *b, const tac_motion *now,
                     double *to)
{
    const tac_modes *k = b->of->modes;
    vec3 l = tmul3(b->A, sub3(now->a, w->m->gravity));
    double a[TAC_FLEX_SIZE] = {l.x, l.y, l.z, now->wd.x, now->wd.y, now->wd.z};
    memcpy(a + 6, b->qdd, 4 * (size_t)k->n_four * sizeof *a);
    tac_flex_times(k, b->at, w->m->mass[b->of->body], a, to);
}

// What inertia asks for at the end of a step: twice what the change of its momenta does, less that of its start.
// Translation in world axes.
static void inertial_of_step(const tac_workspace *w, const tac_flex_body *b,
                             const tac_flex_inertia *at, const mat3 *A, const tac_motion *now,
                             double *to)
{
    const tac_flexible *f = b->of;
    const tac_modes *k = f->modes;
    double mass = w->m->mass[f->body], rate = 2.0 / w->pace.dt[0];
    vec3 v0 = tac_body_vec3(w, f->body, B_V0), w0 = tac_body_vec3(w, f->body, B_W0), moving;
    double P[TAC_FLEX_SIZE], push[TAC_MOST_MODES];
    tac_flex_momentum(k, at, now->w, b->qd, P, &moving);
    vec3 l = mul3(*A, (vec3){P[0], P[1], P[2]});
    P[0] = l.x;
    P[1] = l.y;
    P[2] = l.z;
    const double *P0 = b->momentum0;
    for (int j = 0; j < 6 + 4 * k->n_four; j++) {
        to[j] = rate * (P[j] - P0[j]) - b->inertial0[j];
    }
    vec3 D = scale3(0.5 * rate, sub3(now->v, v0)), away = sub3(D, w->m->gravity);
    vec3 pull0 = tmul3(b->A0, away), pull = tmul3(*A, away);
    // translations
    to[0] += 2.0 * mass * away.x;
    to[1] += 2.0 * mass * away.y;
    to[2] += 2.0 * mass * away.z;
    // rotations
    vec3 spin = scale3(0.5, add3(w0, now->w)), turned = sub3(now->w, w0), c0 = b->at0->c;
    vec3 mean = {P[3] + P0[3], P[4] + P0[4], P[5] + P0[5]};
    vec3 u = add3(cross3(turned, scale3(0.5, add3(c0, at->c))), sub3(moving, b->moving0));
    vec3 middle = scale3(0.5, add3(tmul3(b->A0, D), tmul3(*A, D)));
    vec3 a = add3(add3(cross3(c0, pull0), cross3(at->c, pull)),
                  add3(cross3(spin, mean), scale3(1.0 / rate, cross3(u, middle))));
    to[3] += a.x;
    to[4] += a.y;
    to[5] += a.z;
    // modes
    tac_flex_mean_push(k, &(tac_flex_mean){{b->at0, at}, b->y0, rate, {w0, now->w}}, push);
    vec3 force = add3(add3(pull0, pull), scale3(1.0 / rate, cross3(middle, turned)));
    const double three[3] = {force.x, force.y, force.z};
    add_rows(3, 3, k->Ct, k->n_four, three, to + 6, to + 6);
    for (int j = 0; j < 4 * k->n_four; j++) {
        to[6 + j] -= 2.0 * push[j];
    }
}

// at: its inertia where it is.
static void newton_x(tac_workspace *w, tac_flex_body *b, const tac_flex_inertia *at)
{
    const tac_flexible *f = b->of;
    tac_motion now = tac_flex_motion(w, f->body);
    mat3 A = tac_body_rotation(w, f->body);
    double g[TAC_FLEX_SIZE];
    inertial_of_step(w, b, at, &A, &now, g);
    add_springs(b, g);
    vec3 l = tmul3(b->A, (vec3){g[0], g[1], g[2]});
    g[0] = l.x;
    g[1] = l.y;
    g[2] = l.z;
    add_newton_reactions(w, b, &A, g);
    take_loads(w, b, &A, g);
    tac_flex_solve(b, g, b->x);
    for (int j = 0; j < 6 + 4 * f->modes->n_four; j++) {
        b->x[j] *= -b->h;
    }
    tac_set_flex_unknown(w, b, false);
}

void tac_flex_newton(tac_workspace *w, tac_flex_body *b)
{
    tac_flex_factor(w, b, TAC_FLEX_STEP);
    newton_x(w, b, b->at);
}

void tac_flex_again(tac_workspace *w, tac_flex_body *b)
{
    tac_flex_inertia at;
    tac_flex_inertia_at(b->of->modes, &w->m->J[b->of->body], b->q, &at);
    newton_x(w, b, &at);
}

void tac_flex_position(tac_workspace *w, tac_flex_body *b)
{
    tac_flex_factor(w, b, w->start.is_on ? TAC_FLEX_HELD : TAC_FLEX_STEP);
    for (int j = 0; j < 6 + 4 * b->of->modes->n_four; j++) {
        b->x[j] = 0.0;
    }
    tac_set_flex_unknown(w, b, false);
}

// Adds what the reactions of a joint push along the step's start more than where it is, for multipliers of both ends
// together.
static void add_ahead(const tac_workspace *w, const tac_flex_body *b, const tac_flexible_side *s,
                      double *to)
{
    const tac_element *e = &w->m->element[s->element];
    int lanes = w->plan->g->lanes, linear;
    size_t at = tac_slots_at(w, e->row, s->side, &linear);
    vec3 f0 = {0.0, 0.0, 0.0}, t0 = f0, f = f0, t = f0;
    for (int k = 0; k < e->n_row; k++, at += (size_t)(3 * lanes)) {
        double y =
            *tac_row_field(w, e->row + k, R_BEFORE) + *tac_row_field(w, e->row + k, R_LAMBDA);
        const double *was = w->fields.J0 + at, *is = w->fields.J + at;
        f0 = axpy3(y, three(was + linear, lanes), f0);
        t0 = axpy3(y, three(was, lanes), t0);
        f = axpy3(-y, three(is + linear, lanes), f);
        t = axpy3(-y, three(is, lanes), t);
    }
    tac_flex_add(b, &b->start[s->interface], &b->A0, f0, t0, to);
    tac_flex_add(b, &b->map[s->interface], &b->A, f, t, to);
}

void tac_flex_velocity(tac_workspace *w, tac_flex_body *b)
{
    const tac_flexible *f = b->of;
    tac_flex_factor(w, b, w->start.holds_modes ? TAC_FLEX_HELD : TAC_FLEX_STEP);
    tac_motion now = tac_flex_motion(w, f->body);
    vec3 own = tmul3(b->A, now.v);
    double more[TAC_FLEX_SIZE] = {0.0};
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
    double quarter = 0.25 * w->pace.dt[0];
    for (int j = 0; j < 6; j++) {
        b->x[j] = six[j] + quarter * more[j];
    }
    for (int j = 0; j < 4 * f->modes->n_four; j++) {
        b->x[6 + j] = b->qd[j] + quarter * more[6 + j];
    }
    tac_set_flex_unknown(w, b, false);
}

// Accelerations as they are.
static void take_accelerations(const tac_flex_body *b, const tac_motion *now, double *x)
{
    vec3 own = tmul3(b->A, now->a);
    const double six[6] = {own.x, own.y, own.z, now->wd.x, now->wd.y, now->wd.z};
    memcpy(x, six, sizeof six);
    memcpy(x + 6, b->qdd, 4 * (size_t)b->of->modes->n_four * sizeof *x);
}

// M a + Phi_q^T lambda - Q, where the body is.
static void remainder_now(tac_workspace *w, tac_flex_body *b, const tac_motion *now, double *g)
{
    const tac_modes *k = b->of->modes;
    double gyro[TAC_FLEX_SIZE], y[3 * TAC_MOST_MODES];
    inertial(w, b, now, g);
    tac_flex_turns(k, b->qd, y);
    tac_flex_gyro(k, b->at, now->w, b->qd, y, gyro);
    for (int j = 0; j < 6 + 4 * k->n_four; j++) {
        g[j] += gyro[j];
    }
    add_springs(b, g);
    tac_add_flex_reactions(w, b, g);
    take_loads(w, b, &b->A, g);
}

// x = a* + metric^-1 (Q - M a* - Phi_q^T lambda): the metric is the step's, and what stiff modes lack of their
// equation stays on the trapezoidal rule; at the start it is M.
void tac_flex_index1(tac_workspace *w, tac_flex_body *b)
{
    if (w->start.is_on || w->o.order > 2) {
        tac_flex_factor(w, b, w->start.holds_modes ? TAC_FLEX_HELD : TAC_FLEX_MASS);
    }
    tac_motion now = tac_flex_motion(w, b->of->body);
    double g[TAC_FLEX_SIZE];
    remainder_now(w, b, &now, g);
    tac_flex_solve(b, g, g);
    take_accelerations(b, &now, b->x);
    for (int j = 0; j < 6 + 4 * b->of->modes->n_four; j++) {
        b->x[j] -= g[j];
    }
    tac_set_flex_unknown(w, b, true);
}

void tac_flex_projection(tac_workspace *w, tac_flex_body *b)
{
    tac_motion now = tac_flex_motion(w, b->of->body);
    take_accelerations(b, &now, b->x);
    tac_set_flex_unknown(w, b, true);
}

// ---- a static start ----------------------------------------------------------------------------

double tac_flex_settle(tac_workspace *w, tac_flex_body *b)
{
    const tac_flexible *f = b->of;
    tac_motion now = tac_flex_motion(w, f->body);
    double g[TAC_FLEX_SIZE], most = 0.0;
    tac_flex_factor(w, b, TAC_FLEX_MASS);
    remainder_now(w, b, &now, g);
    tac_flex_factor(w, b, TAC_FLEX_STATIC);
    for (int j = 0; j < 6; j++) {
        b->x[j] = 0.0;
    }
    for (int j = 0; j < 4 * f->modes->n_four; j++) {
        double omega = f->modes->omega[j];
        b->x[6 + j] = -g[6 + j] / (omega * omega);
    }
    for (int k = 0; k < f->modes->n_interface; k++) {
        vec3 shift, turn;
        tac_interface_rates(&b->map[k], f->modes->n_four, b->x + 6, &shift, &turn);
        double away = norm3(shift) / f->modes->length;
        most = away > most || !isfinite(away) ? away : most;
    }
    tac_set_flex_unknown(w, b, false);
    return most;
}
