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
// Flexible bodies take part with the shape they have; their modes feel nothing of a rigid motion.
//
// Where most of what turns inside cancels, a small error of the sum is a large angle: there velocities give back
// the direction as well. A mechanism that does not turn has the direction of rounding, which is left alone.
#include "momentum.h"

#include "base/pick.h"
#include "feature/flexible/flexible.h"
#include "model/flexible_single.h"
#include "workspace/single_access.h"

static const vec3 zero = {0.0, 0.0, 0.0};

typedef struct momentum {
    double mass;
    vec3 c, P, L; // centre of mass; linear momentum; angular momentum about c, world
    double parts; // sum of the sizes of the bodies' shares of L
    mat3 I;       // inertia about c, world; after the step
} momentum;

// A body before or after the step.
static inline tac_pose pose_before(const tac_workspace *w, int i)
{
    const tac_state *s = w->step.from;
    const tac_body_state *b = &s->body[i];
    return (tac_pose){b->r, rotation(b->p), b->p, b->v, b->w};
}

// Quaternions that iterations have multiplied are longer or shorter by rounding, alike in every step of what spins: the
// momentum that it seems to have would be given to what it is joined to. They leave the step with a length of one.
static inline tac_pose pose_after(const tac_workspace *w, int i)
{
    tac_pose b = tac_body_pose(w, i);
    b.p = unitq(b.p); // Psi = 0, [004] (4)
    b.A = rotation(b.p);
    return b;
}

static inline vec3 place_of(const tac_workspace *w, int i, bool after)
{
    return after ? tac_body_vec3(w, i, B_R) : w->step.from->body[i].r;
}

static inline vec3 velocity_of(const tac_workspace *w, int i, bool after)
{
    return after ? tac_body_vec3(w, i, B_V) : w->step.from->body[i].v;
}

// What modes add to a body: where its centre of mass is from its origin, how it moves there, and its momentum about
// it beside that of the undeformed inertia; world.
typedef struct deformed {
    vec3 d, v, L;
    mat3 J; // about the centre of mass, body axes
} deformed;

static deformed deformed_at(const tac_workspace *w, int flexible, const tac_pose *b, bool after)
{
    const tac_flexible *f = &w->m->flex.flexible[flexible];
    const double *from = tac_modes_of(w->step.from->mode, f);
    double q[TAC_MOST_MODES], qd[TAC_MOST_MODES];
    if (after) {
        tac_flex_now(w, flexible, q, qd);
    } else {
        tac_whole_fours(f->n, from, q);
        tac_whole_fours(f->n, from + f->n, qd);
    }
    const mat3 *J0 = &w->m->bodies.J[f->body];
    double mass_inv = w->m->bodies.mass_inv[f->body];
    inertiav at;
    flexv P;
    vec3 c, modal;
    tac_inertia_single(f->modes, J0, q, &at);
    tac_momentum_single(f->modes, &at, b->w, qd, &P, &modal);
    c = at.c;
    vec3 moving = firstv(P.six), own = secondv(P.six);
    own = sub3(axpy3(-mass_inv, cross3(c, moving), own), mul3(*J0, b->w));
    double cc = mass_inv * dot3(c, c);
    vec3 s = scale3(mass_inv, c);
    mat3 J = {{at.J.x.x - cc + s.x * c.x, at.J.x.y + s.x * c.y, at.J.x.z + s.x * c.z},
              {at.J.y.x + s.y * c.x, at.J.y.y - cc + s.y * c.y, at.J.y.z + s.y * c.z},
              {at.J.z.x + s.z * c.x, at.J.z.y + s.z * c.y, at.J.z.z - cc + s.z * c.z}};
    return (deformed){mul3(b->A, s), scale3(mass_inv, mul3(b->A, moving)), mul3(b->A, own), J};
}

// A body of an isolated mechanism: its centre of mass and angular momentum about it, world.
typedef struct part {
    tac_pose at;
    vec3 L;
    mat3 J; // about the centre of mass, body axes
} part;

static inline part part_of(const tac_workspace *w, int i, bool after, bool bends)
{
    part p = {.at = after ? pose_after(w, i) : pose_before(w, i), .J = w->m->bodies.J[i]};
    p.L = mul3(p.at.A, mul3(w->m->bodies.J[i], p.at.w));
    int flexible = bends ? tac_flexible_of(w->m, i) : TAC_NONE;
    if (flexible != TAC_NONE) {
        deformed more = deformed_at(w, flexible, &p.at, after);
        p.at.r = add3(p.at.r, more.d);
        p.at.v = add3(p.at.v, more.v);
        p.L = add3(p.L, more.L);
        p.J = more.J;
    }
    return p;
}

// Adds what a body has of the inertia of the whole about c: A J A^T + m (d . d - d d^T).
static inline void add_inertia(double mass, const part *p, vec3 c, mat3 *I)
{
    const mat3 *A = &p->at.A;
    vec3 d = sub3(p->at.r, c), md = scale3(mass, d);
    vec3 x = mul3(p->J, A->x), y = mul3(p->J, A->y), z = mul3(p->J, A->z);
    double dd = dot3(md, d);
    I->x.x += dot3(A->x, x) + (dd - md.x * d.x);
    I->y.y += dot3(A->y, y) + (dd - md.y * d.y);
    I->z.z += dot3(A->z, z) + (dd - md.z * d.z);
    I->x.y += dot3(A->x, y) - md.x * d.y;
    I->x.z += dot3(A->x, z) - md.x * d.z;
    I->y.z += dot3(A->y, z) - md.y * d.z;
}

// bends: there are flexible bodies; a constant of the place of the call.
static inline momentum total(const tac_workspace *w, int k, bool after, bool bends)
{
    const tac_model *m = w->m;
    momentum t = {0.0, zero, zero, zero, 0.0, {zero, zero, zero}};
    for (int n = m->isolated.isolated_first[k]; n < m->isolated.isolated_first[k + 1]; n++) {
        int i = m->isolated.isolated_body[n];
        vec3 r = place_of(w, i, after), v = velocity_of(w, i, after);
        if (bends) {
            part p = part_of(w, i, after, true);
            r = p.at.r;
            v = p.at.v;
        }
        t.mass += m->bodies.mass[i];
        t.c = axpy3(m->bodies.mass[i], r, t.c);
        t.P = axpy3(m->bodies.mass[i], v, t.P);
    }
    t.c = scale3(1.0 / t.mass, t.c);
    for (int n = m->isolated.isolated_first[k]; n < m->isolated.isolated_first[k + 1]; n++) {
        int i = m->isolated.isolated_body[n];
        part p = part_of(w, i, after, bends);
        vec3 d = sub3(p.at.r, t.c), u = axpy3(-1.0 / t.mass, t.P, p.at.v);
        vec3 own = axpy3(m->bodies.mass[i], cross3(d, u), p.L);
        t.L = add3(t.L, own);
        t.parts += norm3(own);
        if (after) {
            add_inertia(m->bodies.mass[i], &p, t.c, &t.I);
        }
    }
    t.I.y.x = t.I.x.y;
    t.I.z.x = t.I.x.z;
    t.I.z.y = t.I.y.z;
    return t;
}

// Rotation of the whole in a step, rad, below which its momentum is one of rounding: rates are to some 1e-16 rad a step.
static const double least_turn = 1e-9;

static vec3 direction(vec3 a)
{
    double size = norm3(a);
    return scale3(1.0 / pick(size > 0.0, size, 1.0), a);
}

// All of the smallest rotation from one momentum to the other where half of what turns inside is left in the sum;
// soon nothing where less is. `step`: how far the whole turns in the step, rad.
static quat turn_between(const momentum *now, const momentum *old, double step)
{
    vec3 a = direction(now->L), b = direction(old->L), axis = cross3(a, b);
    double left = 2.0 * norm3(now->L) / pick(now->parts > 0.0, now->parts, 1.0);
    double share = pick(left < 1.0, left * left * left * left, 1.0);
    double half = 1.0 + dot3(a, b), whole = sqrt(half * half + dot3(axis, axis));
    share = pick((half > 1.0) & (step > least_turn), share / pick(whole > 0.0, whole, 1.0), 0.0);
    axis = scale3(share, axis);
    return unitq((quat){1.0 + share * (half - whole), axis.x, axis.y, axis.z});
}

// a turned by q; by small angles to their rounding, so that what repeats from step to step does not add up.
static vec3 turned(quat q, vec3 a)
{
    vec3 e = {q.e1, q.e2, q.e3}, t = scale3(2.0, cross3(e, a));
    return add3(a, axpy3(q.e0, t, cross3(e, t)));
}

// A rigid motion of the whole leaves modes and their rates as they are.
static inline void keep(tac_workspace *w, int first, int last, bool bends)
{
    const tac_model *m = w->m;
    for (int k = first; k < last; k++) {
        momentum old = total(w, k, false, bends), now = total(w, k, true, bends);
        double dt = w->pace.dt[tac_copy_of(m, k)];
        mat3 I_inv = tac_inverse3(now.I);
        quat turn = turn_between(&now, &old, dt * norm3(mul3(I_inv, now.L)));
        vec3 missing = sub3(old.P, now.P);
        vec3 V = axpy3(dt, m->gravity, scale3(1.0 / now.mass, missing));
        vec3 Omega = mul3(I_inv, sub3(turned(conjq(turn), old.L), now.L));
        for (int n = m->isolated.isolated_first[k]; n < m->isolated.isolated_first[k + 1]; n++) {
            int i = m->isolated.isolated_body[n];
            tac_pose b = tac_body_pose(w, i);
            vec3 v = add3(b.v, add3(V, cross3(Omega, sub3(b.r, now.c))));
            vec3 turning = add3(b.w, tmul3(b.A, Omega));
            const double rates[] = {v.x, v.y, v.z, turning.x, turning.y, turning.z};
            tac_set_body(w, i, B_V, rates, 6);
            if (bends && tac_flexible_of(m, i) != TAC_NONE) {
                tac_move_interfaces(w, tac_flexible_of(m, i));
            }
        }
        w->turn[k] = (tac_turn){turn, now.c, axpy3(1.0 / now.mass, now.P, V)};
    }
}

void tac_keep_momentum(tac_work *work, int first, int last)
{
    if (work->space->m->flex.n_flexible > 0) {
        keep(work->space, first, last, true);
    } else {
        keep(work->space, first, last, false);
    }
}

// Multipliers of points are forces in world axes.
static void turn_points(const tac_workspace *w, int body, quat q)
{
    const tac_model *m = w->m;
    for (int k = m->bodies.slot_first[body]; k < m->bodies.slot_first[body + 1]; k++) {
        int row = m->bodies.slot_row[k];
        const tac_element *e = &m->element[m->rows.row_element[row]];
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
        for (int n = m->isolated.isolated_first[k]; n < m->isolated.isolated_first[k + 1]; n++) {
            int i = m->isolated.isolated_body[n];
            tac_body_state *b = &w->step.to.body[i];
            b->r = add3(t->c, turned(t->q, sub3(b->r, t->c)));
            b->p = unitq(mulq(t->q, b->p));
            b->v = add3(t->V, turned(t->q, sub3(b->v, t->V)));
            b->a = add3(m->gravity, turned(t->q, sub3(b->a, m->gravity)));
            turn_points(w, i, t->q);
        }
    }
}
