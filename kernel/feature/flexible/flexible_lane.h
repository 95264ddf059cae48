// Flexible bodies on vector lanes: their fields, inertia, factors and interfaces.
//
// With one lane these are those of a single body, whatever the lanes of the plan are.
#ifndef TAC_FLEXIBLE_LANE_H
#define TAC_FLEXIBLE_LANE_H

#include "flexible.h"
#include "model/flexible_inertia_lane.h"
#include "model/interface_map_lane.h"
#include "workspace/fields_lane.h"
#include "workspace/single_access.h"

struct tac_flex_own {
    vec3v moving0;    // Ct q' at the step's start
    mat3v A0, A;      // body to world there, and where the factors were made
    lane h;           // dt^2/4 of the factors
    lane work;        // of the last Newton increment, J
    number B[6 * 8];  // inverse of what remains of six coordinates, rows of eight numbers
    inertiav at0, at; // at the step's start, and where the factors were made
    flexv inertial0;  // M (a - g) and gyroscopic terms at the start, translation in world axes
    flexv momentum0;  // there, but for what the frame's velocity has, as above
    flexv x;          // unknown of the linear problem
    chunk y0[3 * TAC_MOST_CHUNKS]; // S^T q' at the start, (chunks, 3)
};

typedef struct motionv {
    vec3v r, v, w, a, wd;
    quatv p;
} motionv;

// ---- fields ------------------------------------------------------------------------------------

// Doubles from field to field.
TAC_INLINE int field_step(const tac_workspace *w)
{
    return L == 1 ? w->plan->g->lanes : L;
}

TAC_INLINE vec3v fields3(const double *p, int step)
{
    return (vec3v){lane_load(p), lane_load(p + step), lane_load(p + 2 * step)};
}

TAC_INLINE const double *body_field(const tac_workspace *w, const tac_flex_cell *c, int f)
{
    return tac_body_field(w, c->of[0]->body, f);
}

TAC_INLINE vec3v body3(const tac_workspace *w, const tac_flex_cell *c, int f)
{
    return fields3(body_field(w, c, f), field_step(w));
}

TAC_INLINE quatv body4(const tac_workspace *w, const tac_flex_cell *c, int f)
{
    const double *p = body_field(w, c, f);
    int step = field_step(w);
    return (quatv){lane_load(p), lane_load(p + step), lane_load(p + 2 * step),
                   lane_load(p + 3 * step)};
}

TAC_INLINE mat3v body_A(const tac_workspace *w, const tac_flex_cell *c)
{
    return (mat3v){body3(w, c, B_A), body3(w, c, B_A + 3), body3(w, c, B_A + 6)};
}

TAC_INLINE posev body_pose(const tac_workspace *w, const tac_flex_cell *c)
{
    return (posev){body3(w, c, B_R), body_A(w, c), body4(w, c, B_P), body3(w, c, B_V),
                   body3(w, c, B_W)};
}

TAC_INLINE motionv body_motion(const tac_workspace *w, const tac_flex_cell *c)
{
    return (motionv){.r = body3(w, c, B_R),
                     .v = body3(w, c, B_V),
                     .w = body3(w, c, B_W),
                     .a = body3(w, c, B_ACC),
                     .wd = body3(w, c, B_WD),
                     .p = body4(w, c, B_P)};
}

TAC_INLINE void set_fields(const tac_workspace *w, const tac_flex_cell *c, int f, int n,
                           const lane *value)
{
#if TAC_LANES == 1
    tac_set_body(w, c->of[0]->body, f, value, n);
#else
    double *p = tac_body_field(w, c->of[0]->body, f);
    TAC_UNROLL
    for (int k = 0; k < n; k++) {
        lane_store(p + k * L, value[k]);
    }
#endif
}

TAC_INLINE void set_body3(const tac_workspace *w, const tac_flex_cell *c, int f, vec3v a)
{
    const lane value[3] = {a.x, a.y, a.z};
    set_fields(w, c, f, 3, value);
}

// Places, velocities and accelerations; p is unit.
TAC_INLINE void set_motion(const tac_workspace *w, const tac_flex_cell *c, const motionv *at)
{
    const mat3v A = rotationv(at->p);
    const lane value[] = {at->r.x,  at->r.y,  at->r.z, A.x.x,   A.x.y,    A.x.z,    A.y.x,
                          A.y.y,    A.y.z,    A.z.x,   A.z.y,   A.z.z,    at->p.e0, at->p.e1,
                          at->p.e2, at->p.e3, at->v.x, at->v.y, at->v.z,  at->w.x,  at->w.y,
                          at->w.z,  at->a.x,  at->a.y, at->a.z, at->wd.x, at->wd.y, at->wd.z};
    _Static_assert(B_WD + 3 - B_R == sizeof value / sizeof *value, "from place to acceleration");
    set_fields(w, c, B_R, B_WD + 3 - B_R, value);
}

// ---- interfaces as elements see them -----------------------------------------------------------

TAC_INLINE double *interface_field(const tac_workspace *w, const tac_flex_cell *c, int k, int f)
{
    return w->fields.body + w->plan->interface_at[c->of[0]->interface + k] + f * field_step(w);
}

TAC_INLINE void set_interface3(const tac_workspace *w, const tac_flex_cell *c, int k, int f,
                               vec3v a)
{
    double *p = interface_field(w, c, k, f);
    int step = field_step(w);
    lane_store(p, a.x);
    lane_store(p + step, a.y);
    lane_store(p + 2 * step, a.z);
}

// In the fields of the step's end (B_R) or start (B_R0).
TAC_INLINE void set_interface_pose(const tac_workspace *w, const tac_flex_cell *c, int k, int f,
                                   const posev *at)
{
    const lane value[] = {at->r.x,   at->r.y,   at->r.z,   at->A.x.x, at->A.x.y, at->A.x.z,
                          at->A.y.x, at->A.y.y, at->A.y.z, at->A.z.x, at->A.z.y, at->A.z.z,
                          at->p.e0,  at->p.e1,  at->p.e2,  at->p.e3};
    double *p = interface_field(w, c, k, f);
    int step = field_step(w);
    TAC_UNROLL
    for (int i = 0; i < 16; i++, p += step) {
        lane_store(p, value[i]);
    }
}

// Where all interfaces are on the bodies, their poses and rates: whenever q has changed.
TAC_STATIC void set_interfaces(tac_workspace *w, tac_flex_cell *c)
{
    posev body = body_pose(w, c);
    for (int k = 0; k < c->modes.n_interface; k++) {
        interface_mapv *now = &c->now[k];
        *now = map_interface(&c->modes, k, (const chunk *)c->q);
        posev at = pose_there(now, chunks_of(&c->modes), &body, (const chunk *)c->qd);
        set_interface_pose(w, c, k, B_R, &at);
        set_interface3(w, c, k, B_V, at.v);
        set_interface3(w, c, k, B_W, at.w);
    }
}

// x at an interface: world, interface axes.
TAC_INLINE void there(const tac_flex_cell *c, const interface_mapv *at, const flexv *x, vec3v *l,
                      vec3v *a)
{
    vec3v move = firstv(x->six), turn = secondv(x->six), shift, turning;
    interface_rates(at, chunks_of(&c->modes), x->mode, &shift, &turning);
    *l = mul3v(c->own->A, add3v(add3v(move, cross3v(turn, at->s)), shift));
    *a = tmul3v(at->R, add3v(turn, turning));
}

// x of the linear problem at the interfaces, with what accelerations have besides.
TAC_STATIC void set_unknown(tac_workspace *w, const tac_flex_cell *c, bool quad)
{
    const tac_flex_own *own = c->own;
    vec3v spin = body3(w, c, B_W);
    for (int k = 0; k < c->modes.n_interface; k++) {
        vec3v l, a, l2, a2;
        there(c, &c->map[k], &own->x, &l, &a);
        if (quad) {
            interface_quad(&c->map[k], chunks_of(&c->modes), &own->A, spin, (const chunk *)c->qd,
                           &l2, &a2);
            l = add3v(l, l2);
            a = add3v(a, a2);
        }
        set_interface3(w, c, k, B_X, l);
        set_interface3(w, c, k, B_X + 3, a);
    }
}

// Accelerations of the bodies as those of their interfaces; factors are of where they are.
TAC_STATIC void set_accelerations(tac_workspace *w, const tac_flex_cell *c)
{
    const tac_flex_own *own = c->own;
    vec3v a = body3(w, c, B_ACC), wd = body3(w, c, B_WD), spin = body3(w, c, B_W);
    flexv x;
    put_six(x.six, tmul3v(own->A, a), wd);
    for (int i = 0; i < chunks_of(&c->modes); i++) {
        x.mode[i] = ((const chunk *)c->qdd)[i];
    }
    for (int k = 0; k < c->modes.n_interface; k++) {
        vec3v l, t, l2, t2;
        there(c, &c->map[k], &x, &l, &t);
        interface_quad(&c->map[k], chunks_of(&c->modes), &own->A, spin, (const chunk *)c->qd, &l2,
                       &t2);
        set_interface3(w, c, k, B_ACC, add3v(l, l2));
        set_interface3(w, c, k, B_WD, add3v(t, t2));
    }
}

// Adds what a force (world) and a torque (interface axes) at an interface are in the bodies' coordinates.
// A: body to world where `at` was taken.
TAC_INLINE void add_push(const tac_flex_cell *c, const interface_mapv *at, const mat3v *A,
                         vec3v force, vec3v torque, flexv *to)
{
    vec3v own = tmul3v(*A, force), turning = mul3v(at->R, torque);
    lane push[6];
    add_six(to->six, tmul3v(c->own->A, force), add3v(turning, cross3v(at->s, own)));
    interface_push(at, own, turning, push);
    add_rows(6, 6, at->shape, chunks_of(&c->modes), push, to->mode, to->mode);
}

// ---- reactions ---------------------------------------------------------------------------------

// What an element tells bodies, from a field on.
TAC_INLINE vec3v told_by(const tac_workspace *w, const tac_flex_side *s, int f)
{
    int step = field_step(w);
    const double *p = reactions_in(w, s->scratch) + f * step;
    return (vec3v){fetch(p, &s->told), fetch(p + step, &s->told), fetch(p + 2 * step, &s->told)};
}

// Three numbers of an element's Jacobian from p on.
TAC_INLINE vec3v slot_part(const double *p, const tac_flex_side *s, int step)
{
    return (vec3v){fetch(p, &s->slot), fetch(p + step, &s->slot), fetch(p + 2 * step, &s->slot)};
}

TAC_INLINE void add_flexv(const tac_flex_cell *c, const flexv *more, flexv *to)
{
    TAC_UNROLL
    for (int j = 0; j < 6; j++) {
        to->six[j] = to->six[j] + more->six[j];
    }
    for (int j = 0; j < chunks_of(&c->modes); j++) {
        to->mode[j] = to->mode[j] + more->mode[j];
    }
}

TAC_INLINE const chunk *masses_of(const tac_flex_cell *c)
{
    return (const chunk *)c->mass;
}

TAC_INLINE const chunk *ratios_of(const tac_flex_cell *c)
{
    return (const chunk *)c->zeta;
}

TAC_INLINE lane mass_of(const tac_flex_cell *c)
{
    return lane_load(c->inertia);
}

TAC_INLINE vec3v gravity_of(const tac_workspace *w)
{
    vec3 g = w->m->gravity;
    return (vec3v){lane_set(g.x), lane_set(g.y), lane_set(g.z)};
}

// Adds all reactions along where the factors were made.
TAC_INLINE void add_reactions(const tac_workspace *w, const tac_flex_cell *c, flexv *to)
{
    for (int i = 0; i < c->n_side; i++) {
        const tac_flex_side *s = &c->side[i];
        add_push(c, &c->map[s->interface], &c->own->A, told_by(w, s, SIDE_FORCE),
                 told_by(w, s, SIDE_TORQUE), to);
    }
}

TAC_INLINE mat3v undeformed(const tac_flex_cell *c)
{
    return inertia(c->inertia, 1);
}

// ---- factors -----------------------------------------------------------------------------------

// Inverse of a symmetric matrix of six, of which the lower half is given, to rows of eight numbers, by L D L^T.
TAC_STATIC void invert_six(lane B[6][6], number *to)
{
    lane M[6][6], D[6]; // M: the inverse of the unit factor
    TAC_UNROLL
    for (int j = 0; j < 6; j++) {
        lane scaled[6], pivot = B[j][j];
        TAC_UNROLL
        for (int k = 0; k < j; k++) {
            scaled[k] = B[j][k] * D[k];
            pivot = lane_fnma(B[j][k], scaled[k], pivot);
        }
        D[j] = 1.0 / pivot;
        TAC_UNROLL
        for (int i = j + 1; i < 6; i++) { // columns without D: of L D
            TAC_UNROLL
            for (int k = 0; k < j; k++) {
                B[i][j] = lane_fnma(B[i][k], scaled[k], B[i][j]);
            }
        }
    }
    TAC_UNROLL
    for (int j = 0; j < 6; j++) {
        M[j][j] = lane_set(1.0);
        TAC_UNROLL
        for (int i = j + 1; i < 6; i++) {
            lane sum = B[i][j] * D[j];
            TAC_UNROLL
            for (int k = j + 1; k < i; k++) {
                sum = lane_fma(B[i][k] * D[k], M[k][j], sum);
            }
            M[i][j] = -sum;
        }
    }
    TAC_UNROLL
    for (int i = 0; i < 6; i++) {
        TAC_UNROLL
        for (int j = 0; j <= i; j++) {
            lane sum = M[i][j] * D[i];
            TAC_UNROLL
            for (int k = i + 1; k < 6; k++) {
                sum = lane_fma(M[k][i] * D[k], M[k][j], sum);
            }
            to[8 * i + j] = to[8 * j + i] = sum;
        }
    }
}

// What the modes' diagonal is in a metric, inverse.
TAC_INLINE void factor_modes(const tac_workspace *w, tac_flex_cell *c, tac_flex_metric metric)
{
    const tac_modes *k = &c->modes;
    modal_rows omega = rows_of(k, k->omega);
    const chunk *mass = masses_of(c), *zeta = ratios_of(c);
    lane dt = lane_set(w->pace.dt[0]), h = c->own->h, stiffer = w->start.stiffer * h;
    chunk *d = (chunk *)c->d, one = CHUNK_SET(lane_set(1.0));
    for (int i = 0; i < chunks_of(k); i++) {
        chunk of = MODAL(omega, 1, i, 0), stiffness = of * of, inverse = one / mass[i];
        if (metric == TAC_FLEX_HELD) {
            inverse = 0.0 * one;
        } else if (metric == TAC_FLEX_STEP) {
            inverse = one / (mass[i] + dt * zeta[i] * of + h * stiffness);
        } else if (metric == TAC_FLEX_STATIC) {
            inverse = one / (stiffer * stiffness);
        }
        d[i] = inverse;
    }
}

// Makes inertia, interfaces and factors of the metric where bodies are.
TAC_STATIC void make_factors(tac_workspace *w, tac_flex_cell *c, tac_flex_metric metric)
{
    const tac_modes *k = &c->modes;
    tac_flex_own *own = c->own;
    chunk soft[6 * TAC_MOST_CHUNKS];
    own->h = lane_set(w->pace.h[0]);
    own->A = body_A(w, c);
    inertia_at(k, undeformed(c), (const chunk *)c->q, &own->at);
    for (int i = 0; i < k->n_interface; i++) {
        c->map[i] = c->now[i];
    }
    factor_modes(w, c, metric);
    for (int i = 0; i < 6 * chunks_of(k) && metric == TAC_FLEX_STATIC; i++) {
        own->at.C[i] = CHUNK_SET(lane_set(0.0));
    }
    const chunk *C = own->at.C, *d = (const chunk *)c->d;
    for (int i = 0; i < chunks_of(k); i++) {
        TAC_UNROLL
        for (int f = 0; f < 6; f++) {
            soft[6 * i + f] = C[6 * i + f] * d[i];
        }
    }
    lane zero = lane_set(0.0), mass = lane_load(c->inertia);
    vec3v at = own->at.c;
    const mat3v *J = &own->at.J;
    lane B[6][6] = {{mass},
                    {zero, mass},
                    {zero, zero, mass},
                    {zero, -at.z, at.y, J->x.x},
                    {at.z, zero, -at.x, J->y.x, J->y.y},
                    {-at.y, at.x, zero, J->z.x, J->z.y, J->z.z}};
    TAC_UNROLL
    for (int f = 0; f < 6; f++) { // B -= C diag(d) C^T
        lane less[6];
        sum_rows_of(f + 1, 6, changing(C), chunks_of(k), soft + f, 6, less);
        TAC_UNROLL
        for (int e = 0; e <= f; e++) {
            B[f][e] = B[f][e] - less[e];
        }
    }
    invert_six(B, own->B);
}

// B^-1 times six numbers.
TAC_INLINE void times_inverse(const number *B, const lane *six, number *to)
{
#if TAC_LANES == 1
    const four *row = (const four *)B;
    four low = row[0] * six[0], high = row[1] * six[0];
    TAC_UNROLL
    for (int f = 1; f < 6; f++) {
        row += 2;
        TAC_FOUR_ADD(low, row[0], CHUNK_SET(six[f]));
        TAC_FOUR_ADD(high, row[1], CHUNK_SET(six[f]));
    }
    ((four *)to)[0] = low;
    ((four *)to)[1] = high;
#else
    TAC_UNROLL
    for (int k = 0; k < 6; k++) {
        lane sum = B[k] * six[0];
        TAC_UNROLL
        for (int f = 1; f < 6; f++) {
            sum = lane_fma(B[8 * f + k], six[f], sum);
        }
        to[k] = sum;
    }
#endif
}

// to = metric^-1 g; may be the same.
TAC_STATIC void solve_factors(const tac_flex_cell *c, const flexv *g, flexv *to)
{
    const tac_flex_own *own = c->own;
    const chunk *d = (const chunk *)c->d, *C = own->at.C;
    chunk soft[TAC_MOST_CHUNKS];
    lane sum[6];
    number six[8];
    for (int i = 0; i < chunks_of(&c->modes); i++) {
        soft[i] = g->mode[i] * d[i];
    }
    sum_rows(6, 6, changing(C), chunks_of(&c->modes), soft, sum);
    TAC_UNROLL
    for (int f = 0; f < 6; f++) {
        sum[f] = g->six[f] - sum[f];
    }
    times_inverse(own->B, sum, six);
    for (int i = 0; i < chunks_of(&c->modes); i++, C += 6) {
        chunk left = g->mode[i];
        TAC_UNROLL
        for (int f = 0; f < 6; f++) {
            CHUNK_SUBTRACT(left, C[f], CHUNK_SET(six[f]));
        }
        to->mode[i] = left * d[i];
    }
    TAC_UNROLL
    for (int f = 0; f < 6; f++) {
        to->six[f] = six[f];
    }
}

#endif
