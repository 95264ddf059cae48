// Momentum of isolated mechanisms.
//
// A mechanism that nothing connects with ground and no load acts on keeps its angular momentum about
// its centre of mass, and its linear momentum changes by gravity alone. The trapezoidal rule keeps the size of the
// former, of a single body, and its direction only to second order in dt. At the end of the step the whole
// mechanism is turned about its centre of mass, by the smallest rotation that takes its momentum to where it
// points: joints, inner forces and energy do not feel that. What is missing in size is given back by the one
// velocity field that no joint feels, a rigid motion of the whole mechanism: the mass-orthogonal correction of
// the six momentum conditions.
//
// Where most of what turns inside cancels, a small error of the sum is a large angle: there velocities give back
// the direction as well.
#include "momentum.h"

#include "base/pick.h"
#include "stages/single_access.h"

static const vec3 zero = {0.0, 0.0, 0.0};

typedef struct momentum {
    double mass;
    vec3 c, P, L; // centre of mass; linear momentum; angular momentum about c, world
    double parts; // sum of the sizes of the bodies' shares of L
} momentum;

// A body before or after the step.
static inline tac_pose pose_before(const tac_workspace *w, int i)
{
    const tac_state *s = w->step.from;
    const tac_body_state *b = &s->body[i];
    return (tac_pose){b->r, rotation(b->p), b->p, b->v, b->w};
}

static inline vec3 place_of(const tac_workspace *w, int i, bool after)
{
    return after ? tac_body_vec3(w, i, B_R) : w->step.from->body[i].r;
}

static inline vec3 velocity_of(const tac_workspace *w, int i, bool after)
{
    return after ? tac_body_vec3(w, i, B_V) : w->step.from->body[i].v;
}

static momentum total(const tac_workspace *w, int k, bool after)
{
    const tac_model *m = w->m;
    momentum t = {0.0, zero, zero, zero, 0.0};
    for (int n = m->isolated_first[k]; n < m->isolated_first[k + 1]; n++) {
        int i = m->isolated_body[n];
        t.mass += m->mass[i];
        t.c = axpy3(m->mass[i], place_of(w, i, after), t.c);
        t.P = axpy3(m->mass[i], velocity_of(w, i, after), t.P);
    }
    t.c = scale3(1.0 / t.mass, t.c);
    for (int n = m->isolated_first[k]; n < m->isolated_first[k + 1]; n++) {
        int i = m->isolated_body[n];
        tac_pose b = after ? tac_body_pose(w, i) : pose_before(w, i);
        vec3 d = sub3(b.r, t.c), u = axpy3(-1.0 / t.mass, t.P, b.v);
        vec3 own = axpy3(m->mass[i], cross3(d, u), mul3(b.A, mul3(m->J[i], b.w)));
        t.L = add3(t.L, own);
        t.parts += norm3(own);
    }
    return t;
}

// What a body adds to column u of the inertia of the whole about c.
static inline vec3 inertia_times(const tac_model *m, int i, const tac_pose *b, vec3 c, vec3 u)
{
    vec3 d = sub3(b->r, c), own = mul3(b->A, mul3(m->J[i], tmul3(b->A, u)));
    return axpy3(m->mass[i], cross3(d, cross3(u, d)), own);
}

// Inertia of the whole mechanism about its centre of mass.
static mat3 inertia_of(const tac_workspace *w, int k, vec3 c)
{
    const tac_model *m = w->m;
    mat3 I = {zero, zero, zero};
    for (int n = m->isolated_first[k]; n < m->isolated_first[k + 1]; n++) {
        int i = m->isolated_body[n];
        tac_pose b = tac_body_pose(w, i);
        I.x = add3(I.x, inertia_times(m, i, &b, c, (vec3){1.0, 0.0, 0.0}));
        I.y = add3(I.y, inertia_times(m, i, &b, c, (vec3){0.0, 1.0, 0.0}));
        I.z = add3(I.z, inertia_times(m, i, &b, c, (vec3){0.0, 0.0, 1.0}));
    }
    return I;
}

static vec3 direction(vec3 a)
{
    double size = norm3(a);
    return scale3(1.0 / pick(size > 0.0, size, 1.0), a);
}

// All of the smallest rotation from one momentum to the other where half of what turns inside is left in the sum;
// soon nothing where less is.
static quat turn_between(const momentum *now, const momentum *old)
{
    vec3 a = direction(now->L), b = direction(old->L), axis = cross3(a, b);
    double left = 2.0 * norm3(now->L) / pick(now->parts > 0.0, now->parts, 1.0);
    double share = pick(left < 1.0, left * left * left * left, 1.0);
    double half = 1.0 + dot3(a, b), whole = sqrt(half * half + dot3(axis, axis));
    share = pick(half > 1.0, share / pick(whole > 0.0, whole, 1.0), 0.0);
    axis = scale3(share, axis);
    return unitq((quat){1.0 + share * (half - whole), axis.x, axis.y, axis.z});
}

// a turned by q; by small angles to their rounding, so that what repeats from step to step does not add up.
static vec3 turned(quat q, vec3 a)
{
    vec3 e = {q.e1, q.e2, q.e3}, t = scale3(2.0, cross3(e, a));
    return add3(a, axpy3(q.e0, t, cross3(e, t)));
}

void tac_keep_momentum(tac_work *work, int first, int last)
{
    const tac_workspace *w = work->space;
    const tac_model *m = w->m;
    for (int k = first; k < last; k++) {
        momentum old = total(w, k, false), now = total(w, k, true);
        quat turn = turn_between(&now, &old);
        vec3 missing = sub3(old.P, now.P);
        vec3 V = axpy3(w->pace.dt[tac_copy_of(m, k)], m->gravity, scale3(1.0 / now.mass, missing));
        mat3 I_inv = tac_inverse3(inertia_of(w, k, now.c));
        vec3 Omega = mul3(I_inv, sub3(turned(conjq(turn), old.L), now.L));
        for (int n = m->isolated_first[k]; n < m->isolated_first[k + 1]; n++) {
            int i = m->isolated_body[n];
            tac_pose b = tac_body_pose(w, i);
            vec3 v = add3(b.v, add3(V, cross3(Omega, sub3(b.r, now.c))));
            vec3 turning = add3(b.w, tmul3(b.A, Omega));
            const double rates[] = {v.x, v.y, v.z, turning.x, turning.y, turning.z};
            tac_set_body(w, i, B_V, rates, 6);
        }
        w->turn[k] = (tac_turn){turn, now.c, axpy3(1.0 / now.mass, now.P, V)};
    }
}

// Multipliers of points are forces in world axes.
static void turn_points(const tac_workspace *w, int body, quat q)
{
    const tac_model *m = w->m;
    for (int k = m->slot_first[body]; k < m->slot_first[body + 1]; k++) {
        int row = m->slot_row[k];
        const tac_element *e = &m->element[m->row_element[row]];
        const tac_row *r = &e->rows[row - e->row];
        if (e->body[0] == body && r->kind == ROW_POINT && r->i == 0) {
            double *l = w->step.to.lambda + row;
            vec3 force = turned(q, (vec3){l[0], l[1], l[2]});
            l[0] = force.x;
            l[1] = force.y;
            l[2] = force.z;
        }
    }
}

void tac_turn_momentum(tac_work *work, int first, int last)
{
    const tac_workspace *w = work->space;
    const tac_model *m = w->m;
    for (int k = first; k < last; k++) {
        const tac_turn *t = &w->turn[k];
        for (int n = m->isolated_first[k]; n < m->isolated_first[k + 1]; n++) {
            int i = m->isolated_body[n];
            tac_body_state *b = &w->step.to.body[i];
            b->r = add3(t->c, turned(t->q, sub3(b->r, t->c)));
            b->p = unitq(mulq(t->q, b->p));
            b->v = add3(t->V, turned(t->q, sub3(b->v, t->V)));
            b->a = add3(m->gravity, turned(t->q, sub3(b->a, m->gravity)));
            turn_points(w, i, t->q);
        }
    }
}
