// Bodies of the canonical step on vector lanes: the free motion, what its solves start from and change.
#include "bodies.h"

#include "canonical.h"
#include "free_rotation.h"
#include "mean_push.h"
#include "snap_lanes.h"
#include "step/loads.h"
#include "step/rotation.h"
#include "workspace/side_sums.h"

TAC_INLINE double *momenta_at(const tac_workspace *w, int cell)
{
    return w->momenta.body + (size_t)(cell * TAC_MOMENTA_FIELDS) * L;
}

// Unit Euler parameters are taken as they are: a state gives the same bits as the step that led to it.
TAC_INLINE void put_pose(double *b, vec3v r, quatv p)
{
    mat3v A = rotationv(p);
    store3(b + B_R * L, r);
    store4(b + B_P * L, p);
    store3(b + B_A * L, A.x);
    store3(b + (B_A + 3) * L, A.y);
    store3(b + (B_A + 6) * L, A.z);
}

// ---- where a step starts -----------------------------------------------------------------------

typedef struct startv {
    vec3v r, v, spin, a, wd;
    quatv p;
} startv;

enum { STATE_FIELDS = sizeof(tac_body_state) / sizeof(double) };

TAC_INLINE startv read_state(const tac_workspace *w, int cell)
{
    const int *body = w->plan->body[cell].body;
    lane x[STATE_FIELDS];
    TAC_UNROLL
    for (int f = 0; f < STATE_FIELDS; f++) {
        x[f] = lane_set(0.0);
        for (int l = 0; l < L; l++) {
            x[f] = lane_put(x[f], l, ((const double *)&w->step.from->body[body[l]])[f]);
        }
    }
    return (startv){.r = {x[0], x[1], x[2]},
                    .p = {x[3], x[4], x[5], x[6]},
                    .v = {x[7], x[8], x[9]},
                    .spin = {x[10], x[11], x[12]},
                    .a = {x[13], x[14], x[15]},
                    .wd = {x[16], x[17], x[18]}};
}

static void bodies_place(tac_workspace *w, int first, int last)
{
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        startv s = read_state(w, i);
        put_pose(b, s.r, s.p);
    }
}

// Whether a pose differs from the one whose rows and factors are at hand.
TAC_INLINE lane moved_from(const double *b, const startv *s)
{
    vec3v r = sub3v(field3(b, B_R), s->r);
    quatv p = axpyqv(lane_set(-1.0), s->p, load4(b + B_P * L));
    return lane_abs(r.x) + lane_abs(r.y) + lane_abs(r.z) + lane_abs(p.e0) + lane_abs(p.e1) +
           lane_abs(p.e2) + lane_abs(p.e3);
}

// Of the lanes in use: others may be anywhere.
TAC_INLINE double used_lanes(const tac_workspace *w, int cell, lane x)
{
    double sum = 0.0;
    for (int l = 0; l < w->plan->body[cell].n; l++) {
        sum += lane_get(x, l);
    }
    return sum;
}

static void note_elsewhere(tac_workspace *w, int first, double moved)
{
    const tac_grouping *g = w->plan->g;
    if (!(moved == 0.0)) {
        w->momenta.elsewhere[tac_block_of(g, g->block_body, first)] = 1;
    }
}

// ---- free motion -------------------------------------------------------------------------------

// How a body turns between the kicks of unilateral laws (mean_push.h).
TAC_INLINE void note_turn(double *b, vec3v first, vec3v last, lane dt)
{
    vec3v turn = scale3v(0.5 * dt, mul3v(inertia(b, B_J_INV), add3v(first, last)));
    vec3v psi = turned_byv(arc_between(load4(b + B_P0 * L), load4(b + B_P * L)));
    // of a body that turns by what rounding leaves of its pose, held by a slide or a weld, there is no more
    lane square = dot3v(turn, turn), one = lane_set(1.0), zero = lane_set(0.0);
    lane_mask still = lane_less(square, lane_set(1e-20));
    lane per = lane_pick(still, zero, 1.0 / lane_pick(still, one, square));
    store3(b + B_PER_TURN * L, scale3v(per, turn));
    store3(b + B_MORE_TURN * L, sub3v(psi, turn));
}

TAC_INLINE void move_freely(const tac_workspace *w, int cell, double *b, double *m)
{
    lane dt = lane_load(w->pace.dt);
    mat3v axes = {field3(m, M_AXES), field3(m, M_AXES + 3), field3(m, M_AXES + 6)};
    vec3v L1 = tmul3v(axes, field3(m, M_L1));
    turnv t = free_rotation(L1, field3(m, M_RATE), dt, w->momenta.moments[cell]);
    vec3v e = mul3v(axes, (vec3v){t.q.e1, t.q.e2, t.q.e3});
    quatv p = mulqv(load4(m + M_P0 * L), (quatv){t.q.e0, e.x, e.y, e.z});
    put_pose(b, axpy3v(dt, field3(m, M_V1), field3(m, M_R0)), unitqv(p));
    store3(m + M_L * L, mul3v(axes, t.L));
    if (w->m->n_unilateral > 0) {
        note_turn(b, field3(m, M_L1), mul3v(axes, t.L), dt);
    }
}

// By what the mean of loads over the step is above what they are at an end of it, where the body is: force (world) and torque
// (body axes). Half of the impulse at each end is then theirs, however they change within the step.
TAC_INLINE void beyond(const tac_workspace *w, int cell, bool at_end, vec3v *f, vec3v *n)
{
    lane zero = lane_set(0.0);
    *f = *n = (vec3v){zero, zero, zero};
    if (w->m->laws.n_load > 0) { // push: twice the mean less the start's
        const tac_moment *step = &w->step;
        add_loads(w, cell, at_end ? step->mean : step->push, at_end ? step->signal : step->mean, f,
                  n);
    }
}

// Half of the impulse with the accelerations of the state, then the free motion unless laws moderate it.
static void bodies_begin(tac_workspace *w, int first, int last)
{
    lane dt = lane_load(w->pace.dt), half = 0.5 * dt, zero = lane_set(0.0);
    vec3v none = {zero, zero, zero};
    bool moderated = w->m->n_law_row > 0; // then bodies_moderate moves them
    double *b = body_at(w, first), moved = 0.0;
    for (int i = first; i < last; i++, b += BODY) {
        double *m = momenta_at(w, i);
        startv s = read_state(w, i);
        moved += used_lanes(w, i, moved_from(b, &s));
        mat3v J = inertia(b, B_J);
        vec3v momentum = mul3v(J, s.spin), more, twist;
        beyond(w, i, false, &more, &twist);
        vec3v torque = add3v(add3v(mul3v(J, s.wd), twist), cross3v(s.spin, momentum));
        vec3v a = axpy3v(field(b, B_MASS_INV), more, s.a);
        store3(m + M_R0 * L, s.r);
        store4(m + M_P0 * L, s.p);
        store3(m + M_V1 * L, axpy3v(half, a, s.v));
        store3(m + M_L1 * L, axpy3v(half, torque, momentum));
        // what forces that are not in the tree take for the velocities of the end
        store3(b + B_V * L, axpy3v(dt, s.a, s.v));
        store3(b + B_W * L, axpy3v(dt, s.wd, s.spin));
        if (w->m->laws.n_friction > 0) {
            store3(b + B_V0 * L, s.v);
            store3(b + B_W0 * L, s.spin);
        }
        store3(b + B_X * L, none);
        store3(b + (B_X + 3) * L, none);
        put(b, B_TRAVEL, zero); // the first impulse of a stiff law out of balance leads anywhere
        put(b, B_TRAVEL + 1, zero);
        for (int f = 0; f < TURN_FIELDS && w->m->n_unilateral > 0; f++) {
            put(b, B_R0 + f, field(b, B_R + f));
        }
        if (!moderated) {
            move_freely(w, i, b, m);
        }
    }
    note_elsewhere(w, first, moved);
}

// The free motion without what laws are moderated by: B_ACC, B_WD are -h M^-1 Phi^T of that.
static void bodies_moderate(tac_workspace *w, int first, int last)
{
    lane rate = -2.0 / lane_load(w->pace.dt);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        double *m = momenta_at(w, i);
        vec3v torque = mul3v(inertia(b, B_J), field3(b, B_WD));
        store3(m + M_V1 * L, axpy3v(rate, field3(b, B_ACC), field3(m, M_V1)));
        store3(m + M_L1 * L, axpy3v(rate, torque, field3(m, M_L1)));
        move_freely(w, i, b, m);
    }
}

// The free motion again with more impulse: B_ACC, B_WD are -h M^-1 Phi^T sigma.
static void bodies_move(tac_workspace *w, int first, int last)
{
    lane per_step = 1.0 / lane_load(w->pace.dt);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        double *m = momenta_at(w, i);
        vec3v shift = field3(b, B_ACC), turn = field3(b, B_WD);
        store3(m + M_V1 * L, axpy3v(per_step, shift, field3(m, M_V1)));
        store3(m + M_L1 * L, axpy3v(per_step, mul3v(inertia(b, B_J), turn), field3(m, M_L1)));
        put(b, B_LAST, dot3v(turn, turn));
        put(b, B_LAST + 1, dot3v(shift, shift));
        move_freely(w, i, b, m);
    }
}

// ---- joints that iterations leave open (snaps.h) -----------------------------------------------

// The free motion of snapped mechanisms without impulses of their joints: B_ACC, B_WD are -h M^-1 Phi^T of those.
static void bodies_let_go(tac_workspace *w, int first, int last)
{
    lane half = 0.5 * lane_load(w->pace.dt), rate = -2.0 / lane_load(w->pace.dt);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        double *m = momenta_at(w, i);
        lane_mask yes = snapped_bodies(w, w->plan->body[i].body);
        startv s = read_state(w, i);
        mat3v J = inertia(b, B_J);
        vec3v momentum = mul3v(J, s.spin), more, twist;
        beyond(w, i, false, &more, &twist);
        vec3v torque = add3v(add3v(mul3v(J, s.wd), twist), cross3v(s.spin, momentum));
        vec3v a = axpy3v(field(b, B_MASS_INV), more, s.a);
        vec3v v = axpy3v(rate, field3(b, B_ACC), axpy3v(half, a, s.v));
        vec3v l = axpy3v(rate, mul3v(J, field3(b, B_WD)), axpy3v(half, torque, momentum));
        store3(m + M_V1 * L, pick3v(yes, v, field3(m, M_V1)));
        store3(m + M_L1 * L, pick3v(yes, l, field3(m, M_L1)));
        move_freely(w, i, b, m);
    }
}

// What a projection starts from: bodies resist turning out of the direction of what pulls at them.
static void bodies_taut(tac_workspace *w, int first, int last)
{
    lane h = lane_load(w->pace.h), zero = lane_set(0.0), one = lane_set(1.0);
    vec3v none = {zero, zero, zero};
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        lane sum[6];
        sum_sides(w, &w->plan->body[i], SIDE_STIFFNESS, 6, sum);
        symv J = load_sym(b + B_J * L), K = {sum[0], sum[1], sum[2], sum[3], sum[4], sum[5]};
        lane least = range_of(J, load_sym(b + B_J_INV * L), field(b, B_DET_INV), K).least;
        lane share = one - h * lane_pick(lane_less(least, zero), least, zero);
        symv S = {share * J.xx + h * K.xx, share * J.yy + h * K.yy, share * J.zz + h * K.zz,
                  share * J.xy + h * K.xy, share * J.xz + h * K.xz, share * J.yz + h * K.yz};
        store_sym(b + B_LEAF_INV * L, inverse_sym(S));
        store3(b + B_X * L, none);
        store3(b + (B_X + 3) * L, none);
    }
}

// B_ACC, B_WD are a projection of positions, which others do not take.
static void bodies_project(tac_workspace *w, int first, int last)
{
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        lane_mask yes = snapped_bodies(w, w->plan->body[i].body);
        vec3v shift = field3(b, B_ACC), turn = field3(b, B_WD), r = field3(b, B_R);
        quatv p = load4(b + B_P * L);
        quatv to = unitqv(axpyqv(lane_set(0.5), gt_mulv(p, turn), p));
        quatv picked = {lane_pick(yes, to.e0, p.e0), lane_pick(yes, to.e1, p.e1),
                        lane_pick(yes, to.e2, p.e2), lane_pick(yes, to.e3, p.e3)};
        put(b, B_LAST, lane_pick(yes, dot3v(turn, turn), field(b, B_LAST)));
        put(b, B_LAST + 1, lane_pick(yes, dot3v(shift, shift), field(b, B_LAST + 1)));
        put_pose(b, pick3v(yes, add3v(r, shift), r), picked);
        store_sym(b + B_LEAF_INV * L, load_sym(b + B_J_INV * L));
    }
}

// ---- velocities --------------------------------------------------------------------------------

// Largest K / J of the geometric stiffness K of the reactions on a body: links swing under their tension with the
// square root of it, which an impulse along the step's start follows only as far as an explicit step does.
TAC_INLINE lane tension_of(const tac_workspace *w, int cell, const double *b)
{
    lane sum[6];
    sum_sides(w, &w->plan->body[cell], SIDE_STIFFNESS, 6, sum);
    symv K = {sum[0], sum[1], sum[2], sum[3], sum[4], sum[5]};
    return range_of(load_sym(b + B_J * L), load_sym(b + B_J_INV * L), field(b, B_DET_INV), K).most;
}

// x = M^-1 (P1 + dt/2 (Q - Phi^T lambda)). B_X holds M^-1 of the bracket less the gyroscopic torque, which
// momenta do not have.
static void bodies_velocity(tac_workspace *w, int first, int last)
{
    lane half = 0.5 * lane_load(w->pace.dt), h = lane_set(tac_whole_h(w));
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        const double *m = momenta_at(w, i);
        vec3v spin = field3(b, B_W);
        vec3v gyro = cross3v(spin, mul3v(inertia(b, B_J), spin)), f, n;
        beyond(w, i, true, &f, &n);
        vec3v more = add3v(gyro, n), pull = axpy3v(field(b, B_MASS_INV), f, field3(b, B_X));
        vec3v free = mul3v(inertia(b, B_J_INV), axpy3v(half, more, field3(m, M_L)));
        store3(b + B_X * L, axpy3v(half, pull, field3(m, M_V1)));
        store3(b + (B_X + 3) * L, axpy3v(half, field3(b, B_X + 3), free));
        put(b, B_STIFF, h * tension_of(w, i, b));
    }
}

// Accelerations as the second half of the impulse has them: what rows of laws keep in the index-1 problem.
static void bodies_guess(tac_workspace *w, int first, int last)
{
    lane rate = 2.0 / lane_load(w->pace.dt);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        const double *m = momenta_at(w, i);
        vec3v spin = field3(b, B_W), momentum = mul3v(inertia(b, B_J), spin), f, n;
        beyond(w, i, true, &f, &n);
        vec3v torque = axpy3v(rate, sub3v(momentum, field3(m, M_L)), neg3v(n));
        vec3v a = scale3v(rate, sub3v(field3(b, B_V), field3(m, M_V1)));
        store3(b + B_ACC * L, axpy3v(-field(b, B_MASS_INV), f, a));
        store3(b + B_WD * L, mul3v(inertia(b, B_J_INV), sub3v(torque, cross3v(spin, momentum))));
    }
}

#if TAC_LANES == 1
#define STAGES tac_canonical_bodies_1
#elif TAC_LANES == 4
#define STAGES tac_canonical_bodies_4
#else
#define STAGES tac_canonical_bodies_8
#endif

tac_stage *const STAGES[TAC_CANONICAL_STAGES] = {
    [TAC_MOMENTA_BODIES_PLACE] = bodies_place,       [TAC_MOMENTA_BODIES_BEGIN] = bodies_begin,
    [TAC_MOMENTA_BODIES_MODERATE] = bodies_moderate, [TAC_MOMENTA_BODIES_MOVE] = bodies_move,
    [TAC_MOMENTA_BODIES_VELOCITY] = bodies_velocity, [TAC_MOMENTA_BODIES_GUESS] = bodies_guess,
    [TAC_MOMENTA_BODIES_TAUT] = bodies_taut,         [TAC_MOMENTA_BODIES_LET_GO] = bodies_let_go,
    [TAC_MOMENTA_BODIES_PROJECT] = bodies_project,
};
