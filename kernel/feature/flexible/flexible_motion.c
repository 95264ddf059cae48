// Flexible bodies on vector lanes: how they are predicted, and what a solution changes.
#include "flexible_layers.h"

#include "flexible_lane.h"

#if TAC_LANES == 1
#define WORKS tac_flex_motion_1
#elif TAC_LANES == 4
#define WORKS tac_flex_motion_4
#else
#define WORKS tac_flex_motion_8
#endif

// ---- a state -----------------------------------------------------------------------------------

// Three numbers of the state of every body, and its Euler parameters.
static vec3v state3(const tac_workspace *w, const tac_flex_cell *c, size_t offset)
{
    vec3v to = {lane_set(0.0), lane_set(0.0), lane_set(0.0)};
    for (int l = 0; l < L; l++) {
        const vec3 *a = (const void *)((const char *)&w->step.from->body[c->of[l]->body] + offset);
        to.x = lane_put(to.x, l, a->x);
        to.y = lane_put(to.y, l, a->y);
        to.z = lane_put(to.z, l, a->z);
    }
    return to;
}

static quatv state4(const tac_workspace *w, const tac_flex_cell *c)
{
    quatv to = {lane_set(0.0), lane_set(0.0), lane_set(0.0), lane_set(0.0)};
    for (int l = 0; l < L; l++) {
        quat p = w->step.from->body[c->of[l]->body].p;
        to.e0 = lane_put(to.e0, l, p.e0);
        to.e1 = lane_put(to.e1, l, p.e1);
        to.e2 = lane_put(to.e2, l, p.e2);
        to.e3 = lane_put(to.e3, l, p.e3);
    }
    return to;
}

// Modal coordinates, rates and accelerations of a state.
static void take_state(const tac_workspace *w, tac_flex_cell *c)
{
    for (int l = 0; l < L; l++) {
        const double *from = tac_modes_of(w->step.from->mode, c->of[l]);
        const double *left = w->step.from->mode_left + c->of[l]->first;
        int n = c->modes.n;
        for (int j = 0; j < n; j++) {
            c->q0[j * L + l] = from[j];
            c->qd0[j * L + l] = from[n + j];
            c->qdd0[j * L + l] = from[2 * n + j];
            c->left[j * L + l] = left[j];
        }
    }
}

// ---- prediction --------------------------------------------------------------------------------

// The first three numbers, which are in axes of the bodies.
static void to_world(const mat3v *A, flexv *x)
{
    put_six(x->six, mul3v(*A, firstv(x->six)), secondv(x->six));
}

static void modal_rates(const tac_workspace *w, tac_flex_cell *c)
{
    lane k = lane_set(2.0 / w->pace.dt[0]), k2 = k * k;
    const chunk *dq = (const chunk *)c->dq, *qd0 = (const chunk *)c->qd0,
                *qdd0 = (const chunk *)c->qdd0;
    chunk *qd = (chunk *)c->qd, *qdd = (chunk *)c->qdd;
    for (int i = 0; i < chunks_of(&c->modes); i++) {
        chunk before = k * qd0[i];
        qd[i] = k * dq[i] - qd0[i];
        qdd[i] = k2 * dq[i] - (2.0 * before + qdd0[i]);
    }
}

// The pose of interfaces at the step's start.
static void put_start(tac_workspace *w, tac_flex_cell *c, const posev *body)
{
    for (int k = 0; k < c->modes.n_interface; k++) {
        c->start[k] = map_interface(&c->modes, k, (const chunk *)c->q0);
        posev at = pose_there(&c->start[k], chunks_of(&c->modes), body, (const chunk *)c->qd0);
        set_interface_pose(w, c, k, B_R0, &at);
        if (w->m->laws.n_friction > 0) {
            set_interface3(w, c, k, B_V0, at.v);
            set_interface3(w, c, k, B_W0, at.w);
        }
    }
}

// Momenta and what inertia asks for at the step's start.
static void start_inertia(const tac_workspace *w, tac_flex_cell *c, const posev *body)
{
    const tac_modes *k = &c->modes;
    const chunk *qd0 = (const chunk *)c->qd0, *qdd0 = (const chunk *)c->qdd0,
                *left = (const chunk *)c->left;
    tac_flex_own *own = c->own;
    flexv a, gyro;
    inertia_at(k, undeformed(c), (const chunk *)c->q0, &own->at0);
    modal_turns(k, qd0, own->y0);
    vec3v away = sub3v(state3(w, c, offsetof(tac_body_state, a)), gravity_of(w));
    put_six(a.six, tmul3v(body->A, away), state3(w, c, offsetof(tac_body_state, wd)));
    for (int i = 0; i < chunks_of(k); i++) {
        a.mode[i] = qdd0[i];
    }
    times_inertia(k, &own->at0, mass_of(c), masses_of(c), &a, &own->inertial0);
    gyroscopic(k, &own->at0, body->w, qd0, own->y0, &gyro);
    add_flexv(c, &gyro, &own->inertial0);
    for (int i = 0; i < chunks_of(k); i++) {
        own->inertial0.mode[i] = own->inertial0.mode[i] - left[i];
    }
    modal_momentum(k, &own->at0, masses_of(c), body->w, qd0, &own->momentum0, &own->moving0);
    to_world(&body->A, &own->inertial0);
    to_world(&body->A, &own->momentum0);
}

// Modes are predicted as far as their stiffness lets them move.
static void predict(tac_workspace *w, tac_flex_cell *c)
{
    const tac_modes *k = &c->modes;
    modal_rows omega = rows_of(k, k->omega);
    const chunk *mass = masses_of(c), *zeta = ratios_of(c);
    lane dt = lane_set(w->pace.dt[0]), h = lane_set(w->pace.h[0]), none = lane_set(0.0);
    chunk *q = (chunk *)c->q, *dq = (chunk *)c->dq, half = CHUNK_SET(0.5 * dt);
    take_state(w, c);
    const chunk *q0 = (const chunk *)c->q0, *qd0 = (const chunk *)c->qd0,
                *qdd0 = (const chunk *)c->qdd0;
    for (int i = 0; i < chunks_of(k); i++) {
        chunk of = MODAL(omega, 1, i, 0), stiff = mass[i] + dt * zeta[i] * of + h * of * of,
              rate = qd0[i];
        CHUNK_ADD(rate, half, qdd0[i]);
        dq[i] = dt * (mass[i] * rate) / stiff;
        q[i] = q0[i] + dq[i];
    }
    quatv p = state4(w, c);
    posev body = {state3(w, c, offsetof(tac_body_state, r)), rotationv(p), p,
                  state3(w, c, offsetof(tac_body_state, v)),
                  state3(w, c, offsetof(tac_body_state, w))};
    c->own->A0 = body.A;
    start_inertia(w, c, &body);
    modal_rates(w, c);
    put_start(w, c, &body);
    set_interfaces(w, c);
    lane_store(c->travel, none);
    lane_store(c->travel + L, none);
}

// ---- what a solution changes -------------------------------------------------------------------

// x - h metric^-1 Phi_q^T sigma
static void solution(const tac_workspace *w, const tac_flex_cell *c, flexv *to)
{
    const tac_flex_own *own = c->own;
    flexv g;
    TAC_UNROLL
    for (int j = 0; j < 6; j++) {
        g.six[j] = lane_set(0.0);
    }
    for (int j = 0; j < chunks_of(&c->modes); j++) {
        g.mode[j] = CHUNK_SET(lane_set(0.0));
    }
    add_reactions(w, c, &g);
    solve_factors(c, &g, &g);
    lane h = own->h;
    TAC_UNROLL
    for (int j = 0; j < 6; j++) {
        to->six[j] = lane_fnma(h, g.six[j], own->x.six[j]);
    }
    for (int j = 0; j < chunks_of(&c->modes); j++) {
        to->mode[j] = own->x.mode[j] - h * g.mode[j];
    }
}

static void move(tac_flex_cell *c, const flexv *x, lane scale, motionv *at)
{
    vec3v turn = scale3v(scale, secondv(x->six));
    chunk *q = (chunk *)c->q;
    at->r = axpy3v(scale, mul3v(c->own->A, firstv(x->six)), at->r);
    at->p = unitqv(axpyqv(lane_set(0.5), gt_mulv(at->p, turn), at->p));
    for (int j = 0; j < chunks_of(&c->modes); j++) {
        q[j] = q[j] + scale * x->mode[j];
    }
}

// Squares of a step of the iteration: rotation and displacement, of the bodies or of an interface.
static void sizes(const tac_flex_cell *c, const flexv *x, lane *size)
{
    vec3v l = firstv(x->six), a = secondv(x->six);
    size[0] = dot3v(a, a);
    size[1] = dot3v(l, l);
    for (int k = 0; k < c->modes.n_interface; k++) {
        vec3v s, t;
        interface_rates(&c->map[k], chunks_of(&c->modes), x->mode, &s, &t);
        size[0] = size[0] + dot3v(t, t);
        size[1] = size[1] + dot3v(s, s);
    }
}

TAC_INLINE arcv body_arc(const tac_workspace *w, const tac_flex_cell *c)
{
    return (arcv){body3(w, c, B_TURNED), lane_load(body_field(w, c, B_TURNED + 3))};
}

// A step of the Newton iteration, and the trapezoidal rule on translations and the rotation vector of the step, as of
// rigid bodies (rotation.h).
static void step_on(const tac_workspace *w, tac_flex_cell *c, const flexv *x, motionv *at)
{
    lane k = lane_set(2.0 / w->pace.dt[0]), k2 = k * k;
    vec3v l = mul3v(c->own->A, firstv(x->six)), moved = add3v(body3(w, c, B_MOVED), l);
    arcv t = arc_furtherv(body_arc(w, c), secondv(x->six));
    const lane made[7] = {moved.x, moved.y, moved.z, t.e.x, t.e.y, t.e.z, t.u};
    set_fields(w, c, B_MOVED, 7, made);
    vec3v psi = turned_byv(t);
    *at = (motionv){.r = add3v(body3(w, c, B_R0), moved),
                    .p = along_arcv(body4(w, c, B_P0), t),
                    .v = axpy3v(k, moved, neg3v(body3(w, c, B_V0))),
                    .a = axpy3v(k2, moved, neg3v(body3(w, c, B_A0))),
                    .w = axpy3v(k, psi, neg3v(body3(w, c, B_W0))),
                    .wd = axpy3v(k2, psi, neg3v(body3(w, c, B_WD0)))};
    chunk *q = (chunk *)c->q, *dq = (chunk *)c->dq;
    for (int j = 0; j < chunks_of(&c->modes); j++) {
        dq[j] = dq[j] + x->mode[j];
        q[j] = ((const chunk *)c->q0)[j] + dq[j];
    }
}

// What the last equation was short of, M + dt/2 D + dt^2/4 K times x over dt^2/4, times what the step has moved.
static lane work_of(const tac_workspace *w, const tac_flex_cell *c, const flexv *x,
                    const motionv *at)
{
    const tac_modes *k = &c->modes;
    const tac_flex_own *own = c->own;
    modal_rows omega = rows_of(k, k->omega);
    const chunk *zeta = ratios_of(c);
    lane dt = lane_set(w->pace.dt[0]), h = own->h, of_modes[1];
    flexv y;
    vec3v l = tmul3v(own->A, body3(w, c, B_MOVED)),
          a = scale3v(0.5 * dt, add3v(at->w, body3(w, c, B_W0)));
    times_inertia(k, &own->at, mass_of(c), masses_of(c), x, &y);
    for (int j = 0; j < chunks_of(k); j++) {
        chunk of = MODAL(omega, 1, j, 0), held = dt * zeta[j] * of + h * of * of;
        CHUNK_ADD(y.mode[j], held, x->mode[j]);
    }
    sum_rows(1, 1, changing(y.mode), chunks_of(k), (const chunk *)c->dq, of_modes);
    return (dot3v(firstv(y.six), l) + dot3v(secondv(y.six), a) + of_modes[0]) / h;
}

static motionv take_step(tac_workspace *w, tac_flex_cell *c, flexv *x)
{
    lane size[2];
    motionv at;
    solution(w, c, x);
    step_on(w, c, x, &at);
    set_motion(w, c, &at);
    modal_rates(w, c);
    set_interfaces(w, c);
    sizes(c, x, size);
    for (int i = 0; i < 2; i++) {
        lane before = lane_load(c->travel + i * L);
        lane_store(c->travel + i * L, lane_pick(lane_less(before, size[i]), size[i], before));
    }
    const lane all[4] = {size[0], size[1], lane_load(c->travel), lane_load(c->travel + L)};
    set_fields(w, c, B_LAST, 4, all);
    return at;
}

static void update_own(tac_workspace *w, tac_flex_cell *c)
{
    flexv x;
    (void)take_step(w, c, &x);
}

static void update_newton(tac_workspace *w, tac_flex_cell *c)
{
    flexv x;
    motionv at = take_step(w, c, &x);
    c->own->work = work_of(w, c, &x, &at);
}

static void update_position(tac_workspace *w, tac_flex_cell *c)
{
    flexv x;
    lane size[2];
    motionv at = body_motion(w, c);
    solution(w, c, &x);
    sizes(c, &x, size);
    move(c, &x, lane_set(w->start.shorten), &at);
    set_motion(w, c, &at);
    set_interfaces(w, c);
    set_fields(w, c, B_LAST, 2, size);
}

// Rates of interfaces.
static void set_rates(tac_workspace *w, const tac_flex_cell *c)
{
    vec3v v = body3(w, c, B_V), spin = body3(w, c, B_W);
    mat3v A = body_A(w, c);
    for (int k = 0; k < c->modes.n_interface; k++) {
        const interface_mapv *at = &c->now[k];
        vec3v move_there, turn;
        interface_rates(at, chunks_of(&c->modes), (const chunk *)c->qd, &move_there, &turn);
        set_interface3(w, c, k, B_V, add3v(v, mul3v(A, add3v(cross3v(spin, at->s), move_there))));
        set_interface3(w, c, k, B_W, tmul3v(at->R, add3v(spin, turn)));
    }
}

static void update_velocity(tac_workspace *w, tac_flex_cell *c)
{
    flexv x;
    solution(w, c, &x);
    set_body3(w, c, B_V, mul3v(c->own->A, firstv(x.six)));
    set_body3(w, c, B_W, secondv(x.six));
    for (int j = 0; j < chunks_of(&c->modes); j++) {
        ((chunk *)c->qd)[j] = x.mode[j];
    }
    set_rates(w, c);
    set_accelerations(w, c);
}

static void update_acceleration(tac_workspace *w, tac_flex_cell *c)
{
    flexv x;
    bool index1 = w->o.acceleration == TAC_INDEX1 && !w->start.is_on;
    chunk *left = (chunk *)c->left, *qdd = (chunk *)c->qdd, *d = (chunk *)c->d;
    solution(w, c, &x);
    for (int j = 0; j < chunks_of(&c->modes); j++) {
        chunk more = index1 ? 1.0 / d[j] - masses_of(c)[j] : 0.0 * d[j]; // the metric over M
        left[j] = more * (qdd[j] - x.mode[j]);
        qdd[j] = x.mode[j];
    }
    set_body3(w, c, B_ACC, mul3v(c->own->A, firstv(x.six)));
    set_body3(w, c, B_WD, secondv(x.six));
    set_accelerations(w, c);
}

// ---- report ------------------------------------------------------------------------------------

// How far modes move interfaces: linear shapes hold for small deflections.
static void measure_bending(tac_flex_cell *c)
{
    lane shift2 = lane_set(0.0), turn2 = shift2;
    for (int i = 0; i < c->modes.n_interface; i++) {
        const interface_mapv *at = &c->now[i];
        lane s2 = dot3v(at->shift, at->shift), t2 = 4.0 * dot3v(at->u, at->u);
        shift2 = lane_pick(lane_less(shift2, s2), s2, shift2);
        turn2 = lane_pick(lane_less(turn2, t2), t2, turn2);
    }
    lane_store(c->bent, lane_sqrt(shift2) / lane_load(c->length));
    lane_store(c->bent + L, lane_sqrt(turn2));
}

// Below the energy of a body that moves by a millionth of its length in half a step nothing is measured.
static const double least_travel = 1e-6;

static void measure_work(const tac_workspace *w, tac_flex_cell *c, lane energy)
{
    lane speed = 2.0 * least_travel / w->pace.dt[0] * lane_load(c->length),
         before = lane_load(c->unsettled);
    lane of = lane_abs(c->own->work) / lane_fma(0.5 * mass_of(c), speed * speed, energy);
    lane_store(c->unsettled, lane_pick(lane_less(before, of), of, before));
}

static void check(tac_workspace *w, tac_flex_cell *c)
{
    const tac_modes *k = &c->modes;
    const tac_flex_own *own = c->own;
    modal_rows omega = rows_of(k, k->omega);
    motionv at = body_motion(w, c);
    vec3v v = tmul3v(own->A, at.v), g = tmul3v(own->A, gravity_of(w));
    flexv rates, Mv, stretched;
    lane of_modes[1], of_strain[1];
    put_six(rates.six, v, at.w);
    for (int j = 0; j < chunks_of(k); j++) {
        rates.mode[j] = ((const chunk *)c->qd)[j];
        stretched.mode[j] = MODAL(omega, 1, j, 0) * ((const chunk *)c->q)[j];
    }
    times_inertia(k, &own->at, mass_of(c), masses_of(c), &rates, &Mv);
    sum_rows(1, 1, changing(Mv.mode), chunks_of(k), rates.mode, of_modes);
    sum_rows(1, 1, changing(stretched.mode), chunks_of(k), stretched.mode, of_strain);
    lane strain = 0.5 * of_strain[0];
    lane kinetic = 0.5 * (dot3v(v, firstv(Mv.six)) + dot3v(at.w, secondv(Mv.six)) + of_modes[0]);
    lane potential = strain - mass_of(c) * dot3v(gravity_of(w), at.r) - dot3v(g, own->at.c);
    for (int l = 0; l < c->n; l++) {
        tac_share *share = &w->shares.body[c->of[l]->body];
        double moving = lane_get(kinetic, l), at_rest = lane_get(potential, l);
        (*share)[S_KINETIC] = moving;
        (*share)[S_POTENTIAL] = at_rest;
        (*share)[S_BAD] += moving + at_rest < HUGE_VAL ? 0.0 : 1.0;
        w->shares.measure[c->of[l]->body][TAC_TENSION] = 0.0;
    }
    measure_bending(c);
    measure_work(w, c, kinetic + strain);
}

static void commit(tac_workspace *w, tac_flex_cell *c)
{
    for (int l = 0; l < c->n; l++) {
        int n = c->modes.n;
        double *to = w->step.to.mode + 3 * (size_t)c->of[l]->first;
        double *left = w->step.to.mode_left + c->of[l]->first;
        for (int j = 0; j < n; j++) {
            to[j] = c->q[j * L + l];
            to[n + j] = c->qd[j * L + l];
            to[2 * n + j] = c->qdd[j * L + l];
            left[j] = c->left[j * L + l];
        }
    }
}

tac_flex_work *const WORKS[TAC_FLEX_WORKS] = {
    [TAC_BODIES_PREDICT] = predict,
    [TAC_BODIES_UPDATE_NEWTON] = update_newton,
    [TAC_BODIES_UPDATE_OWN] = update_own,
    [TAC_BODIES_UPDATE_POSITION] = update_position,
    [TAC_BODIES_UPDATE_VELOCITY] = update_velocity,
    [TAC_BODIES_UPDATE_ACCELERATION] = update_acceleration,
    [TAC_BODIES_CHECK] = check,
    [TAC_BODIES_COMMIT] = commit,
    [TAC_FLEX_INTERFACES] = set_interfaces,
};
