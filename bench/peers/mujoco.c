// MuJoCo: the mechanism as an XML model in memory, stepped by mj_step.
//
// Loops are closed by equality constraints, which MuJoCo keeps by springs of its own: they are made
// as stiff as the step allows (time constant of two steps, critically damped, impedance 0.9999).
// Actuators are motors driven through the control callback, so that every stage of RK4 sees its own
// time; their stiffness and damping belong to the joint, where Euler takes damping implicitly.
// The XML reader takes 100 nested elements per file: longer chains go on in files that are included.
#include <mujoco/mujoco.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contender.h"
#include "mechanism.h"

const contender mujoco_contenders[] = {
    {MUJOCO, "MuJoCo Euler", 1, 0, mjINT_EULER},
    {MUJOCO, "MuJoCo implicit", 1, 0, mjINT_IMPLICIT},
    {MUJOCO, "MuJoCo RK4", 4, 0, mjINT_RK4},
};
const int n_mujoco_contenders = sizeof mujoco_contenders / sizeof *mujoco_contenders;

typedef struct run {
    const outline *o;
    mjModel *model;
    mjData *data;
    int *body; // of MuJoCo, for every body of the outline (n_body)
} run;

static const outline *driven; // whose actuators the callback sets

const char *mujoco_version(void)
{
    return mj_versionString();
}

// ---- the model as text -------------------------------------------------------------------------

enum { DEEPEST = 64, MOST_FILES = 64, MOST_BODIES = 256 };

typedef struct xml {
    const outline *o;
    char *text; // all files, one after the other, each ends with a zero
    size_t n, size;
    size_t file[MOST_FILES]; // where each begins
    int top[MOST_FILES];     // the body it begins with
    int n_file;
    int *first, *next; // children of every body as lists, -1 ends them
} xml;

__attribute__((format(printf, 2, 3))) static void say(xml *x, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(x->text + x->n, x->size - x->n, format, list);
    va_end(list);
    x->n += n > 0 && x->n + (size_t)n < x->size ? (size_t)n : 0;
}

static void say3(xml *x, const char *name, const double a[3])
{
    say(x, " %s='%.17g %.17g %.17g'", name, a[0], a[1], a[2]);
}

static void say_joint(xml *x, int i, const char *type, const double axis[3])
{
    const outline_body *b = &x->o->body[i];
    double at[3], along[3];
    outline_point(x->o, i, b->at, at);
    outline_turn(x->o, i, axis, along);
    say(x, "<joint type='%s'", type);
    say3(x, "pos", at);
    say3(x, "axis", along);
    if (b->actuator.k > 0) {
        say(x, " name='q%d' stiffness='%.17g' damping='%.17g'", i, b->actuator.k, b->actuator.c);
    }
    say(x, "/>");
}

static void say_joints(xml *x, int i)
{
    const outline_body *b = &x->o->body[i];
    switch (b->kind) {
    case OUTLINE_BALL:
        say_joint(x, i, "ball", b->axis);
        break;
    case OUTLINE_HINGE:
        say_joint(x, i, "hinge", b->axis);
        break;
    case OUTLINE_UNIVERSAL:
        say_joint(x, i, "hinge", b->axis);
        say_joint(x, i, "hinge", b->axis2);
        break;
    case OUTLINE_SLIDER:
        say_joint(x, i, "slide", b->axis);
        break;
    }
}

// Pose of body i in the frame of its parent.
static void say_pose(xml *x, int i)
{
    const outline_body *b = &x->o->body[i];
    double r[3], p[4], inverse[4] = {1, 0, 0, 0};
    outline_point(x->o, b->parent, b->pose.r, r);
    if (b->parent >= 0) {
        mju_negQuat(inverse, x->o->body[b->parent].pose.p);
    }
    mju_mulQuat(p, inverse, b->pose.p);
    say3(x, "pos", r);
    say(x, " quat='%.17g %.17g %.17g %.17g'", p[0], p[1], p[2], p[3]);
}

static void say_body(xml *x, int i, int depth)
{
    if (depth == DEEPEST && x->n_file < MOST_FILES) {
        say(x, "<include file='%d.xml'/>", x->n_file);
        x->top[x->n_file++] = i;
        return;
    }
    const double *J = x->o->body[i].inertia;
    say(x, "<body name='b%d'", i);
    say_pose(x, i);
    say(x,
        "><inertial pos='0 0 0' mass='%.17g' fullinertia='%.17g %.17g %.17g %.17g %.17g %.17g'/>",
        x->o->body[i].mass, J[0], J[1], J[2], J[3], J[4], J[5]);
    say_joints(x, i);
    for (int k = x->first[i]; k >= 0; k = x->next[k]) {
        say_body(x, k, depth + 1);
    }
    say(x, "</body>\n");
}

static void say_loops(xml *x, double dt)
{
    say(x, "<equality>\n");
    for (int k = 0; k < x->o->n_loop; k++) {
        const outline_loop *l = &x->o->loop[k];
        int a = l->a >= 0 ? l->a : l->b, b = l->a >= 0 ? l->b : -1;
        double at[3];
        outline_point(x->o, a, l->at, at);
        say(x, "<connect body1='b%d'", a);
        if (b >= 0) {
            say(x, " body2='b%d'", b);
        }
        say3(x, "anchor", at);
        say(x, " solref='%.17g 1' solimp='.9999 .9999 .001'/>\n", 2 * dt);
    }
    say(x, "</equality>\n");
}

static void say_actuators(xml *x)
{
    say(x, "<actuator>\n");
    for (int i = 0; i < x->o->n_body; i++) {
        const outline_actuator *a = &x->o->body[i].actuator;
        if (a->k > 0) {
            say(x, "<motor joint='q%d' gear='%.17g'/>\n", i, a->k);
        }
    }
    say(x, "</actuator>\n");
}

static void say_model(xml *x, double dt, int integrator)
{
    static const char *const name[] = {
        [mjINT_EULER] = "Euler", [mjINT_RK4] = "RK4", [mjINT_IMPLICIT] = "implicit"};
    say(x,
        "<mujoco><compiler angle='radian' balanceinertia='false'/><option timestep='%.17g' "
        "integrator='%s'",
        dt, name[integrator]);
    say3(x, "gravity", x->o->gravity);
    say(x, "/>\n<worldbody>\n");
    for (int i = 0; i < x->o->n_body; i++) {
        if (x->o->body[i].parent < 0) {
            say_body(x, i, 0);
        }
    }
    say(x, "</worldbody>\n");
    say_loops(x, dt);
    say_actuators(x);
    say(x, "</mujoco>\n");
}

// The model and what it includes.
static void say_files(xml *x, double dt, int integrator)
{
    x->n_file = 1;
    say_model(x, dt, integrator);
    for (int i = 1; i < x->n_file; i++) {
        x->file[i] = ++x->n;
        say(x, "<mujocoinclude>\n");
        say_body(x, x->top[i], 0);
        say(x, "</mujocoinclude>\n");
    }
}

static void list_children(xml *x)
{
    for (int i = x->o->n_body - 1; i >= 0; i--) {
        int parent = x->o->body[i].parent;
        x->first[i] = i == x->o->n_body - 1 ? -1 : x->first[i];
        if (parent >= 0) {
            x->next[i] = x->first[parent];
            x->first[parent] = i;
        }
    }
}

// ---- a run -------------------------------------------------------------------------------------

static mjModel *compile(const xml *x, char *why)
{
    static mjVFS files;
    char error[WHY_SIZE] = "";
    mj_defaultVFS(&files);
    mjModel *m = NULL;
    int good = 1;
    for (int i = 0; i < x->n_file && good; i++) {
        char name[16];
        const char *text = x->text + x->file[i];
        snprintf(name, sizeof name, "%d.xml", i);
        good = mj_makeEmptyFileVFS(&files, name, (int)strlen(text) + 1) == 0;
        if (good) {
            memcpy(files.filedata[i], text, strlen(text) + 1);
        }
    }
    if (good) {
        m = mj_loadXML("0.xml", &files, error, sizeof error);
    }
    mj_deleteVFS(&files);
    if (!m) {
        snprintf(why, WHY_SIZE, "%.200s", error);
    }
    return m;
}

static mjModel *load(const contender *c, const outline *o, double dt, char *why)
{
    size_t n = (size_t)o->n_body, size = 4096 + 1024 * n + 256 * (size_t)o->n_loop;
    xml x = {.o = o,
             .text = malloc(size),
             .size = size,
             .first = malloc(n * sizeof *x.first),
             .next = malloc(n * sizeof *x.next)};
    mjModel *m = NULL;
    if (x.text && x.first && x.next) {
        for (size_t i = 0; i < n; i++) {
            x.first[i] = -1;
            x.next[i] = -1;
        }
        list_children(&x);
        say_files(&x, dt, c->choice);
        m = compile(&x, why);
    }
    free(x.text);
    free(x.first);
    free(x.next);
    return m;
}

// Velocities of the joints from those of the bodies; sliders and universal joints start at rest.
static void put_velocities(const run *r)
{
    for (int i = 0; i < r->o->n_body; i++) {
        const outline_body *b = &r->o->body[i];
        double w[3] = {b->w[0], b->w[1], b->w[2]}, local[3];
        if (b->parent >= 0) {
            mju_subFrom3(w, r->o->body[b->parent].w);
        }
        mjtNum *v = r->data->qvel + r->model->jnt_dofadr[r->model->body_jntadr[r->body[i]]];
        if (b->kind == OUTLINE_BALL) {
            outline_turn(r->o, i, w, local);
            mju_copy3(v, local);
        } else if (b->kind == OUTLINE_HINGE) {
            *v = mju_dot3(w, b->axis);
        }
    }
}

static void control(const mjModel *m, mjData *d)
{
    int k = 0;
    (void)m;
    for (int i = 0; i < driven->n_body; i++) {
        if (driven->body[i].actuator.k > 0) {
            d->ctrl[k++] = outline_drive(&driven->body[i].actuator, d->time);
        }
    }
}

// A run that fails says so itself; without this a file of warnings grows in the current folder.
static void ignore_warning(const char *text)
{
    (void)text;
}

static void finish(void *p)
{
    run *r = p;
    if (r) {
        mj_deleteData(r->data);
        mj_deleteModel(r->model);
        free(r->body);
    }
    free(r);
}

static void *begin(const contender *c, const mechanism *m, const outline *o, double dt, char *why)
{
    if (o->n_body > MOST_BODIES) {
        snprintf(why, WHY_SIZE, "more than %d bodies take minutes to load", MOST_BODIES);
        return NULL;
    }
    run *r = calloc(1, sizeof *r);
    int *body = malloc((size_t)o->n_body * sizeof *body);
    mjModel *model = load(c, o, dt, why);
    (void)m;
    if (!r || !body || !model) {
        mj_deleteModel(model);
        free(body);
        free(r);
        return NULL;
    }
    *r = (run){o, model, mj_makeData(model), body};
    for (int i = 0; i < o->n_body; i++) {
        char name[32];
        snprintf(name, sizeof name, "b%d", i);
        r->body[i] = mj_name2id(model, mjOBJ_BODY, name);
    }
    put_velocities(r);
    mju_user_warning = ignore_warning;
    return r;
}

static int advance(void *p, double t)
{
    run *r = p;
    (void)t;
    driven = r->o;
    mjcb_control = r->model->nu > 0 ? control : NULL;
    mj_step(r->model, r->data);
    mjcb_control = NULL; // loading another model takes steps too
    return r->data->warning[mjWARN_BADQPOS].number == 0 &&
           r->data->warning[mjWARN_BADQVEL].number == 0 &&
           r->data->warning[mjWARN_BADQACC].number == 0;
}

static void positions(void *p, double *out)
{
    const run *r = p;
    mj_kinematics(r->model, r->data); // mj_step leaves those of the step before
    for (int i = 0; i < r->o->n_body; i++) {
        mju_copy3(out + 3 * i, r->data->xpos + 3 * r->body[i]);
    }
}

const contender_class mujoco_class = {begin, advance, positions, finish};
