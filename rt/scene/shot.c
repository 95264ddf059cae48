#include "shot.h"

#include <stdlib.h>

#include "hidden.h"
#include "solid_mesh.h"

// Solids that are drawn round, and as boxes; more are lines. Triangles of a mesh that is drawn as it is.
enum { MOST_ROUND = 300, MOST_BOXES = 2000, MOST_OF_MESH = 2000 };
enum { SIDES = 8, SIDES_OF_GROUND = 64 }; // of round ones; on a landscape one sees the corners

#define SHADE 0.45 // of a face that the light does not see, by one that it falls on

typedef struct drawing {
    tac_faces faces;
    const tac_camera *from;
    double x, y; // middle of the picture
} drawing;

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
        int sides = v->at.body == TAC_GROUND ? SIDES_OF_GROUND : SIDES;
        s->own[i] = m                          ? boxed(m)
                    : c->n_solid <= MOST_ROUND ? tac_solid_mesh(v->kind, v->size, sides)
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

// By the corners of the box that a solid fills, of round ones by their ends and radius.
static void widen_solid(const tac_scene *c, const tac_pose *body, const tac_visual *v,
                        const tac_camera *from, tac_extent *e)
{
    vec3 middle = {0.0, 0.0, 0.0}, size = v->size, end[2];
    tac_pose at = tac_scene_pose(body, &v->at);
    if (v->kind != TAC_VISUAL_BOX && v->kind != TAC_VISUAL_MESH) {
        ends_of(body, v, end);
        widen(from, e, end[0], least_reach(v));
        widen(from, e, end[1], least_reach(v));
        return;
    }
    if (v->kind == TAC_VISUAL_MESH) {
        size = mesh_box(c->mesh[v->mesh], v->size.x, &middle);
    }
    for (int i = 0; i < 8; i++) {
        const vec3 corner = {middle.x + (i & 1 ? 0.5 : -0.5) * size.x,
                             middle.y + (i & 2 ? 0.5 : -0.5) * size.y,
                             middle.z + (i & 4 ? 0.5 : -0.5) * size.z};
        widen(from, e, add3(at.r, mul3(rotation(at.q), corner)), 0.0);
    }
}

void tac_shot_widen(const tac_scene *c, const tac_pose *body, const tac_camera *from, tac_extent *e)
{
    int n_moving = c->first[c->n_body];
    for (int i = 0; i < n_moving; i++) {
        widen_solid(c, body, &c->solid[i], from, e);
    }
    for (int i = 0; i < c->n_line; i++) {
        widen(from, e, tac_scene_pose(body, &c->line[i].a).r, 0.0);
        widen(from, e, tac_scene_pose(body, &c->line[i].b).r, 0.0);
    }
    for (int i = 0; i < c->n_body && n_moving == 0; i++) { // of which nothing is drawn
        widen(from, e, body[i].r, 0.0);
    }
}

// ---- faces ---------------------------------------------------------------------------------------

static void project(const drawing *f, vec3 x, double at[2])
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

static void add_line(drawing *f, vec3 a, vec3 b, double width, const double *color)
{
    tac_face *g = tac_faces_add(&f->faces);
    if (g) {
        g->at[0] = a;
        g->at[1] = b;
        g->width = fmax(width * f->from->scale, 0.7);
        g->color = shaded(color, 1.0);
    }
}

// A triangle whose front the eye sees.
static void add_triangle(drawing *f, const vec3 x[3], const double *color)
{
    const vec3 u = sub3(x[1], x[0]), v = sub3(x[2], x[0]);
    const vec3 n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    double size = norm3(n);
    if (!(dot3(n, f->from->toward) > 0.0)) {
        return;
    }
    tac_face *g = tac_faces_add(&f->faces);
    if (!g) {
        return;
    }
    const tac_camera *c = f->from;
    const vec3 sun =
        add3(scale3(0.48, c->toward), add3(scale3(0.80, c->up), scale3(-0.36, c->right)));
    double light = fmax(dot3(n, sun) / size, 0.0);
    for (int i = 0; i < 3; i++) {
        g->at[i] = x[i];
    }
    g->color = shaded(color, SHADE + (1.0 - SHADE) * light + 0.1);
}

static void add_solid(drawing *f, const tac_visual *v, const tac_mesh *m, const tac_pose *body)
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
    for (size_t i = 0; i < m->n_triangle && !f->faces.no_memory; i++) {
        vec3 x[3];
        for (int k = 0; k < 3; k++) {
            const float *p = m->point[m->corner[i][k]];
            const vec3 s = {scale * (double)p[0], scale * (double)p[1], scale * (double)p[2]};
            x[k] = add3(at.r, mul3(R, s));
        }
        add_triangle(f, x, v->color);
    }
}

static void write_face(FILE *out, const drawing *f, const tac_face *g)
{
    double at[3][2];
    for (int i = 0; i < 3; i++) {
        project(f, g->at[i], at[i]);
    }
    if (g->width > 0.0) {
        fprintf(out,
                "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#%06x\" stroke-width=\"%.1f\" "
                "stroke-linecap=\"round\"/>\n",
                at[0][0], at[0][1], at[1][0], at[1][1], g->color, g->width);
    } else {
        fprintf(out,
                "<path d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\" fill=\"#%06x\" stroke=\"#%06x\"/>\n",
                at[0][0], at[0][1], at[1][0], at[1][1], at[2][0], at[2][1], g->color, g->color);
    }
}

// What is drawn, in its order. False without memory.
static bool write_faces(FILE *out, drawing *f)
{
    int *order = f->faces.no_memory ? NULL : tac_faces_order(&f->faces, f->from->toward);
    for (size_t i = 0; order && order[i] >= 0; i++) {
        write_face(out, f, &f->faces.face[order[i]]);
    }
    bool good = order != NULL;
    free(order);
    free(f->faces.face);
    f->faces = (tac_faces){0};
    return good;
}

bool tac_shot_write(FILE *out, const tac_scene *c, const tac_shot_shapes *shapes,
                    const tac_pose *body, const tac_camera *from, double x, double y)
{
    drawing f = {.from = from, .x = x, .y = y};
    int n_moving = c->first[c->n_body];
    bool good = true;
    for (int part = 0; part < 2 && good; part++) { // ground lies behind all that moves
        for (int i = part == 0 ? n_moving : 0; i < (part == 0 ? c->n_solid : n_moving); i++) {
            add_solid(&f, &c->solid[i], shapes->shape[i], body);
        }
        for (int i = 0; part == 1 && i < c->n_line; i++) {
            const tac_scene_line *l = &c->line[i];
            add_line(&f, tac_scene_pose(body, &l->a).r, tac_scene_pose(body, &l->b).r,
                     2.0 * l->radius, l->color);
        }
        good = write_faces(out, &f);
    }
    return good;
}
