#include "frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "canvas.h"
#include "element_types.h"

#define ACROSS 4   // pictures side by side
#define COLUMNS 18 // characters of one picture
#define MAX_ROWS 14
#define GAP 2    // characters between pictures
#define DOTTED 3 // every third dot of a spring

int tac_frames_init(tac_frames *f, const tac_simulation *s, int n, int64_t n_step)
{
    *f = (tac_frames){.n = n_step + 1 < n ? (int)n_step + 1 : n, .n_step = n_step};
    bool good = tac_flexible_frames_open(&f->flexible, s->file);
    size_t n_body = (size_t)s->file->desc.n_body + (size_t)f->flexible.n;
    f->shot = calloc((size_t)f->n + 1, sizeof *f->shot);
    f->poses = calloc((size_t)f->n * n_body + 1, sizeof(vec3) + sizeof(quat));
    if (!good || !f->shot || !f->poses) {
        tac_frames_free(f);
        return 0;
    }
    vec3 *r = f->poses;
    quat *p = (quat *)(r + (size_t)f->n * n_body);
    for (int i = 0; i < f->n; i++) {
        f->shot[i].r = r + (size_t)i * n_body;
        f->shot[i].p = p + (size_t)i * n_body;
    }
    return 1;
}

void tac_frames_free(tac_frames *f)
{
    free(f->shot);
    free(f->poses);
    tac_flexible_frames_close(&f->flexible);
    *f = (tac_frames){0};
}

void tac_frames_take(tac_frames *f, const tac_simulation *s)
{
    if (f->taken == f->n) {
        return;
    }
    int64_t due = f->n > 1 ? (int64_t)((double)f->n_step * f->taken / (f->n - 1) + 0.5) : 0;
    if (*s->state.step >= due) {
        tac_frame_shot *shot = &f->shot[f->taken++];
        shot->t = tac_simulation_time(s);
        shot->report = s->report;
        for (int i = 0; i < s->file->desc.n_body; i++) {
            shot->r[i] = s->state.body[i].r;
            shot->p[i] = s->state.body[i].p;
        }
        for (int i = 0, to = s->file->desc.n_body; i < f->flexible.n; i++, to++) {
            tac_flexible_frame_in(&f->flexible.frame[i], &s->state, &shot->r[to], &shot->p[to]);
        }
    }
}

// What is drawn: a line between two points of bodies, or one point marked.
typedef enum stroke { LINK, ROD, SPRING, GROUND } stroke;

typedef struct view {
    int across, up;                // axes of the world
    double sign;                   // -1 when up is against the axis
    double low[2], high[2], scale; // drawn range in m, dots per m
    int rows;
} view;

typedef void visit_fn(void *context, stroke kind, vec3 from, vec3 to);

typedef struct picture { // what is drawn of one instant
    const tac_simulation *s;
    const tac_flexible_frames *flexible;
    const tac_frame_shot *shot;
} picture;

static bool is_flexible(const picture *p, int body)
{
    return body != TAC_GROUND && p->flexible->first[body] != TAC_NONE;
}

static vec3 point_of(const picture *p, const tac_frame *at)
{
    if (at->body == TAC_GROUND) {
        return at->s;
    }
    int on = tac_flexible_frame_of(p->flexible, at);
    int i = on == TAC_NONE ? at->body : p->s->file->desc.n_body + on;
    return add3(p->shot->r[i], mul3(rotation(p->shot->p[i]), at->s));
}

// Line from a body's centre of mass to one of its joints, from an interface where it is flexible, or the mark of a joint
// on ground.
static void visit_side(const picture *p, const tac_frame *at, visit_fn *visit, void *context)
{
    vec3 point = point_of(p, at);
    if (at->body == TAC_GROUND) {
        visit(context, GROUND, point, point);
    } else if (is_flexible(p, at->body)) {
        const tac_frame bare = {
            at->body, {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}, at->interface, false};
        visit(context, LINK, point_of(p, &bare), point);
    } else {
        visit(context, LINK, p->shot->r[at->body], point);
    }
}

// A beam from end to end, or lines from the middle to the interfaces.
static void visit_flexible(const picture *p, const tac_visual_flexible *v, visit_fn *visit,
                           void *context)
{
    enum { MOST = 128 };
    const vec3 *r = p->shot->r + p->s->file->desc.n_body;
    int frame[MOST], n = tac_flexible_frames_along(p->flexible, v->body, frame, MOST);
    for (int i = v->is_beam; i < n; i++) {
        visit(context, LINK, v->is_beam ? r[frame[i - 1]] : p->shot->r[v->body], r[frame[i]]);
    }
}

static void visit_all(const picture *p, visit_fn *visit, void *context)
{
    const tac_desc *d = &p->s->file->desc;
    const tac_visuals looks = tac_model_file_visuals(p->s->file);
    for (int i = 0; i < d->n_body; i++) {
        if (!is_flexible(p, i)) {
            visit(context, LINK, p->shot->r[i], p->shot->r[i]);
        }
    }
    for (int i = 0; i < looks.n_flexible; i++) {
        visit_flexible(p, &looks.flexible[i], visit, context);
    }
    for (int j = 0; j < d->n_joint; j++) {
        const tac_joint_desc *joint = &d->joint[j];
        visit_side(p, &joint->a, visit, context);
        visit_side(p, &joint->b, visit, context);
        if (tac_joint_type_of(joint->kind)->is_line) {
            visit(context, ROD, point_of(p, &joint->a), point_of(p, &joint->b));
        }
    }
    for (int i = 0; i < d->n_spring; i++) {
        const tac_spring_desc *spring = &d->spring[i];
        if (spring->coordinate == TAC_DISTANCE) {
            visit(context, SPRING, point_of(p, &spring->a), point_of(p, &spring->b));
        }
    }
}

typedef struct bounds {
    vec3 low, high;
} bounds;

static void widen(void *context, stroke kind, vec3 from, vec3 to)
{
    (void)kind;
    bounds *b = context;
    const vec3 point[2] = {from, to};
    for (int i = 0; i < 2; i++) {
        b->low = (vec3){fmin(b->low.x, point[i].x), fmin(b->low.y, point[i].y),
                        fmin(b->low.z, point[i].z)};
        b->high = (vec3){fmax(b->high.x, point[i].x), fmax(b->high.y, point[i].y),
                         fmax(b->high.z, point[i].z)};
    }
}

static double component(vec3 a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

// Up against gravity (z without it), across the wider of the other two axes.
static view choose_view(const tac_desc *d, bounds b)
{
    view v = {.up = 2, .sign = 1.0};
    for (int axis = 0; axis < 3; axis++) {
        if (fabs(component(d->gravity, axis)) > fabs(component(d->gravity, v.up))) {
            v.up = axis;
        }
    }
    if (component(d->gravity, v.up) > 0.0) {
        v.sign = -1.0;
    }
    vec3 size = sub3(b.high, b.low);
    int first = v.up == 0 ? 1 : 0;
    int second = v.up == 2 ? 1 : 2;
    v.across = component(size, second) > component(size, first) ? second : first;

    // one scale for both directions, the picture as high as it must be
    double a = component(b.low, v.up), c = component(b.high, v.up);
    v.low[0] = component(b.low, v.across);
    v.high[0] = component(b.high, v.across);
    v.low[1] = v.sign > 0.0 ? a : -c;
    v.high[1] = v.sign > 0.0 ? c : -a;
    double width = fmax(v.high[0] - v.low[0], 1e-9), height = v.high[1] - v.low[1];
    v.scale = fmin((2 * COLUMNS - 1) / width, (4 * MAX_ROWS - 1) / fmax(height, 1e-9));
    v.rows = (int)(v.scale * height / 4.0) + 1;
    return v;
}

typedef struct drawing {
    const view *view;
    tac_canvas canvas;
} drawing;

static void to_dots(const view *v, vec3 point, int dot[2])
{
    double middle = 0.5 * (v->low[0] + v->high[0]);
    double x = (component(point, v->across) - middle) * v->scale + COLUMNS - 0.5;
    double y = (v->high[1] - v->sign * component(point, v->up)) * v->scale;
    dot[0] = (int)floor(x + 0.5);
    dot[1] = (int)floor(y + 0.5);
}

static void draw(void *context, stroke kind, vec3 from, vec3 to)
{
    drawing *g = context;
    int a[2], b[2];
    to_dots(g->view, from, a);
    to_dots(g->view, to, b);
    if (kind == GROUND) {
        tac_canvas_line(&g->canvas, a[0] - 1, a[1] - 1, a[0] + 1, a[1] + 1, 1);
        tac_canvas_line(&g->canvas, a[0] - 1, a[1] + 1, a[0] + 1, a[1] - 1, 1);
    } else {
        tac_canvas_line(&g->canvas, a[0], a[1], b[0], b[1], kind == SPRING ? DOTTED : 1);
    }
}

// One line of text per row of characters, pictures first to last beside each other.
static void print_strip(const tac_simulation *s, const tac_frames *f, const view *v, int first,
                        int n, FILE *out)
{
    const tac_frame_shot *shot = &f->shot[first];
    drawing g[ACROSS];
    for (int k = 0; k < n; k++) {
        g[k].view = v;
        tac_canvas_clear(&g[k].canvas, COLUMNS, v->rows);
        const picture p = {s, &f->flexible, &shot[k]};
        visit_all(&p, draw, &g[k]);
    }
    for (int row = 0; row < v->rows; row++) {
        for (int k = 0; k < n; k++) {
            char text[3 * COLUMNS + 1];
            tac_canvas_row(&g[k].canvas, row, text);
            fprintf(out, "%*s%s", k ? GAP : 0, "", text);
        }
        fputc('\n', out);
    }
    for (int k = 0; k < n; k++) {
        char caption[32];
        snprintf(caption, sizeof caption, "t = %.4g s", shot[k].t);
        fprintf(out, "%*s%-*s", k ? GAP : 0, "", COLUMNS, caption);
    }
    fputs("\n\n", out);
}

static void print_table(const tac_frames *f, FILE *out)
{
    fprintf(out, "%9s %12s %12s %14s %10s %10s %10s\n", "t", "kinetic", "potential", "total",
            "position", "velocity", "increment");
    fprintf(out, "%9s %12s %12s %14s %10s %10s %10s\n", "s", "J", "J", "J", "residual", "residual",
            "newton");
    for (int i = 0; i < f->taken; i++) {
        const tac_report *r = &f->shot[i].report;
        fprintf(out, "%9.4g %12.6g %12.6g %14.8g %10.1e %10.1e %10.1e\n", f->shot[i].t, r->kinetic,
                r->potential, r->kinetic + r->potential, r->position, r->velocity, r->increment);
    }
}

void tac_frames_print(const tac_frames *f, const tac_simulation *s, FILE *out)
{
    const tac_desc *d = &s->file->desc;
    if (f->taken == 0 || d->n_body == 0) {
        return;
    }
    bounds b = {f->shot[0].r[0], f->shot[0].r[0]};
    for (int i = 0; i < f->taken; i++) {
        const picture p = {s, &f->flexible, &f->shot[i]};
        visit_all(&p, widen, &b);
    }
    view v = choose_view(d, b);
    for (int i = 0; i < f->taken; i += ACROSS) {
        int n = f->taken - i < ACROSS ? f->taken - i : ACROSS;
        print_strip(s, f, &v, i, n, out);
    }
    print_table(f, out);
}
