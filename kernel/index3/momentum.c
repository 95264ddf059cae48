// Momentum of isolated mechanisms.
//
// A mechanism that nothing connects with ground and no load acts on keeps its angular momentum about
// its centre of mass, and its linear momentum changes by gravity alone. The trapezoidal rule in
// Euler parameters keeps both only to second order in dt. After the velocity projection the rest is
// removed by the one velocity field that no joint feels, a rigid motion of the whole mechanism: the
// mass-orthogonal correction of the six momentum conditions.
#include "momentum.h"

#include "stages/single_access.h"

static const vec3 zero = {0.0, 0.0, 0.0};

typedef struct momentum {
    double mass;
    vec3 c, P, L; // centre of mass; linear momentum; angular momentum about c, world
} momentum;

static tac_pose pose_before(const tac_workspace *w, int i)
{
    const tac_state *s = w->step.from;
    const tac_body_state *b = &s->body[i];
    return (tac_pose){b->r, rotation(b->p), b->p, b->v, b->w};
}

static tac_pose pose_after(const tac_workspace *w, int i)
{
    return tac_body_pose(w, i);
}

static momentum total(const tac_workspace *w, int k,
                      tac_pose (*pose)(const tac_workspace *w, int i))
{
    const tac_model *m = w->m;
    momentum t = {0.0, zero, zero, zero};
    for (int n = m->isolated_first[k]; n < m->isolated_first[k + 1]; n++) {
        int i = m->isolated_body[n];
        tac_pose b = pose(w, i);
        t.mass += m->mass[i];
        t.c = axpy3(m->mass[i], b.r, t.c);
        t.P = axpy3(m->mass[i], b.v, t.P);
    }
    t.c = scale3(1.0 / t.mass, t.c);
    for (int n = m->isolated_first[k]; n < m->isolated_first[k + 1]; n++) {
        int i = m->isolated_body[n];
        tac_pose b = pose(w, i);
        vec3 d = sub3(b.r, t.c), u = axpy3(-1.0 / t.mass, t.P, b.v);
        t.L = add3(t.L, axpy3(m->mass[i], cross3(d, u), mul3(b.A, mul3(m->J[i], b.w))));
    }
    return t;
}

// Inertia of the whole mechanism about its centre of mass times u.
static vec3 inertia_times(const tac_workspace *w, int k, vec3 c, vec3 u)
{
    const tac_model *m = w->m;
    vec3 sum = zero;
    for (int n = m->isolated_first[k]; n < m->isolated_first[k + 1]; n++) {
        int i = m->isolated_body[n];
        tac_pose b = tac_body_pose(w, i);
        vec3 d = sub3(b.r, c);
        vec3 own = mul3(b.A, mul3(m->J[i], tmul3(b.A, u)));
        sum = add3(sum, axpy3(m->mass[i], cross3(d, cross3(u, d)), own));
    }
    return sum;
}

void tac_keep_momentum(tac_work *work, int first, int last)
{
    const tac_workspace *w = work->space;
    const tac_model *m = w->m;
    for (int k = first; k < last; k++) {
        momentum old = total(w, k, pose_before), now = total(w, k, pose_after);
        vec3 missing = sub3(old.P, now.P);
        vec3 V = axpy3(w->pace.dt[tac_copy_of(m, k)], m->gravity, scale3(1.0 / now.mass, missing));
        mat3 I = {inertia_times(w, k, now.c, (vec3){1.0, 0.0, 0.0}),
                  inertia_times(w, k, now.c, (vec3){0.0, 1.0, 0.0}),
                  inertia_times(w, k, now.c, (vec3){0.0, 0.0, 1.0})};
        vec3 Omega = mul3(tac_inverse3(I), sub3(old.L, now.L));
        for (int n = m->isolated_first[k]; n < m->isolated_first[k + 1]; n++) {
            int i = m->isolated_body[n];
            tac_pose b = tac_body_pose(w, i);
            vec3 v = add3(b.v, add3(V, cross3(Omega, sub3(b.r, now.c))));
            tac_set_body_vec3(w, i, B_V, v);
            tac_set_body_vec3(w, i, B_W, add3(b.w, tmul3(b.A, Omega)));
        }
    }
}
