// Bodies on vector lanes: prediction, what each solve starts from, what its solution changes.
//
// Euler parameters stay on the unit sphere: the normalization constraint (4) and its multiplier are
// eliminated exactly (the limit of an infinite penalty), so that every body has six unknowns per
// solve, a displacement and a rotation d_theta' in body axes with dp = G^T d_theta' / 2, and the
// leaves have the closed inverse of [solver] section 2. All quantities of one solve belong to one
// configuration ([solver] section 4): positions, Jacobians and factors are evaluated again after
// the last iteration, before velocities and accelerations are put onto the constraints.
// Numbers in parentheses are equations of [004].
#include "bodies.h"

#include "base/thresholds.h"
#include "step/loads.h"
#include "step/report.h"
#include "step/rotation.h"
#include "step/shaft_lanes.h"
#include "workspace/fields_lane.h"
#include "workspace/side_sums.h"
#include "workspace/single_access.h"

// ---- positions and rates -----------------------------------------------------------------------

// Position, rotation and Euler parameters, as at B_R and at B_R0.
TAC_INLINE void store_pose(double *pose, vec3v r, quatv p)
{
    mat3v A = rotationv(p);
    store3(pose, r);
    store3(pose + (B_A - B_R) * L, A.x);
    store3(pose + (B_A + 3 - B_R) * L, A.y);
    store3(pose + (B_A + 6 - B_R) * L, A.z);
    store4(pose + (B_P - B_R) * L, p);
}

TAC_INLINE arcv load_arc(const double *p)
{
    return (arcv){load3(p), lane_load(p + 3 * L)};
}

// Where the step has come to.
TAC_INLINE void place(double *b, vec3v r0, quatv p0, vec3v moved, arcv turned)
{
    store3(b + B_MOVED * L, moved);
    store3(b + B_TURNED * L, turned.e);
    put(b, B_TURNED + 3, turned.u);
    store_pose(b + B_R * L, add3v(r0, moved), along_arcv(p0, turned));
}

// Velocities and accelerations that the trapezoidal rule gives to a displacement and a rotation vector of the step;
// k = 2/dt.
TAC_INLINE void rates_of(lane k, double *b, vec3v moved, vec3v psi)
{
    lane k2 = k * k;
    store3(b + B_V * L, axpy3v(k, moved, neg3v(field3(b, B_V0))));    // (15)
    store3(b + B_ACC * L, axpy3v(k2, moved, neg3v(field3(b, B_A0)))); // (16)
    store3(b + B_W * L, axpy3v(k, psi, neg3v(field3(b, B_W0))));      // (15)
    store3(b + B_WD * L, axpy3v(k2, psi, neg3v(field3(b, B_WD0))));   // (16)
}

TAC_INLINE void trapezoidal_rates(lane k, double *b)
{
    rates_of(k, b, field3(b, B_MOVED), turned_byv(load_arc(b + B_TURNED * L)));
}

// Reactions follow a body that turns where h K / J, the square of half the angle by which a link swings in a
// step under its tension, is no longer small against this root: below, the step is its own inverse; above, it
// would be explicit in what makes the link swing.
static const double stiff2 = 0.01;

TAC_INLINE vec3v bounded(vec3v a, lane bound)
{
    lane size = norm3v(a), one = lane_set(1.0);
    return scale3v(lane_pick(lane_less(bound, size), bound / size, one), a);
}

// Three or four numbers of every lane's body.
TAC_INLINE vec3v from_vec3(const double *const *body, size_t at)
{
    vec3v out = {lane_set(0.0), lane_set(0.0), lane_set(0.0)};
    for (int l = 0; l < L; l++) {
        out.x = lane_put(out.x, l, body[l][at]);
        out.y = lane_put(out.y, l, body[l][at + 1]);
        out.z = lane_put(out.z, l, body[l][at + 2]);
    }
    return out;
}

TAC_INLINE quatv from_quat(const double *const *body, size_t at)
{
    vec3v low = from_vec3(body, at), high = from_vec3(body, at + 1);
    return (quatv){low.x, low.y, low.z, high.z};
}

// q + qd dt + qdd dt^2 / 2, of rotations as a rotation vector           [004] section 3.2
static void bodies_predict(tac_workspace *w, int first, int last)
{
    const tac_state *s = w->step.from;
    lane step = lane_load(w->pace.dt), k = 4.0 / step, dt_half = 0.5 * step;
    lane turn = tac_far_prediction / (0.5 * step * step), shift = turn * w->length;
    lane rate = 2.0 / step;
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        const int *at = w->plan->body[i].body;
        const double *from[L];
        for (int l = 0; l < L; l++) {
            from[l] = (const double *)&s->body[at[l]];
        }
#define AT(field) (offsetof(tac_body_state, field) / sizeof(double))
        vec3v r = from_vec3(from, AT(r)), v = from_vec3(from, AT(v)), spin = from_vec3(from, AT(w));
        vec3v a = from_vec3(from, AT(a)), wd = from_vec3(from, AT(wd));
        quatv p = unitqv(from_quat(from, AT(p))); // Psi = 0, [004] (4)
#undef AT
        store_pose(b + B_R0 * L, r, p);
        store3(b + B_V0 * L, v);
        store3(b + B_W0 * L, spin);
        store3(b + B_A0 * L, axpy3v(k, v, a));
        store3(b + B_WD0 * L, axpy3v(k, spin, wd));
        store3(b + B_GYRO0 * L, cross3v(spin, mul3v(inertia(b, B_J), spin)));
        vec3v near_a = bounded(a, shift), near_wd = bounded(wd, turn);
        vec3v psi = scale3v(step, axpy3v(dt_half, near_wd, spin));
        place(b, r, p, scale3v(step, axpy3v(dt_half, near_a, v)), arc_byv(psi));
        trapezoidal_rates(rate, b);
        put(b, B_TRAVEL, lane_set(0.0));
        put(b, B_TRAVEL + 1, lane_set(0.0));
        put(b, B_ANGLE, dot3v(psi, psi));
        if (w->plan->body[i].spins) {
            predict_shafts(w, i, step, b);
        }
    }
}

// ---- what each solve starts from ---------------------------------------------------------------

TAC_INLINE void sum_reactions(const tac_workspace *w, const tac_body_cell *c, vec3v *l, vec3v *a)
{
    lane sum[6];
    sum_sides(w, c, SIDE_FORCE, 6, sum);
    *l = (vec3v){sum[0], sum[1], sum[2]};
    *a = (vec3v){sum[3], sum[4], sum[5]};
}

// Applied force, gravity included, and torque beside the gyroscopic one in n: Q of [004] (8) for body rates.
TAC_INLINE void applied(const tac_workspace *w, int cell, const double *b, const tac_signal *signal,
                        vec3v *f, vec3v *n)
{
    vec3 g = w->m->gravity;
    *f = scale3v(field(b, B_WEIGHT), (vec3v){lane_set(g.x), lane_set(g.y), lane_set(g.z)});
    if (w->plan->body[cell].loaded) {
        vec3v force = *f, torque = *n; // in memory here alone
        add_loads(w, cell, signal, NULL, &force, &torque);
        *f = force;
        *n = torque;
    }
}

TAC_INLINE void set_x(double *b, vec3v l, vec3v a)
{
    store3(b + B_X * L, l);
    store3(b + (B_X + 3) * L, a);
}

TAC_INLINE void store_mat(double *p, mat3v a)
{
    store3(p, a.x);
    store3(p + 3 * L, a.y);
    store3(p + 6 * L, a.z);
}

TAC_INLINE mat3v load_mat(const double *p)
{
    return (mat3v){load3(p), load3(p + 3 * L), load3(p + 6 * L)};
}

TAC_INLINE void store_own(lane dt_half, double *b, symv S, symv J, bool spins)
{
    lane turns = (1.0 - field(b, B_SYMMETRIC)) * dt_half;
    vec3v psi = scale3v(turns, add3v(field3(b, B_W), field3(b, B_W0)));
    if (spins) {
        vec3v spin = scale3v(turns, field3(b, B_SPIN_MEAN));
        store_mat(b + B_OWN_INV * L, inverse3v(own_tangent(S, J, psi, &spin)));
    } else {
        store_mat(b + B_OWN_INV * L, inverse3v(own_tangent(S, J, psi, NULL)));
    }
}

// Geometric stiffness of the reactions at the step's start: how much of them follows the body, and the inverse
// inertias of the Newton iterations.
TAC_INLINE void stiffen(const tac_workspace *w, int cell, lane h, lane dt_half, double *b,
                        const lane *sum)
{
    symv K = {sum[0], sum[1], sum[2], sum[3], sum[4], sum[5]};
    symv J = load_sym(b + B_J * L);
    lane half = lane_set(0.5), zero = lane_set(0.0);
    rangev range = range_of(J, load_sym(b + B_J_INV * L), field(b, B_DET_INV), K);
    lane k = lane_set(tac_whole_h(w)) * range.most, k2 = k * k, follow = k2 / (k2 + stiff2);
    lane beside = field(b, B_ALL_FOLLOWS);
    follow = lane_fma(beside, 1.0 - follow, follow);
    lane share = (1.0 - beside) * (h * follow);
    lane lack = -lane_fma(share, range.least, half); // J + share K keeps J / 2
    lane more = 1.0 + lane_pick(lane_less(zero, lack), lack, zero);
    symv S = {lane_fma(share, K.xx, more * J.xx), lane_fma(share, K.yy, more * J.yy),
              lane_fma(share, K.zz, more * J.zz), lane_fma(share, K.xy, more * J.xy),
              lane_fma(share, K.xz, more * J.xz), lane_fma(share, K.yz, more * J.yz)};
    store_sym(b + B_LEAF_INV * L, inverse_sym(S));
    store_own(dt_half, b, S, J, w->plan->body[cell].spins);
    put(b, B_FOLLOW, follow);
    put(b, B_STIFF, k);
}

// x = -h M^-1 g, g = M qdd + Phi_q^T lambda - Q                         [004] (12) (27)
TAC_INLINE void newton_x(const tac_workspace *w, int cell, lane minus_h, double *b, vec3v react_l,
                         vec3v react_a)
{
    // the mean of the torques at both ends of the step is that of their mean rate: 2 wm x J wm - w0 x J w0 stands
    // for w x J w, with wm = (w + w0) / 2
    vec3v s = add3v(field3(b, B_W), field3(b, B_W0)), f;
    vec3v twice = cross3v(s, mul3v(inertia(b, B_J), s));
    vec3v n = axpy3v(lane_set(-0.5), twice, field3(b, B_GYRO0));
    applied(w, cell, b, w->step.push, &f, &n);
    if (w->plan->body[cell].spins) {
        n = sub3v(n, cross3v(s, field3(b, B_SPIN_MEAN)));
    }
    vec3v g_r = sub3v(axpy3v(field(b, B_MASS), field3(b, B_ACC), react_l), f);
    vec3v g_a = sub3v(add3v(mul3v(inertia(b, B_J), field3(b, B_WD)), react_a), n);
    set_x(b, scale3v(minus_h * field(b, B_MASS_INV), g_r),
          scale3v(minus_h, mul3v(load_mat(b + B_OWN_INV * L), g_a)));
}

// Where reactions follow bodies they stiffen none.
static void newton_following(tac_workspace *w, int first, int last)
{
    lane h = lane_load(w->pace.h), dt_half = 0.5 * lane_load(w->pace.dt);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        vec3v react_l, react_a;
        symv J = load_sym(b + B_J * L);
        sum_reactions(w, &w->plan->body[i], &react_l, &react_a);
        store_own(dt_half, b, J, J, w->plan->body[i].spins);
        newton_x(w, i, -h, b, react_l, react_a);
    }
}

static void bodies_newton(tac_workspace *w, int first, int last)
{
    if (tac_reactions_follow(w)) {
        newton_following(w, first, last);
        return;
    }
    lane h = lane_load(w->pace.h), dt_half = 0.5 * lane_load(w->pace.dt);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        lane react[TAC_SIDE_FIELDS];
        sum_sides(w, &w->plan->body[i], SIDE_FORCE, TAC_SIDE_FIELDS, react);
        stiffen(w, i, h, dt_half, b, react + SIDE_STIFFNESS);
        vec3v react_l = {react[0], react[1], react[2]}, react_a = {react[3], react[4], react[5]};
        vec3v turned = {react[6], react[7], react[8]};
        newton_x(w, i, -h, b, react_l, axpy3v(-0.5 * field(b, B_FOLLOW), turned, react_a));
    }
}

// A later iteration with the tangent of the first.
static void bodies_again(tac_workspace *w, int first, int last)
{
    lane minus_h = -lane_load(w->pace.h);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        vec3v react_l, react_a;
        sum_reactions(w, &w->plan->body[i], &react_l, &react_a);
        newton_x(w, i, minus_h, b, react_l, react_a);
    }
}

TAC_INLINE void use_inertia(double *b)
{
    store_sym(b + B_LEAF_INV * L, load_sym(b + B_J_INV * L));
}

static void bodies_position(tac_workspace *w, int first, int last)
{
    vec3v zero = {lane_set(0.0), lane_set(0.0), lane_set(0.0)};
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        use_inertia(b);
        set_x(b, zero, zero);
    }
}

// x = qd* (45), and half of what the reactions along the step's start push more than those along its end:
// the other half of an impulse along the start is what the projection adds along the end.
static void bodies_velocity(tac_workspace *w, int first, int last)
{
    bool whole = tac_keeps_rates(w);
    lane quarter = 0.25 * lane_load(w->pace.dt);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        vec3v l = field3(b, B_V), a = field3(b, B_W);
        use_inertia(b);
        if (!whole) {
            const tac_body_cell *c = &w->plan->body[i];
            lane more[3], turning = lane_fnma(field(b, B_FOLLOW), quarter, quarter);
            if (!c->points) { // forces at points have no other direction
                sum_sides(w, c, SIDE_FORCE, 3, more);
                vec3v force = {more[0], more[1], more[2]};
                l = axpy3v(quarter * field(b, B_MASS_INV), force, l);
            }
            sum_sides(w, c, SIDE_TORQUE, 3, more);
            vec3v torque = {more[0], more[1], more[2]};
            a = axpy3v(turning, mul3v(inertia(b, B_J_INV), torque), a);
        }
        set_x(b, l, a);
    }
}

// x = M^-1 (Q - Phi_q^T lambda)                                         [004] (9)
static void bodies_index1(tac_workspace *w, int first, int last)
{
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        vec3v f, react_l, react_a, spin = field3(b, B_W);
        vec3v n = neg3v(cross3v(spin, mul3v(inertia(b, B_J), spin)));
        applied(w, i, b, w->step.signal, &f, &n);
        if (w->plan->body[i].spins) {
            vec3v now = w->start.is_on ? momentum_of_shafts(w, i) : field3(b, B_SPIN_END);
            n = sub3v(n, cross3v(spin, now));
        }
        sum_reactions(w, &w->plan->body[i], &react_l, &react_a);
        set_x(b, scale3v(field(b, B_MASS_INV), sub3v(f, react_l)),
              mul3v(inertia(b, B_J_INV), sub3v(n, react_a)));
    }
}

static void bodies_projection(tac_workspace *w, int first, int last)
{
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        set_x(b, field3(b, B_ACC), field3(b, B_WD)); // (60)
    }
}

// ---- what a solution changes -------------------------------------------------------------------

// x - h M^-1 Phi_q^T sigma
TAC_INLINE void solution(const tac_workspace *w, lane minus_h, int cell, const double *b, vec3v *l,
                         vec3v *a)
{
    vec3v react_l, react_a;
    sum_reactions(w, &w->plan->body[cell], &react_l, &react_a);
    *l = axpy3v(minus_h * field(b, B_MASS_INV), react_l, field3(b, B_X));
    *a = axpy3v(minus_h, mul3v(inertia(b, B_LEAF_INV), react_a), field3(b, B_X + 3));
}

// Moves bodies, and notes how far. The rotation vector of the step so far.
TAC_INLINE vec3v step_on(double *b, vec3v l, vec3v a)
{
    lane turn2 = dot3v(a, a), most_turn2 = field(b, B_TRAVEL);
    lane shift2 = dot3v(l, l), most_shift2 = field(b, B_TRAVEL + 1);
    put(b, B_LAST, turn2);
    put(b, B_LAST + 1, shift2);
    put(b, B_TRAVEL, lane_pick(lane_less(most_turn2, turn2), turn2, most_turn2));
    put(b, B_TRAVEL + 1, lane_pick(lane_less(most_shift2, shift2), shift2, most_shift2));
    arcv turned = arc_furtherv(load_arc(b + B_TURNED * L), a);
    place(b, field3(b, B_R0), load4(b + B_P0 * L), add3v(field3(b, B_MOVED), l), turned);
    return turned_byv(turned);
}

// The last iteration of a step closes joints, as the tree has them, and leaves rates as the tangent of the
// body itself would: these balance forces.
TAC_INLINE void update_newton(tac_workspace *w, int first, int last, bool follow)
{
    lane minus_h = -lane_load(w->pace.h), rate = 2.0 / lane_load(w->pace.dt);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        lane react[9];
        sum_sides(w, &w->plan->body[i], SIDE_FORCE, follow ? 6 : 9, react);
        vec3v a0 = {react[3], react[4], react[5]}, own = a0, x = field3(b, B_X + 3);
        if (!follow) {
            own = axpy3v(1.0 - field(b, B_FOLLOW), (vec3v){react[6], react[7], react[8]}, a0);
        }
        vec3v l = axpy3v(minus_h * field(b, B_MASS_INV), (vec3v){react[0], react[1], react[2]},
                         field3(b, B_X)); // (24)
        vec3v closing = mul3v(inertia(b, B_LEAF_INV), a0);
        vec3v balanced = scale3v(minus_h, sub3v(mul3v(load_mat(b + B_OWN_INV * L), own), closing));
        vec3v psi = step_on(b, l, axpy3v(minus_h, closing, x));
        psi = follow ? add3v(psi, balanced) : further3v(psi, field(b, B_FURTHER), balanced);
        rates_of(rate, b, field3(b, B_MOVED), psi);
    }
}

static void bodies_update_newton(tac_workspace *w, int first, int last)
{
    if (tac_reactions_follow(w)) {
        update_newton(w, first, last, true);
    } else {
        update_newton(w, first, last, false);
    }
}

static void bodies_update_own(tac_workspace *w, int first, int last)
{
    lane minus_h = -lane_load(w->pace.h), rate = 2.0 / lane_load(w->pace.dt);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        vec3v l, a;
        sum_reactions(w, &w->plan->body[i], &l, &a);
        vec3v psi =
            step_on(b, axpy3v(minus_h * field(b, B_MASS_INV), l, field3(b, B_X)),
                    axpy3v(minus_h, mul3v(load_mat(b + B_OWN_INV * L), a), field3(b, B_X + 3)));
        rates_of(rate, b, field3(b, B_MOVED), psi);
    }
}

static void bodies_update_position(tac_workspace *w, int first, int last)
{
    lane minus_h = -lane_load(w->pace.h);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        vec3v l, a;
        solution(w, minus_h, i, b, &l, &a);
        put(b, B_LAST, dot3v(a, a));
        put(b, B_LAST + 1, dot3v(l, l));
        lane scale = lane_set(w->start.shorten);
        quatv p = load4(b + B_P * L);
        p = unitqv(axpyqv(0.5 * scale, gt_mulv(p, a), p));
        store_pose(b + B_R * L, axpy3v(scale, l, field3(b, B_R)), p);
    }
}

static void bodies_update_velocity(tac_workspace *w, int first, int last)
{
    lane minus_h = -lane_load(w->pace.h);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        vec3v l, a;
        solution(w, minus_h, i, b, &l, &a); // (43)
        store3(b + B_V * L, l);
        store3(b + B_W * L, a);
    }
}

static void bodies_update_acceleration(tac_workspace *w, int first, int last)
{
    lane minus_h = -lane_load(w->pace.h);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        vec3v l, a;
        solution(w, minus_h, i, b, &l, &a); // (58)
        store3(b + B_ACC * L, l);
        store3(b + B_WD * L, a);
    }
}

static vec3 lane_vec3(const double *p)
{
    return (vec3){p[0], p[L], p[2 * L]};
}

// The values just computed are those of the next state.
static void bodies_commit(tac_workspace *w, int first, int last)
{
    const tac_state s = w->step.to;
    const double *cell = body_at(w, first);
    for (int i = first; i < last; i++, cell += BODY) {
        const tac_body_cell *c = &w->plan->body[i];
        const double *b = cell, *p = b + B_P * L;
        for (int l = 0; l < c->n; l++, b++, p++) {
            int k = c->body[l];
            s.body[k] = (tac_body_state){.r = lane_vec3(b + B_R * L),
                                         .p = {p[0], p[L], p[2 * L], p[3 * L]},
                                         .v = lane_vec3(b + B_V * L),
                                         .w = lane_vec3(b + B_W * L),
                                         .a = lane_vec3(b + B_ACC * L),
                                         .wd = lane_vec3(b + B_WD * L)};
        }
    }
}

static void bodies_check(tac_workspace *w, int first, int last)
{
    vec3 g = w->m->gravity;
    vec3v gravity = {lane_set(g.x), lane_set(g.y), lane_set(g.z)};
    lane zero = lane_set(0.0), one = lane_set(1.0), length = lane_set(w->length);
    lane at_last = lane_set(1.0 / tac_last_increment), at_any = lane_set(1.0 / tac_any_increment);
    lane dt = lane_load(w->pace.dt);
    lane at_angle = lane_set(1.0 / (tac_any_angle * tac_any_angle));
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        const tac_body_cell *c = &w->plan->body[i];
        vec3v r = field3(b, B_R), v = field3(b, B_V), spin = field3(b, B_W);
        lane mass = field(b, B_MASS), weight = field(b, B_WEIGHT);
        lane_mask is_body = lane_less(zero, weight); // of a shaft a shift is an angle
        lane unit = lane_pick(is_body, length, one);
        vec3v sum = add3v(r, add3v(v, spin));
        sum = add3v(sum, add3v(field3(b, B_ACC), field3(b, B_WD)));
        lane turn2 = field(b, B_LAST), shift2 = field(b, B_LAST + 1);
        lane turn = lane_sqrt(turn2), shift = lane_sqrt(shift2);
        lane worst = larger(turn * at_last, shift * (1.0 / unit) * at_last);
        // of the whole step, in rotations and in lengths of the model, whichever is larger
        lane most_turn = lane_sqrt(field(b, B_TRAVEL));
        lane most_shift = lane_sqrt(field(b, B_TRAVEL + 1)) / unit;
        lane most = lane_pick(lane_less(most_shift, most_turn), most_turn, most_shift);
        worst = larger(worst, most * at_any);
        lane beyond = worst + lane_floor(field(b, B_ANGLE) * at_angle);
        lane bad = bad_unless_small(beyond + 0.0 * (sum.x + sum.y + sum.z));
        lane turning = dot3v(spin, mul3v(inertia(b, B_J), spin));
        lane kinetic = 0.5 * (mass * dot3v(v, v) + turning), fall = weight * dot3v(gravity, r);
        lane moved = shift2 + 0.25 * turn2; // |dp| = |d_theta| / 2
        lane tension = field(b, B_SWINGS) * field(b, B_STIFF);
        lane at_joint = lane_pick(is_body, shift + turn * field(b, B_ARM), zero);
        lane turned = lane_pick(is_body, turn, shift), step_turn = dt * norm3v(spin);
        for (int k = 0; k < c->n; k++) {
            w->shares.body[c->body[k]] = (tac_share){lane_get(kinetic, k), -lane_get(fall, k),
                                                     lane_get(moved, k), lane_get(bad, k)};
            w->shares.measure[c->body[k]] =
                (tac_share){lane_get(at_joint, k), lane_get(turned, k), lane_get(step_turn, k),
                            lane_get(tension, k)};
        }
    }
}

#if TAC_LANES == 1
#define STAGES tac_body_stages_1
#elif TAC_LANES == 4
#define STAGES tac_body_stages_4
#else
#define STAGES tac_body_stages_8
#endif

tac_stage *const STAGES[TAC_INDEX3_STAGES] = {
    [TAC_BODIES_PREDICT] = bodies_predict,
    [TAC_BODIES_NEWTON] = bodies_newton,
    [TAC_BODIES_AGAIN] = bodies_again,
    [TAC_BODIES_POSITION] = bodies_position,
    [TAC_BODIES_VELOCITY] = bodies_velocity,
    [TAC_BODIES_INDEX1] = bodies_index1,
    [TAC_BODIES_PROJECTION] = bodies_projection,
    [TAC_BODIES_UPDATE_NEWTON] = bodies_update_newton,
    [TAC_BODIES_UPDATE_OWN] = bodies_update_own,
    [TAC_BODIES_UPDATE_POSITION] = bodies_update_position,
    [TAC_BODIES_UPDATE_VELOCITY] = bodies_update_velocity,
    [TAC_BODIES_UPDATE_ACCELERATION] = bodies_update_acceleration,
    [TAC_BODIES_CHECK] = bodies_check,
    [TAC_BODIES_COMMIT] = bodies_commit,
};
