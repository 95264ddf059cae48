// Bodies of the modular step on vector lanes: the stages of Runge-Kutta, and what corrections change.
//
// Euler parameters are integrated as they are, p_dot = G^T w / 2, and divided by their length in every stage and at
// the end: a stage then reads the rotation of p / |p|, whose equation has the same solution, so that the order stays.
#include "bodies.h"

#include "modular.h"
#include "step/loads.h"
#include "step/rotation.h"
#include "workspace/side_sums.h"

// Where a body is and how fast: what is integrated, or its rates.
typedef struct motionv {
    vec3v r, v, w;
    quatv p;
} motionv;

TAC_INLINE quatv rate_of(quatv p, vec3v w)
{
    return gt_mulv(p, scale3v(lane_set(0.5), w));
}

TAC_INLINE motionv axpy_motion(lane k, motionv x, motionv y)
{
    return (motionv){axpy3v(k, x.r, y.r), axpy3v(k, x.v, y.v), axpy3v(k, x.w, y.w),
                     axpyqv(k, x.p, y.p)};
}

TAC_INLINE motionv start_of(const double *b)
{
    return (motionv){field3(b, B_R0), field3(b, B_V0), field3(b, B_W0), load4(b + B_P0 * L)};
}

TAC_INLINE motionv sum_of(const double *b)
{
    return (motionv){field3(b, B_SUM_R), field3(b, B_SUM_V), field3(b, B_SUM_W),
                     load4(b + B_SUM_P * L)};
}

TAC_INLINE void put_sum(double *b, motionv m)
{
    store3(b + B_SUM_R * L, m.r);
    store3(b + B_SUM_V * L, m.v);
    store3(b + B_SUM_W * L, m.w);
    store4(b + B_SUM_P * L, m.p);
}

TAC_INLINE void put_pose(double *b, vec3v r, quatv p)
{
    quatv unit = unitqv(p); // Psi = 0, [004] (4)
    mat3v A = rotationv(unit);
    store3(b + B_R * L, r);
    store3(b + B_A * L, A.x);
    store3(b + (B_A + 3) * L, A.y);
    store3(b + (B_A + 6) * L, A.z);
    store4(b + B_P * L, unit);
}

TAC_INLINE void place(double *b, motionv m)
{
    put_pose(b, m.r, m.p);
    store3(b + B_V * L, m.v);
    store3(b + B_W * L, m.w);
}

// ---- stages ------------------------------------------------------------------------------------

enum { STATE_FIELDS = sizeof(tac_body_state) / sizeof(double) };

// The state is the first stage: it has its accelerations.
static void bodies_begin(tac_workspace *w, int first, int last)
{
    lane dt = lane_load(w->pace.dt), half = 0.5 * dt, zero = lane_set(0.0);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        const int *body = w->plan->body[i].body;
        lane x[STATE_FIELDS];
        TAC_UNROLL
        for (int f = 0; f < STATE_FIELDS; f++) {
            x[f] = zero;
            for (int l = 0; l < L; l++) {
                x[f] = lane_put(x[f], l, ((const double *)&w->step.from->body[body[l]])[f]);
            }
        }
        vec3v r = {x[0], x[1], x[2]}, v = {x[7], x[8], x[9]}, spin = {x[10], x[11], x[12]};
        vec3v a = {x[13], x[14], x[15]}, wd = {x[16], x[17], x[18]};
        quatv p = {x[3], x[4], x[5], x[6]};
        motionv start = {r, v, spin, p}, rate = {v, a, wd, rate_of(p, spin)};
        store3(b + B_R0 * L, r);
        store3(b + B_V0 * L, v);
        store3(b + B_W0 * L, spin);
        store4(b + B_P0 * L, p);
        put_sum(b, rate);
        place(b, axpy_motion(half, rate, start));
        put(b, B_LAST, zero);
        put(b, B_LAST + 1, zero);
        put(b, B_TRAVEL, zero);
        put(b, B_TRAVEL + 1, zero);
        put(b, B_ANGLE, dt * dt * dot3v(spin, spin));
    }
}

// -h M^-1 Phi_q^T sigma
TAC_INLINE void impulse(const tac_workspace *w, int cell, lane minus_h, const double *b, vec3v *l,
                        vec3v *a)
{
    lane sum[6];
    sum_sides(w, &w->plan->body[cell], SIDE_FORCE, 6, sum);
    *l = scale3v(minus_h * field(b, B_MASS_INV), (vec3v){sum[0], sum[1], sum[2]});
    *a = scale3v(minus_h, mul3v(inertia(b, B_J_INV), (vec3v){sum[3], sum[4], sum[5]}));
}

// Rates of the stage at hand, with the accelerations just solved for.
TAC_INLINE motionv rate_here(const tac_workspace *w, int cell, lane minus_h, const double *b)
{
    vec3v l, a, spin = field3(b, B_W);
    impulse(w, cell, minus_h, b, &l, &a);
    return (motionv){field3(b, B_V), add3v(field3(b, B_X), l), add3v(field3(b, B_X + 3), a),
                     rate_of(load4(b + B_P * L), spin)};
}

// A stage whose rates count twice, and the next one a part of the step from the start.
TAC_INLINE void go_on(tac_workspace *w, int first, int last, lane reach)
{
    lane minus_h = -lane_load(w->pace.h), two = lane_set(2.0);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        motionv rate = rate_here(w, i, minus_h, b);
        put_sum(b, axpy_motion(two, rate, sum_of(b)));
        place(b, axpy_motion(reach, rate, start_of(b)));
    }
}

static void bodies_second(tac_workspace *w, int first, int last)
{
    go_on(w, first, last, 0.5 * lane_load(w->pace.dt));
}

static void bodies_third(tac_workspace *w, int first, int last)
{
    go_on(w, first, last, lane_load(w->pace.dt));
}

// What loads push over the step beyond what the stages see of them.
TAC_INLINE void kick(const tac_workspace *w, int cell, const double *b, motionv *sum)
{
    lane zero = lane_set(0.0), six = lane_set(6.0);
    vec3v f = {zero, zero, zero}, n = f;
    add_loads(w, cell, w->signals.beyond, NULL, &f, &n);
    sum->v = axpy3v(six * field(b, B_MASS_INV), f, sum->v);
    sum->w = axpy3v(six, mul3v(inertia(b, B_J_INV), n), sum->w);
}

static void bodies_fourth(tac_workspace *w, int first, int last)
{
    lane minus_h = -lane_load(w->pace.h), sixth = lane_load(w->pace.dt) / 6.0;
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        motionv sum = axpy_motion(lane_set(1.0), rate_here(w, i, minus_h, b), sum_of(b));
        if (w->m->laws.n_load > 0) {
            kick(w, i, b, &sum);
        }
        place(b, axpy_motion(sixth, sum, start_of(b)));
    }
}

// ---- corrections -------------------------------------------------------------------------------

static void correct_positions(tac_workspace *w, int first, int last)
{
    lane minus_h = -lane_load(w->pace.h);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        vec3v l, a;
        quatv p = load4(b + B_P * L);
        impulse(w, i, minus_h, b, &l, &a);
        put(b, B_LAST, dot3v(a, a));
        put(b, B_LAST + 1, dot3v(l, l));
        put_pose(b, add3v(field3(b, B_R), l), axpyqv(lane_set(1.0), rate_of(p, a), p));
    }
}

// What the sweep before velocities comes down with.
static void bodies_close(tac_workspace *w, int first, int last)
{
    if (tac_leaves_positions(w)) {
        bodies_fourth(w, first, last);
    } else {
        correct_positions(w, first, last);
    }
}

static void bodies_settle(tac_workspace *w, int first, int last)
{
    lane minus_h = -lane_load(w->pace.h);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        vec3v l, a;
        impulse(w, i, minus_h, b, &l, &a);
        store3(b + B_V * L, add3v(field3(b, B_V), l));
        store3(b + B_W * L, add3v(field3(b, B_W), a));
    }
}

// ---- doubt -------------------------------------------------------------------------------------

// Largest h K / J of the geometric stiffness K of the reactions: links swing under their tension with the square
// root of it, which an explicit step follows only so far.
static void bodies_measure(tac_workspace *w, int first, int last)
{
    lane h = lane_load(w->pace.h);
    double *b = body_at(w, first);
    for (int i = first; i < last; i++, b += BODY) {
        const tac_body_cell *c = &w->plan->body[i];
        lane sum[6];
        sum_sides(w, c, SIDE_STIFFNESS, 6, sum);
        symv K = {sum[0], sum[1], sum[2], sum[3], sum[4], sum[5]};
        rangev range =
            range_of(load_sym(b + B_J * L), load_sym(b + B_J_INV * L), field(b, B_DET_INV), K);
        put(b, B_STIFF, h * range.most);
    }
}

#if TAC_LANES == 1
#define STAGES tac_modular_bodies_1
#elif TAC_LANES == 4
#define STAGES tac_modular_bodies_4
#else
#define STAGES tac_modular_bodies_8
#endif

tac_stage *const STAGES[TAC_MODULAR_STAGES] = {
    [TAC_MODULAR_BODIES_BEGIN] = bodies_begin,     [TAC_MODULAR_BODIES_SECOND] = bodies_second,
    [TAC_MODULAR_BODIES_THIRD] = bodies_third,     [TAC_MODULAR_BODIES_FOURTH] = bodies_fourth,
    [TAC_MODULAR_BODIES_CLOSE] = bodies_close,     [TAC_MODULAR_BODIES_SETTLE] = bodies_settle,
    [TAC_MODULAR_BODIES_MEASURE] = bodies_measure,
};
