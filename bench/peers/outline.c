#include "outline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism.h"
#include "vec.h"

static void put(double out[3], vec3 a)
{
    memcpy(out, (const double[]){a.x, a.y, a.z}, 3 * sizeof *out);
}

static vec3 take(const double a[3])
{
    return (vec3){a[0], a[1], a[2]};
}

double outline_drive(const outline_actuator *a, double t)
{
    return a->offset + a->amplitude * sin(6.283185307179586 * a->frequency * t + a->phase);
}

void outline_turn(const outline *o, int body, const double x[3], double out[3])
{
    if (body < 0) {
        put(out, take(x));
        return;
    }
    const double *p = o->body[body].pose.p;
    put(out, tmul3(rotation((quat){p[0], p[1], p[2], p[3]}), take(x)));
}

void outline_point(const outline *o, int body, const double x[3], double out[3])
{
    double d[3];
    put(d, body < 0 ? take(x) : sub3(take(x), take(o->body[body].pose.r)));
    outline_turn(o, body, d, out);
}

// ---- from a model ------------------------------------------------------------------------------

// What is found while walking through a description.
typedef struct walk {
    const tac_desc *d;
    const tac_state *s;
    outline *o;
    int *place; // index in the outline of every body of the description, -1: not yet  (n_body)
    int *used;  // 1: the joint is in the tree                                          (n_joint)
    char *why;
} walk;

static int refuse(const walk *w, const char *what)
{
    snprintf(w->why, WHY_SIZE, "peers cannot be given %s", what);
    return 0;
}

static int kind_of(tac_joint_kind kind, outline_kind *out)
{
    switch (kind) {
    case TAC_SPHERICAL:
        *out = OUTLINE_BALL;
        return 1;
    case TAC_REVOLUTE:
        *out = OUTLINE_HINGE;
        return 1;
    case TAC_UNIVERSAL:
        *out = OUTLINE_UNIVERSAL;
        return 1;
    case TAC_PRISMATIC:
        *out = OUTLINE_SLIDER;
        return 1;
    case TAC_FIXED:
    case TAC_CYLINDRICAL:
    case TAC_PLANAR:
    case TAC_POINT_ON_LINE:
    case TAC_ROD:
    case TAC_SCREW:
    case TAC_N_JOINT_KIND:
        break;
    }
    return 0;
}

static vec3 frame_point(const walk *w, const tac_frame *f)
{
    const tac_body_state *b = f->body < 0 ? NULL : &w->s->body[f->body];
    return b ? add3(b->r, mul3(rotation(b->p), f->s)) : f->s;
}

static vec3 frame_axis(const walk *w, const tac_frame *f)
{
    quat q = f->body < 0 ? f->q : mulq(w->s->body[f->body].p, f->q);
    return col3(rotation(q), 2);
}

// Bodies and velocities as they are at the start.
static void put_body(const walk *w, outline_body *b, int body)
{
    const tac_body_desc *d = &w->d->body[body];
    quat p = w->s->body[body].p;
    b->body = body;
    b->mass = d->mass;
    memcpy(b->inertia, d->J, sizeof b->inertia);
    put(b->pose.r, w->s->body[body].r);
    memcpy(b->pose.p, (const double[]){p.e0, p.e1, p.e2, p.e3}, sizeof b->pose.p);
    put(b->w, mul3(rotation(p), w->s->body[body].w));
}

// Joins the body at the far end of a joint to the tree.
static int grow(walk *w, int joint, int parent, const tac_frame *near, const tac_frame *far)
{
    outline_body *b = &w->o->body[w->o->n_body];
    put_body(w, b, far->body);
    b->parent = parent;
    put(b->at, frame_point(w, near));
    put(b->axis, frame_axis(w, near));
    put(b->axis2, frame_axis(w, far));
    if (!kind_of(w->d->joint[joint].kind, &b->kind) || w->d->joint[joint].drive_angle != TAC_NONE ||
        w->d->joint[joint].drive_displacement != TAC_NONE) {
        return refuse(w, "this kind of joint");
    }
    w->place[far->body] = w->o->n_body++;
    w->used[joint] = 1;
    return 1;
}

static int grow_tree(walk *w)
{
    for (int next = -1; next < w->o->n_body; next++) {
        int body = next < 0 ? TAC_GROUND : w->o->body[next].body;
        for (int j = 0; j < w->d->n_joint; j++) {
            const tac_joint_desc *d = &w->d->joint[j];
            const tac_frame *near = d->a.body == body ? &d->a : &d->b;
            const tac_frame *far = d->a.body == body ? &d->b : &d->a;
            int leads = near->body == body && far->body >= 0 && w->place[far->body] < 0;
            if (leads && !grow(w, j, next, near, far)) {
                return 0;
            }
        }
    }
    return w->o->n_body == w->d->n_body || refuse(w, "bodies without a joint");
}

static int all_hinges_parallel(const walk *w)
{
    vec3 first = take(w->o->body[0].axis);
    for (int i = 0; i < w->o->n_body; i++) {
        const outline_body *b = &w->o->body[i];
        if (b->kind != OUTLINE_HINGE || norm3(cross3(first, take(b->axis))) > 1e-12) {
            return 0;
        }
    }
    return 1;
}

static int close_loops(walk *w)
{
    for (int j = 0; j < w->d->n_joint; j++) {
        const tac_joint_desc *d = &w->d->joint[j];
        if (w->used[j]) {
            continue;
        }
        outline_loop *l = &w->o->loop[w->o->n_loop++];
        l->a = d->a.body < 0 ? -1 : w->place[d->a.body];
        l->b = d->b.body < 0 ? -1 : w->place[d->b.body];
        put(l->at, frame_point(w, &d->a));
        put(l->axis, frame_axis(w, &d->a));
        int good =
            kind_of(d->kind, &l->kind) &&
            (l->kind == OUTLINE_BALL || (l->kind == OUTLINE_HINGE && all_hinges_parallel(w)));
        if (!good) {
            return refuse(w, "a loop that closes with this kind of joint");
        }
    }
    return 1;
}

// The free length x0 of a spring whose length is x = length + sign q becomes that of q.
static int put_drive(const walk *w, const tac_spring_desc *d, double length, double sign,
                     outline_actuator *a)
{
    *a = (outline_actuator){.k = d->k, .c = d->c, .offset = -sign * length};
    if (d->x0 == TAC_NONE) {
        return 1;
    }
    const tac_source_desc *x0 = &w->d->source[d->x0];
    a->offset += sign * x0->c[0];
    if (x0->kind == TAC_SINE) {
        a->amplitude = sign * x0->c[1];
        a->frequency = x0->c[2];
        a->phase = x0->c[3];
    }
    return x0->kind == TAC_SINE || x0->kind == TAC_CONSTANT;
}

// Springs whose ends lie on the axis of a slider between the same bodies are its actuators.
static int put_spring(walk *w, const tac_spring_desc *d)
{
    vec3 along = sub3(frame_point(w, &d->b), frame_point(w, &d->a));
    for (int i = 0; i < w->o->n_body; i++) {
        outline_body *b = &w->o->body[i];
        int parent = b->parent < 0 ? TAC_GROUND : w->o->body[b->parent].body;
        int forward = d->a.body == parent && d->b.body == b->body;
        int backward = d->b.body == parent && d->a.body == b->body;
        if (b->kind == OUTLINE_SLIDER && (forward || backward)) {
            double length = norm3(along);
            double rate = dot3(along, take(b->axis)) / length * (forward ? 1.0 : -1.0);
            int good = d->coordinate == TAC_DISTANCE && d->actuator == TAC_NONE &&
                       d->spring_table == TAC_NONE && d->damper_table == TAC_NONE &&
                       fabs(fabs(rate) - 1.0) < 1e-12 &&
                       put_drive(w, d, length, rate > 0.0 ? 1.0 : -1.0, &b->actuator);
            return good || refuse(w, "this kind of spring");
        }
    }
    return refuse(w, "a spring that is not along a slider");
}

static int fill(walk *w)
{
    const tac_desc *d = w->d;
    put(w->o->gravity, d->gravity);
    for (int i = 0; i < d->n_body; i++) {
        w->place[i] = -1;
    }
    if (d->n_bushing || d->n_friction || d->n_contact || d->n_load) {
        return refuse(w, "bushings, friction, contacts or loads");
    }
    int good = grow_tree(w) && close_loops(w);
    for (int i = 0; i < d->n_spring && good; i++) {
        good = put_spring(w, &d->spring[i]);
    }
    return good;
}

int outline_make(outline *o, const tac_desc *d, const tac_state *s, char why[WHY_SIZE])
{
    size_t n = (size_t)d->n_body + 1, m = (size_t)d->n_joint + 1;
    *o = (outline){.body = calloc(n, sizeof *o->body), .loop = calloc(m, sizeof *o->loop)};
    walk w = {d, s, o, calloc(n, sizeof *w.place), calloc(m, sizeof *w.used), why};
    int good = o->body && o->loop && w.place && w.used ? fill(&w) : refuse(&w, "so much memory");
    free(w.place);
    free(w.used);
    return good;
}

void outline_free(outline *o)
{
    free(o->body);
    free(o->loop);
    *o = (outline){0};
}
