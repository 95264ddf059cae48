#include "shot.h"

#include <stdlib.h>

#include "solid_mesh.h"

// Solids that are drawn round, and as boxes; more are lines. Triangles of a mesh that is drawn as it is.
enum { MOST_ROUND = 300, MOST_BOXES = 2000, MOST_OF_MESH = 2000 };
enum { SIDES = 8 };

#define LARGE 24.0     // units, an edge of a triangle that is drawn in quarters
enum { QUARTERS = 3 }; // times, at most

#define SHADE 0.45 // of a face that the light does not see, by one that it falls on

typedef struct face { // a triangle, or a line of two points
    double at[3][2];
    double depth; // toward the eye
    double width; // of a line, 0: a triangle
    unsigned color;
} face;

typedef struct faces {
    face *face; // (n)
    size_t n, room;
    const tac_camera *from;
    double x, y; // middle of the picture
    bool no_memory;
} faces;

// ---- shapes --------------------------------------------------------------------------------------

static vec3 mesh_box(const tac_mesh *m, double scale, vec3 *middle)
{
    vec3 low = {1e30, 1e30, 1e30}, high = {-1e30, -1e30, -1e30};
    for (size_t i = 0; i < m->n_point; i++) {
        const vec3 x = {(double)m->point[i][0], (double)m->point[i][1], (double)m->point[i][2]};
        low = (vec3){fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z)};
        high = (vec3){fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z)};
    }
    *middle = scale3(0.5 * scale, add3(low, high));
    return scale3(scale, sub3(high, low));
}

// A box around a mesh, in the numbers of its file.
static tac_mesh *boxed(const tac_mesh *m)
{
    vec3 middle, size = mesh_box(m, 1.0, &middle);
    tac_mesh *box = tac_solid_mesh(TAC_VISUAL_BOX, size, SIDES);
    const double by[3] = {middle.x, middle.y, middle.z};
    for (size_t i = 0; box && i < box->n_point; i++) {
        for (int k = 0; k < 3; k++) {
            box->point[i][k] += (float)by[k];
        }
    }
    return box;
}

// The box that a simple solid fills.
static tac_mesh *box_of(const tac_visual *v)
{
    double r = v->size.x;
    vec3 size = v->kind == TAC_VISUAL_BOX      ? v->size
                : v->kind == TAC_VISUAL_SPHERE ? (vec3){2.0 * r, 2.0 * r, 2.0 * r}
                                               : (vec3){2.0 * r, 2.0 * r, v->size.z};
    return tac_solid_mesh(TAC_VISUAL_BOX, size, SIDES);
}

bool tac_shot_shapes_open(tac_shot_shapes *s, const tac_scene *c)
{
    *s = (tac_shot_shapes){.n = c->n_solid};
    s->shape = calloc((size_t)c->n_solid + 1, sizeof *s->shape);
    s->own = calloc((size_t)c->n_solid + 1, sizeof *s->own);
    if (!s->shape || !s->own) {
        return false;
    }
    for (int i = 0; i < c->n_solid && c->n_solid <= MOST_BOXES; i++) {
        const tac_visual *v = &c->solid[i];
        const tac_mesh *m = v->kind == TAC_VISUAL_MESH ? c->mesh[v->mesh] : NULL;
        if (m && m->n_triangle <= MOST_OF_MESH) {
            s->shape[i] = m;
            continue;
        }
        s->own[i] = m                          ? boxed(m)
                    : c->n_solid <= MOST_ROUND ? tac_solid_mesh(v->kind, v->size, SIDES)
                                               : box_of(v);
        s->shape[i] = s->own[i];
        if (!s->own[i]) {
            return false;
        }
    }
    return true;
}

void tac_shot_shapes_close(tac_shot_shapes *s)
{
    for (int i = 0; s->own && i < s->n; i++) {
        tac_mesh_free(s->own[i]);
    }
    free(s->own);
    free(s->shape);
    *s = (tac_shot_shapes){0};
}

// ---- extent --------------------------------------------------------------------------------------

static void widen(const tac_camera *from, tac_extent *e, vec3 x, double by)
{
    const double at[2] = {dot3(from->right, x), dot3(from->up, x)};
    for (int i = 0; i < 2; i++) {
        e->low[i] = fmin(e->low[i], at[i] - by);
        e->high[i] = fmax(e->high[i], at[i] + by);
    }
}

static double least_reach(const tac_visual *v) // from the middle, wherever it is turned
{
    return v->kind == TAC_VISUAL_MESH  ? 0.0
           : v->kind == TAC_VISUAL_BOX ? 0.5 * fmin(v->size.x, fmin(v->size.y, v->size.z))
                                       : v->size.x;
}

// Both ends of a solid along its longest edge.
static void ends_of(const tac_pose *body, const tac_visual *v, vec3 end[2])
{
    tac_pose at = tac_scene_pose(body, &v->at);
    mat3 R = rotation(at.q);
    int axis = v->kind != TAC_VISUAL_BOX                          ? 2
               : v->size.x >= v->size.y && v->size.x >= v->size.z ? 0
               : v->size.y >= v->size.z                           ? 1
                                                                  : 2;
    double length = axis == 0 ? v->size.x : axis == 1 ? v->size.y : v->size.z;
    double half = v->kind == TAC_VISUAL_MESH || v->kind == TAC_VISUAL_SPHERE ? 0.0 : 0.5 * length;
    end[0] = sub3(at.r, scale3(half, col3(R, axis)));
    end[1] = add3(at.r, scale3(half, col3(R, axis)));
}

static void widen_mesh(const tac_scene *c, const tac_pose *body, const tac_visual *v,
                       const tac_camera *from, tac_extent *e)
{
    vec3 middle, size = mesh_box(c->mesh[v->mesh], v->size.x, &middle);
    tac_pose at = tac_scene_pose(body, &v->at);
    for (int i = 0; i < 8; i++) {
        const vec3 corner = {middle.x + (i & 1 ? 0.5 : -0.5) * size.x,
                             middle.y + (i & 2 ? 0.5 : -0.5) * size.y,
                             middle.z + (i & 4 ? 0.5 : -0.5) * size.z};
        widen(from, e, add3(at.r, mul3(rotation(at.q), corner)), 0.0);
    }
}

void tac_shot_widen(const tac_scene *c, const tac_pose *body, const tac_camera *from, tac_extent *e)
{
    for (int i = 0; i < c->first[c->n_body]; i++) {
        const tac_visual *v = &c->solid[i];
        vec3 end[2];
        ends_of(body, v, end);
        widen(from, e, end[0], least_reach(v));
        widen(from, e, end[1], least_reach(v));
        if (v->kind == TAC_VISUAL_MESH) {
            widen_mesh(c, body, v, from, e);
        }
    }
    for (int i = 0; i < c->n_line; i++) {
        widen(from, e, tac_scene_pose(body, &c->line[i].a).r, 0.0);
        widen(from, e, tac_scene_pose(body, &c->line[i].b).r, 0.0);
    }
    for (int i = 0; i < c->n_body; i++) {
        widen(from, e, body[i].r, 0.0);
    }
}

// ---- faces ---------------------------------------------------------------------------------------

static face *add(faces *f)
{
    if (f->n == f->room) {
        size_t room = f->room > 0 ? 2 * f->room : 1024;
        face *more = realloc(f->face, room * sizeof *more);
        f->no_memory = f->no_memory || !more;
        if (!more) {
            return NULL;
        }
        f->face = more;
        f->room = room;
    }
    return &f->face[f->n++];
}

static void project(const faces *f, vec3 x, double at[2])
{
    at[0] = f->x + (dot3(f->from->right, x) - f->from->middle[0]) * f->from->scale;
    at[1] = f->y - (dot3(f->from->up, x) - f->from->middle[1]) * f->from->scale;
}

static unsigned shaded(const double *color, double light)
{
    unsigned rgb = 0;
    for (int i = 0; i < 3; i++) {
        rgb = rgb << 8 | (unsigned)(255.0 * fmin(fmax(color[i] * light, 0.0), 1.0) + 0.5);
    }
    return rgb;
}

static void add_line(faces *f, vec3 a, vec3 b, double width, const double *color)
{
    face *g = add(f);
    if (g) {
        project(f, a, g->at[0]);
        project(f, b, g->at[1]);
        g->depth = 0.5 * dot3(f->from->toward, add3(a, b));
        g->width = fmax(width * f->from->scale, 0.7);
        g->color = shaded(color, 1.0);
    }
}

// A triangle whose front the eye sees.
static void add_triangle(faces *f, const vec3 x[3], const double *color)
{
    const vec3 u = sub3(x[1], x[0]), v = sub3(x[2], x[0]);
    const vec3 n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    double size = norm3(n);
    if (!(dot3(n, f->from->toward) > 0.0)) {
        return;
    }
    face *g = add(f);
    if (!g) {
        return;
    }
    const tac_camera *c = f->from;
    const vec3 sun =
        add3(scale3(0.48, c->toward), add3(scale3(0.80, c->up), scale3(-0.36, c->right)));
    double light = fmax(dot3(n, sun) / size, 0.0);
    for (int i = 0; i < 3; i++) {
        project(f, x[i], g->at[i]);
    }
    g->depth = dot3(c->toward, add3(x[0], add3(x[1], x[2]))) / 3.0;
    g->width = 0.0;
    g->color = shaded(color, SHADE + (1.0 - SHADE) * light + 0.1);
}

// Large ones in quarters: the middles of small ones tell what is in front.
static void add_parts(faces *f, const vec3 x[3], const double *color,
                      int depth) // NOLINT(misc-no-recursion)
{
    double longest =
        fmax(norm3(sub3(x[1], x[0])), fmax(norm3(sub3(x[2], x[1])), norm3(sub3(x[0], x[2]))));
    if (depth == 0 || !(longest * f->from->scale > LARGE)) {
        add_triangle(f, x, color);
        return;
    }
    const vec3 m[3] = {scale3(0.5, add3(x[0], x[1])), scale3(0.5, add3(x[1], x[2])),
                       scale3(0.5, add3(x[2], x[0]))};
    const vec3 part[4][3] = {
        {x[0], m[0], m[2]}, {m[0], x[1], m[1]}, {m[2], m[1], x[2]}, {m[0], m[1], m[2]}};
    for (int i = 0; i < 4; i++) {
        add_parts(f, part[i], color, depth - 1);
    }
}

static void add_solid(faces *f, const tac_visual *v, const tac_mesh *m, const tac_pose *body)
{
    if (!m) {
        vec3 end[2];
        ends_of(body, v, end);
        add_line(f, end[0], end[1], 2.0 * least_reach(v), v->color);
        return;
    }
    tac_pose at = tac_scene_pose(body, &v->at);
    mat3 R = rotation(at.q);
    double scale = v->kind == TAC_VISUAL_MESH ? v->size.x : 1.0;
    for (size_t i = 0; i < m->n_triangle && !f->no_memory; i++) {
        vec3 x[3];
        for (int k = 0; k < 3; k++) {
            const float *p = m->point[m->corner[i][k]];
            const vec3 s = {scale * (double)p[0], scale * (double)p[1], scale * (double)p[2]};
            x[k] = add3(at.r, mul3(R, s));
        }
        add_parts(f, x, v->color, v->at.body == TAC_GROUND ? 0 : QUARTERS);
    }
}

static int by_depth(const void *a, const void *b)
{
    const face *x = a, *y = b;
    return x->depth < y->depth ? -1 : x->depth > y->depth;
}

static void write_face(FILE *out, const face *g)
{
    if (g->width > 0.0) {
        fprintf(out,
                "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#%06x\" stroke-width=\"%.1f\" "
                "stroke-linecap=\"round\"/>\n",
                g->at[0][0], g->at[0][1], g->at[1][0], g->at[1][1], g->color, g->width);
    } else {
        fprintf(out,
                "<path d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\" fill=\"#%06x\" stroke=\"#%06x\"/>\n",
                g->at[0][0], g->at[0][1], g->at[1][0], g->at[1][1], g->at[2][0], g->at[2][1],
                g->color, g->color);
    }
}

bool tac_shot_write(FILE *out, const tac_scene *c, const tac_shot_shapes *shapes,
                    const tac_pose *body, const tac_camera *from, double x, double y)
{
    faces f = {.from = from, .x = x, .y = y};
    int n_moving = c->first[c->n_body];
    for (int part = 0; part < 2; part++) { // ground lies behind all that moves
        size_t begin = f.n;
        for (int i = part == 0 ? n_moving : 0; i < (part == 0 ? c->n_solid : n_moving); i++) {
            add_solid(&f, &c->solid[i], shapes->shape[i], body);
        }
        for (int i = 0; part == 1 && i < c->n_line; i++) {
            const tac_scene_line *l = &c->line[i];
            add_line(&f, tac_scene_pose(body, &l->a).r, tac_scene_pose(body, &l->b).r,
                     2.0 * l->radius, l->color);
        }
        if (f.n > begin) {
            qsort(f.face + begin, f.n - begin, sizeof *f.face, by_depth);
        }
    }
    for (size_t i = 0; i < f.n && !f.no_memory; i++) {
        write_face(out, &f.face[i]);
    }
    free(f.face);
    return !f.no_memory;
}
