// Flexible bodies on vector lanes: what each solve starts from.
//
// They have no tangent of their own and no geometric stiffness: reactions of constraints act along the step's
// start (docs/equations.md, "Flexible bodies").
#include "flexible_layers.h"

#include "flexible_lane.h"

#if TAC_LANES == 1
#define WORKS tac_flex_solves_1
#elif TAC_LANES == 4
#define WORKS tac_flex_solves_4
#else
#define WORKS tac_flex_solves_8
#endif

// ---- reactions and loads -----------------------------------------------------------------------

// All reactions in a Newton iteration: of joints along the step's start, of laws where bodies are, at A.
static void add_newton_reactions(const tac_workspace *w, const tac_flex_cell *c, const mat3v *A,
                                 flexv *to)
{
    bool follow = tac_reactions_follow(w);
    for (int i = 0; i < c->n_side; i++) {
        const tac_flex_side *s = &c->side[i];
        vec3v force = told_by(w, s, SIDE_FORCE), torque = told_by(w, s, SIDE_TORQUE);
        if (s->joint && !follow) {
            add_push(c, &c->start[s->interface], &c->own->A0, force, torque, to);
        } else {
            add_push(c, &c->now[s->interface], A, force, torque, to);
        }
    }
}

#if TAC_LANES == 1
static double signal_value(const tac_signal *signal, int source)
{
    return source == TAC_NONE ? 0.0 : signal[source].x;
}

// Takes loads away, where the body is.
static void take_loads(const tac_workspace *w, const tac_flex_cell *c, const tac_signal *all,
                       const mat3 *A, flexv *to)
{
    const tac_model *m = w->m;
    int body = c->of[0]->body;
    const tac_signal *signal = all + tac_copy_of(m, body) * m->signals.n_source;
    for (int k = m->bodies.load_first[body]; k < m->bodies.load_first[body + 1]; k++) {
        const tac_load_desc *load = &m->laws.load[m->bodies.load_of[k]];
        vec3 force = {signal_value(signal, load->force[0]), signal_value(signal, load->force[1]),
                      signal_value(signal, load->force[2])};
        vec3 torque = {signal_value(signal, load->torque[0]), signal_value(signal, load->torque[1]),
                       signal_value(signal, load->torque[2])};
        const interface_mapv *now = &c->now[load->at.interface];
        mat3 R = rotation(load->at.q), AR = mulm3(*A, now->R);
        vec3 f = load->in_body ? mul3(AR, mul3(R, force)) : force; // world
        vec3 t = load->in_body ? mul3(R, torque) : tmul3(AR, torque);
        t = add3(t, cross3(load->at.s, tmul3(AR, f)));
        add_push(c, now, A, neg3(f), neg3(t), to);
    }
}
#else
// Bodies with loads lie alone (model/plan/flexible_cells.h).
static void take_loads(const tac_workspace *w, const tac_flex_cell *c, const tac_signal *all,
                       const mat3v *A, flexv *to)
{
    (void)w, (void)c, (void)all, (void)A, (void)to;
}
#endif

// ---- what each solve starts from ---------------------------------------------------------------

static void add_springs(const tac_flex_cell *c, flexv *to)
{
    const tac_modes *k = &c->modes;
    modal_rows omega = rows_of(k, k->omega);
    const chunk *zeta = ratios_of(c);
    const chunk *q = (const chunk *)c->q, *qd = (const chunk *)c->qd;
    for (int i = 0; i < chunks_of(k); i++) {
        chunk of = MODAL(omega, 1, i, 0), rate = 2.0 * zeta[i] * qd[i];
        CHUNK_ADD(rate, of, q[i]);
        CHUNK_ADD(to->mode[i], of, rate);
    }
}

TAC_INLINE void take_modes(const tac_flex_cell *c, const double *from, flexv *to)
{
    for (int i = 0; i < chunks_of(&c->modes); i++) {
        to->mode[i] = ((const chunk *)from)[i];
    }
}

// M times accelerations less gravity, in axes of the bodies where the factors were made.
static void inertial(const tac_workspace *w, const tac_flex_cell *c, const motionv *now, flexv *to)
{
    flexv a;
    put_six(a.six, tmul3v(c->own->A, sub3v(now->a, gravity_of(w))), now->wd);
    take_modes(c, c->qdd, &a);
    times_inertia(&c->modes, &c->own->at, mass_of(c), masses_of(c), &a, to);
}

// dT/dq of modes between the step's start and its end: with z of their middle and the products of rates at one with
// those at the other, so that with differences of momenta energy is kept. y at the end is rate times the difference of
// Cr, less y at the start.
static void mean_push(const tac_flex_cell *c, const inertiav *at, lane rate, vec3v v, vec3v u,
                      chunk *push)
{
    lane kl[6];
    const tac_flex_own *own = c->own;
    spins_of(v, u, kl);
    vec3v at_start = scale3v(lane_set(0.5), sub3v(u, v)), changed = scale3v(0.5 * rate, v);
    const lane start[3] = {at_start.x, at_start.y, at_start.z},
               change[3] = {changed.x, changed.y, changed.z};
    const chunk *z0 = own->at0.z, *z1 = at->z, *C0 = own->at0.C, *C1 = at->C, *y = own->y0;
    for (int i = 0; i < chunks_of(&c->modes); i++, z0 += 6, z1 += 6, C0 += 6, C1 += 6, y += 3) {
        chunk sum = (z0[0] + z1[0]) * kl[0], turned = y[0] * start[0];
        TAC_UNROLL
        for (int k = 1; k < 6; k++) {
            CHUNK_ADD(sum, z0[k] + z1[k], CHUNK_SET(kl[k]));
        }
        CHUNK_ADD(turned, y[1], CHUNK_SET(start[1]));
        CHUNK_ADD(turned, y[2], CHUNK_SET(start[2]));
        TAC_UNROLL
        for (int l = 0; l < 3; l++) {
            CHUNK_ADD(turned, C1[3 + l] - C0[3 + l], CHUNK_SET(change[l]));
        }
        push[i] = -0.5 * sum - turned;
    }
}

// What inertia asks for at the end of a step: twice what the change of its momenta does, less that of its start.
// Translation in world axes.
static void inertial_of_step(const tac_workspace *w, const tac_flex_cell *c, const inertiav *at,
                             const mat3v *A, const motionv *now, flexv *to)
{
    const tac_modes *k = &c->modes;
    const tac_flex_own *own = c->own;
    lane mass = mass_of(c), rate = lane_set(2.0 / w->pace.dt[0]), half = lane_set(0.5),
         per_rate = 1.0 / rate;
    vec3v v0 = body3(w, c, B_V0), w0 = body3(w, c, B_W0), moving;
    flexv P;
    chunk push[TAC_MOST_CHUNKS];
    modal_momentum(k, at, masses_of(c), now->w, (const chunk *)c->qd, &P, &moving);
    put_six(P.six, mul3v(*A, firstv(P.six)), secondv(P.six));
    const flexv *P0 = &own->momentum0;
    TAC_UNROLL
    for (int j = 0; j < 6; j++) {
        to->six[j] = rate * (P.six[j] - P0->six[j]) - own->inertial0.six[j];
    }
    for (int j = 0; j < chunks_of(k); j++) {
        to->mode[j] = rate * (P.mode[j] - P0->mode[j]) - own->inertial0.mode[j];
    }
    vec3v D = scale3v(half * rate, sub3v(now->v, v0)), away = sub3v(D, gravity_of(w));
    vec3v pull0 = tmul3v(own->A0, away), pull = tmul3v(*A, away);
    vec3v spin = scale3v(half, add3v(w0, now->w)), turned = sub3v(now->w, w0), c0 = own->at0.c;
    vec3v mean = add3v(secondv(P.six), secondv(P0->six));
    vec3v u = add3v(cross3v(turned, scale3v(half, add3v(c0, at->c))), sub3v(moving, own->moving0));
    vec3v middle = scale3v(half, add3v(tmul3v(own->A0, D), tmul3v(*A, D)));
    vec3v a = add3v(add3v(cross3v(c0, pull0), cross3v(at->c, pull)),
                    axpy3v(per_rate, cross3v(u, middle), cross3v(spin, mean)));
    add_six(to->six, scale3v(2.0 * mass, away), a);
    mean_push(c, at, rate, w0, now->w, push);
    vec3v force = axpy3v(per_rate, cross3v(middle, turned), add3v(pull0, pull));
    const lane three[3] = {force.x, force.y, force.z};
    add_rows(3, 3, rows_of(k, k->Ct), chunks_of(k), three, to->mode, to->mode);
    for (int j = 0; j < chunks_of(k); j++) {
        to->mode[j] -= 2.0 * push[j];
    }
}

// at: their inertia where they are.
static void newton_x(tac_workspace *w, tac_flex_cell *c, const inertiav *at)
{
    tac_flex_own *own = c->own;
    motionv now = body_motion(w, c);
    mat3v A = body_A(w, c);
    flexv g;
    inertial_of_step(w, c, at, &A, &now, &g);
    add_springs(c, &g);
    put_six(g.six, tmul3v(own->A, firstv(g.six)), secondv(g.six));
    add_newton_reactions(w, c, &A, &g);
    take_loads(w, c, w->step.push, &A, &g);
    solve_factors(c, &g, &own->x);
    lane scale = -own->h;
    TAC_UNROLL
    for (int j = 0; j < 6; j++) {
        own->x.six[j] = own->x.six[j] * scale;
    }
    for (int j = 0; j < chunks_of(&c->modes); j++) {
        own->x.mode[j] = own->x.mode[j] * scale;
    }
    set_unknown(w, c, false);
}

static void newton(tac_workspace *w, tac_flex_cell *c)
{
    make_factors(w, c, TAC_FLEX_STEP);
    newton_x(w, c, &c->own->at);
}

static void again(tac_workspace *w, tac_flex_cell *c)
{
    inertiav at;
    inertia_at(&c->modes, undeformed(c), (const chunk *)c->q, &at);
    newton_x(w, c, &at);
}

static void clear(const tac_flex_cell *c, flexv *x)
{
    TAC_UNROLL
    for (int j = 0; j < 6; j++) {
        x->six[j] = lane_set(0.0);
    }
    for (int j = 0; j < chunks_of(&c->modes); j++) {
        x->mode[j] = CHUNK_SET(lane_set(0.0));
    }
}

static void position(tac_workspace *w, tac_flex_cell *c)
{
    make_factors(w, c, w->start.is_on ? TAC_FLEX_HELD : TAC_FLEX_STEP);
    clear(c, &c->own->x);
    set_unknown(w, c, false);
}

// Multipliers of a row, of both ends of a step together; none where the row is missing.
static lane both_multipliers(const tac_workspace *w, const tac_flex_cell *c, const tac_flex_side *s,
                             int k)
{
    lane y = lane_set(0.0);
    int apart = w->plan->g->lanes;
    for (int l = 0; l < c->lanes; l++) {
        if (s->row[l] != TAC_NONE) {
            const double *row = w->fields.row + s->row[l] + k * TAC_ROW_FIELDS * apart;
            y = lane_put(y, l, row[R_BEFORE * apart] + row[R_LAMBDA * apart]);
        }
    }
    return y;
}

// Adds what the reactions of a joint push along the step's start more than where it is, for multipliers of both ends
// together.
static void add_ahead(const tac_workspace *w, const tac_flex_cell *c, const tac_flex_side *s,
                      flexv *to)
{
    int step = field_step(w);
    lane none = lane_set(0.0);
    vec3v f0 = {none, none, none}, t0 = f0, f = f0, t = f0;
    const double *was = w->fields.J0, *is = w->fields.J;
    for (int k = 0; k < s->n_row; k++, was += 3 * step, is += 3 * step) {
        lane y = both_multipliers(w, c, s, k);
        f0 = axpy3v(y, slot_part(was + s->to_linear, s, step), f0);
        t0 = axpy3v(y, slot_part(was, s, step), t0);
        f = axpy3v(-y, slot_part(is + s->to_linear, s, step), f);
        t = axpy3v(-y, slot_part(is, s, step), t);
    }
    add_push(c, &c->start[s->interface], &c->own->A0, f0, t0, to);
    add_push(c, &c->map[s->interface], &c->own->A, f, t, to);
}

static void velocity(tac_workspace *w, tac_flex_cell *c)
{
    make_factors(w, c, w->start.holds_modes ? TAC_FLEX_HELD : TAC_FLEX_STEP);
    tac_flex_own *own = c->own;
    motionv now = body_motion(w, c);
    flexv more;
    clear(c, &more);
    if (!tac_keeps_rates(w)) {
        for (int i = 0; i < c->n_side; i++) {
            if (c->side[i].joint) {
                add_ahead(w, c, &c->side[i], &more);
            }
        }
        solve_factors(c, &more, &more);
    }
    number six[6];
    lane quarter = lane_set(0.25 * w->pace.dt[0]);
    put_six(six, tmul3v(own->A, now.v), now.w);
    TAC_UNROLL
    for (int j = 0; j < 6; j++) {
        own->x.six[j] = lane_fma(quarter, more.six[j], six[j]);
    }
    for (int j = 0; j < chunks_of(&c->modes); j++) {
        own->x.mode[j] = ((const chunk *)c->qd)[j] + quarter * more.mode[j];
    }
    set_unknown(w, c, false);
}

// Accelerations as they are.
static void take_accelerations(const tac_flex_cell *c, const motionv *now, flexv *x)
{
    put_six(x->six, tmul3v(c->own->A, now->a), now->wd);
    take_modes(c, c->qdd, x);
}

// M a + Phi_q^T lambda - Q, where bodies are.
static void remainder_now(tac_workspace *w, tac_flex_cell *c, const motionv *now, flexv *g)
{
    const tac_modes *k = &c->modes;
    flexv gyro;
    chunk y[3 * TAC_MOST_CHUNKS];
    inertial(w, c, now, g);
    modal_turns(k, (const chunk *)c->qd, y);
    gyroscopic(k, &c->own->at, now->w, (const chunk *)c->qd, y, &gyro);
    add_flexv(c, &gyro, g);
    add_springs(c, g);
    add_reactions(w, c, g);
    take_loads(w, c, w->step.signal, &c->own->A, g);
}

// x = a* + metric^-1 (Q - M a* - Phi_q^T lambda): the metric is the step's, and what stiff modes lack of their
// equation stays on the trapezoidal rule; at the start it is M.
static void index1(tac_workspace *w, tac_flex_cell *c)
{
    if (w->start.is_on || w->o.order > 2) {
        make_factors(w, c, w->start.holds_modes ? TAC_FLEX_HELD : TAC_FLEX_MASS);
    }
    tac_flex_own *own = c->own;
    motionv now = body_motion(w, c);
    flexv g;
    remainder_now(w, c, &now, &g);
    solve_factors(c, &g, &g);
    take_accelerations(c, &now, &own->x);
    TAC_UNROLL
    for (int j = 0; j < 6; j++) {
        own->x.six[j] = own->x.six[j] - g.six[j];
    }
    for (int j = 0; j < chunks_of(&c->modes); j++) {
        own->x.mode[j] = own->x.mode[j] - g.mode[j];
    }
    set_unknown(w, c, true);
}

static void projection(tac_workspace *w, tac_flex_cell *c)
{
    motionv now = body_motion(w, c);
    take_accelerations(c, &now, &c->own->x);
    set_unknown(w, c, true);
}

// ---- a static start ----------------------------------------------------------------------------

static void settle(tac_workspace *w, tac_flex_cell *c)
{
    const tac_modes *k = &c->modes;
    tac_flex_own *own = c->own;
    motionv now = body_motion(w, c);
    modal_rows omega = rows_of(k, k->omega);
    flexv g;
    lane most = lane_set(0.0);
    make_factors(w, c, TAC_FLEX_MASS);
    remainder_now(w, c, &now, &g);
    make_factors(w, c, TAC_FLEX_STATIC);
    clear(c, &own->x);
    for (int j = 0; j < chunks_of(k); j++) {
        chunk of = MODAL(omega, 1, j, 0);
        own->x.mode[j] = -g.mode[j] / (of * of);
    }
    for (int i = 0; i < k->n_interface; i++) {
        vec3v shift, turn;
        interface_rates(&c->map[i], chunks_of(k), own->x.mode, &shift, &turn);
        lane away = norm3v(shift) / lane_load(c->length);
        most = larger(away, most);
    }
    lane_store(c->settled, most);
    set_unknown(w, c, false);
}

tac_flex_work *const WORKS[TAC_FLEX_WORKS] = {
    [TAC_BODIES_NEWTON] = newton,     [TAC_BODIES_AGAIN] = again,
    [TAC_BODIES_POSITION] = position, [TAC_BODIES_VELOCITY] = velocity,
    [TAC_BODIES_INDEX1] = index1,     [TAC_BODIES_PROJECTION] = projection,
    [TAC_FLEX_SETTLE] = settle,
};
