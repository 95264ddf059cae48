#include "glb_layout.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "elementary.h"
#include "printable.h"
#include "shot.h"
#include "solid_mesh.h"

enum { SIDES = 24, RECENT = 64 }; // of round solids; looks that are compared with a new one
enum { REAL = 5126, WHOLE = 5125, POINTS = 34962, CORNERS = 34963 };

// ---- geometries and looks ------------------------------------------------------------------------

static bool is_geometry(const tac_glb_geometry *g, const tac_visual *v, double ratio)
{
    return g->kind == v->kind && g->mesh == v->mesh && g->ratio == ratio;
}

static int find_geometry(tac_glb_layout *l, const tac_visual *v)
{
    static const vec3 one = {1.0, 1.0, 1.0};
    double ratio = v->kind == TAC_VISUAL_CAPSULE ? v->size.z / v->size.x : 0.0;
    for (int i = l->n_geometry; i-- > 0 && i >= l->n_geometry - RECENT;) {
        if (is_geometry(&l->geometry[i], v, ratio)) {
            return i;
        }
    }
    tac_glb_geometry *g = &l->geometry[l->n_geometry];
    *g = (tac_glb_geometry){.kind = v->kind, .ratio = ratio, .mesh = v->mesh};
    if (v->kind != TAC_VISUAL_MESH) {
        vec3 size = v->kind == TAC_VISUAL_CAPSULE ? (vec3){1.0, 1.0, ratio} : one;
        g->own = tac_solid_mesh(v->kind, size, SIDES);
    }
    g->shape = g->own ? g->own : v->kind == TAC_VISUAL_MESH ? l->scene->mesh[v->mesh] : NULL;
    if (!g->shape) {
        return -1;
    }
    g->at = l->geometry_bytes;
    l->geometry_bytes += 12 * (g->shape->n_point + g->shape->n_triangle);
    return l->n_geometry++;
}

static bool same_color(const double *a, const double *b)
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static int find_look(tac_glb_layout *l, const tac_visual *v)
{
    int geometry = find_geometry(l, v);
    for (int i = l->n_look; i-- > 0 && i >= l->n_look - RECENT;) {
        if (l->look[i].geometry == geometry && same_color(l->look[i].color, v->color)) {
            return i;
        }
    }
    if (geometry >= 0) {
        tac_glb_look *k = &l->look[l->n_look];
        k->geometry = geometry;
        memcpy(k->color, v->color, sizeof k->color);
        return l->n_look++;
    }
    return -1;
}

static vec3 scale_of(const tac_visual *v)
{
    return v->kind == TAC_VISUAL_CAPSULE ? (vec3){v->size.x, v->size.x, v->size.x} : v->size;
}

tac_glb_bar tac_glb_line(const tac_scene_line *line, const tac_pose *body)
{
    static const vec3 z = {0.0, 0.0, 1.0};
    vec3 a = tac_scene_pose(body, &line->a).r, b = tac_scene_pose(body, &line->b).r;
    vec3 along = sub3(b, a);
    double l = norm3(along);
    quat q = l > 0.0 ? tac_scene_turn(z, scale3(1.0 / l, along)) : (quat){1.0, 0.0, 0.0, 0.0};
    return (tac_glb_bar){{add3(a, scale3(0.5, along)), q}, {line->radius, line->radius, l}};
}

static bool find_looks(tac_glb_layout *l)
{
    const tac_scene *c = l->scene;
    for (int i = 0; i < c->n_solid + c->n_line; i++) {
        tac_visual line = {.kind = TAC_VISUAL_CYLINDER, .size = {1.0, 1.0, 1.0}, .mesh = TAC_NONE};
        if (i >= c->n_solid) {
            memcpy(line.color, c->line[i - c->n_solid].color, sizeof line.color);
        }
        l->look_of[i] = find_look(l, i < c->n_solid ? &c->solid[i] : &line);
        if (l->look_of[i] < 0) {
            return false;
        }
    }
    return true;
}

bool tac_glb_layout_open(tac_glb_layout *l, const tac_scene *c)
{
    size_t n = (size_t)c->n_solid + (size_t)c->n_line + 1;
    *l = (tac_glb_layout){.scene = c};
    l->geometry = calloc(n, sizeof *l->geometry);
    l->look = calloc(n, sizeof *l->look);
    l->look_of = calloc(n, sizeof *l->look_of);
    return l->geometry && l->look && l->look_of && find_looks(l);
}

void tac_glb_layout_close(tac_glb_layout *l)
{
    for (int i = 0; i < l->n_geometry; i++) {
        tac_mesh_free(l->geometry[i].own);
    }
    free(l->geometry);
    free(l->look);
    free(l->look_of);
    *l = (tac_glb_layout){0};
}

size_t tac_glb_motion_bytes(const tac_glb_layout *l)
{
    return 4 * l->n_frame * (1 + 7 * (size_t)l->scene->n_body + 10 * (size_t)l->scene->n_line);
}

// ---- text ----------------------------------------------------------------------------------------

static void put_numbers(tac_json *j, const char *key, const double *x, int n)
{
    tac_json_open(j, key, '[');
    for (int i = 0; i < n; i++) {
        tac_json_real(j, NULL, x[i]);
    }
    tac_json_close(j, ']');
}

static void put_vector(tac_json *j, const char *key, vec3 v)
{
    const double x[3] = {v.x, v.y, v.z};
    put_numbers(j, key, x, 3);
}

static void put_rotation(tac_json *j, quat q)
{
    const double x[4] = {q.e1, q.e2, q.e3, q.e0};
    put_numbers(j, "rotation", x, 4);
}

static void put_pose(tac_json *j, tac_pose at)
{
    put_vector(j, "translation", at.r);
    put_rotation(j, at.q);
}

static void put_children(tac_json *j, const tac_glb_layout *l, int place)
{
    const tac_scene *c = l->scene;
    for (int i = c->first[place]; i < c->first[place + 1]; i++) {
        tac_json_whole(j, NULL, 1 + c->n_body + i);
    }
}

static void put_world(tac_json *j, const tac_glb_layout *l)
{
    const tac_scene *c = l->scene;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "name", "world");
    put_rotation(j, tac_scene_turn(c->up, (vec3){0.0, 1.0, 0.0}));
    tac_json_open(j, "children", '[');
    for (int i = 0; i < c->n_body; i++) {
        tac_json_whole(j, NULL, 1 + i);
    }
    put_children(j, l, c->n_body);
    for (int i = 0; i < c->n_line; i++) {
        tac_json_whole(j, NULL, 1 + c->n_body + c->n_solid + i);
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

static void put_body(tac_json *j, const tac_glb_layout *l, int i)
{
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "name", l->scene->body_name[i]);
    if (l->scene->first[i + 1] > l->scene->first[i]) {
        tac_json_open(j, "children", '[');
        put_children(j, l, i);
        tac_json_close(j, ']');
    }
    if (l->start) {
        put_pose(j, l->start[i]);
    }
    tac_json_close(j, '}');
}

static void put_solid(tac_json *j, const tac_glb_layout *l, int i)
{
    const tac_visual *v = &l->scene->solid[i];
    tac_json_open(j, NULL, '{');
    tac_json_whole(j, "mesh", l->look_of[i]);
    put_pose(j, (tac_pose){v->at.s, v->at.q});
    put_vector(j, "scale", scale_of(v));
    tac_json_close(j, '}');
}

// ---- camera --------------------------------------------------------------------------------------

#define FIELD 0.7   // rad, of what is seen from top to bottom
#define TURNED 0.67 // rad about the vertical, and above what is looked at
#define RAISED 0.35

// Beside what moves, as it stands at the start: the middle of its box and half its diagonal, in the axes of glTF.
static double box_of_start(const tac_glb_layout *l, vec3 *middle)
{
    const vec3 x = {1.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0}, z = {0.0, 0.0, 1.0};
    const tac_camera front = {.right = x, .up = y, .toward = z, .scale = 1.0};
    const tac_camera side = {.right = z, .up = y, .toward = x, .scale = 1.0};
    tac_extent a = {{1e300, 1e300}, {-1e300, -1e300}}, b = a;
    tac_shot_widen(l->scene, l->start, &front, &a);
    tac_shot_widen(l->scene, l->start, &side, &b);
    const vec3 low = {a.low[0], a.low[1], b.low[0]}, high = {a.high[0], a.high[1], b.high[0]};
    bool any = low.x <= high.x;
    *middle = any ? scale3(0.5, add3(low, high)) : (vec3){0.0, 0.0, 0.0};
    *middle = mul3(rotation(tac_scene_turn(l->scene->up, y)), *middle);
    double radius = any ? 0.5 * norm3(sub3(high, low)) : 0.0;
    return fmax(radius, 1e-3 * l->scene->size);
}

static void put_camera_node(tac_json *j, const tac_glb_layout *l)
{
    vec3 middle;
    double distance = 1.1 * box_of_start(l, &middle) / tac_sincos(0.5 * FIELD).sin;
    const tac_sincos_pair a = tac_sincos(TURNED), b = tac_sincos(RAISED);
    const tac_sincos_pair ha = tac_sincos(0.5 * TURNED), hb = tac_sincos(0.5 * RAISED);
    const vec3 eye = add3(middle, scale3(distance, (vec3){a.sin * b.cos, b.sin, a.cos * b.cos}));
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "name", "camera");
    tac_json_whole(j, "camera", 0);
    // turned about y, then down about its own x
    put_pose(
        j, (tac_pose){.r = eye,
                      .q = {ha.cos * hb.cos, -ha.cos * hb.sin, ha.sin * hb.cos, ha.sin * hb.sin}});
    tac_json_close(j, '}');
}

static void put_camera(tac_json *j, const tac_glb_layout *l)
{
    vec3 unused;
    double near = 0.01 * box_of_start(l, &unused);
    tac_json_open(j, "cameras", '[');
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "perspective");
    tac_json_open(j, "perspective", '{');
    tac_json_real(j, "yfov", FIELD);
    tac_json_real(j, "znear", near);
    tac_json_close(j, '}');
    tac_json_close(j, '}');
    tac_json_close(j, ']');
}

static void put_nodes(tac_json *j, const tac_glb_layout *l)
{
    const tac_scene *c = l->scene;
    tac_json_open(j, "nodes", '[');
    put_world(j, l);
    for (int i = 0; i < c->n_body; i++) {
        put_body(j, l, i);
    }
    for (int i = 0; i < c->n_solid; i++) {
        put_solid(j, l, i);
    }
    for (int i = 0; i < c->n_line; i++) {
        tac_json_open(j, NULL, '{');
        tac_json_text(j, "name", c->line[i].name);
        tac_json_whole(j, "mesh", l->look_of[c->n_solid + i]);
        if (l->start) {
            const tac_glb_bar bar = tac_glb_line(&c->line[i], l->start);
            put_pose(j, bar.at);
            put_vector(j, "scale", bar.scale);
        }
        tac_json_close(j, '}');
    }
    if (l->start) {
        put_camera_node(j, l);
    }
    tac_json_close(j, ']');
}

static double linear(double x) // of a screen's brightness, about
{
    return x * x * (0.7 + 0.3 * x);
}

static void put_looks(tac_json *j, const tac_glb_layout *l)
{
    tac_json_open(j, "materials", '[');
    for (int i = 0; i < l->n_look; i++) {
        const double *c = l->look[i].color;
        const double color[4] = {linear(c[0]), linear(c[1]), linear(c[2]), 1.0};
        tac_json_open(j, NULL, '{');
        tac_json_open(j, "pbrMetallicRoughness", '{');
        put_numbers(j, "baseColorFactor", color, 4);
        tac_json_real(j, "metallicFactor", 0.1);
        tac_json_real(j, "roughnessFactor", 0.7);
        tac_json_close(j, '}');
        tac_json_close(j, '}');
    }
    tac_json_close(j, ']');
    tac_json_open(j, "meshes", '[');
    for (int i = 0; i < l->n_look; i++) {
        tac_json_open(j, NULL, '{');
        tac_json_open(j, "primitives", '[');
        tac_json_open(j, NULL, '{');
        tac_json_open(j, "attributes", '{');
        tac_json_whole(j, "POSITION", 2 * l->look[i].geometry);
        tac_json_close(j, '}');
        tac_json_whole(j, "indices", 2 * l->look[i].geometry + 1);
        tac_json_whole(j, "material", i);
        tac_json_close(j, '}');
        tac_json_close(j, ']');
        tac_json_close(j, '}');
    }
    tac_json_close(j, ']');
}

static void put_accessor(tac_json *j, int view, size_t at, int kind, size_t n, const char *type)
{
    tac_json_whole(j, "bufferView", view);
    tac_json_whole(j, "byteOffset", (int64_t)at);
    tac_json_whole(j, "componentType", kind);
    tac_json_whole(j, "count", (int64_t)n);
    tac_json_text(j, "type", type);
}

static void put_geometry(tac_json *j, const tac_mesh *m, int view)
{
    double low[3] = {DBL_MAX, DBL_MAX, DBL_MAX}, high[3] = {-DBL_MAX, -DBL_MAX, -DBL_MAX};
    for (size_t i = 0; i < m->n_point; i++) {
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], (double)m->point[i][k]);
            high[k] = fmax(high[k], (double)m->point[i][k]);
        }
    }
    tac_json_open(j, NULL, '{');
    put_accessor(j, view, 0, REAL, m->n_point, "VEC3");
    put_numbers(j, "min", low, 3);
    put_numbers(j, "max", high, 3);
    tac_json_close(j, '}');
    tac_json_open(j, NULL, '{');
    put_accessor(j, view + 1, 0, WHOLE, 3 * m->n_triangle, "SCALAR");
    tac_json_close(j, '}');
}

// A column of the motion: times, or what one node does.
static void put_column(tac_json *j, const tac_glb_layout *l, size_t *at, const char *type,
                       size_t width)
{
    tac_json_open(j, NULL, '{');
    put_accessor(j, 2 * l->n_geometry, *at, REAL, l->n_frame, type);
    if (width == 1) {
        const double first = 0.0, last = (double)l->last;
        put_numbers(j, "min", &first, 1);
        put_numbers(j, "max", &last, 1);
    }
    tac_json_close(j, '}');
    *at += 4 * width * l->n_frame;
}

static void put_accessors(tac_json *j, const tac_glb_layout *l)
{
    size_t at = 0;
    tac_json_open(j, "accessors", '[');
    for (int i = 0; i < l->n_geometry; i++) {
        put_geometry(j, l->geometry[i].shape, 2 * i);
    }
    if (l->n_frame > 0) {
        put_column(j, l, &at, "SCALAR", 1);
    }
    for (int i = 0; l->n_frame > 0 && i < l->scene->n_body + l->scene->n_line; i++) {
        put_column(j, l, &at, "VEC3", 3);
        put_column(j, l, &at, "VEC4", 4);
        if (i >= l->scene->n_body) {
            put_column(j, l, &at, "VEC3", 3);
        }
    }
    tac_json_close(j, ']');
}

static void put_view(tac_json *j, size_t at, size_t size, int target)
{
    tac_json_open(j, NULL, '{');
    tac_json_whole(j, "buffer", 0);
    tac_json_whole(j, "byteOffset", (int64_t)at);
    tac_json_whole(j, "byteLength", (int64_t)size);
    if (target) {
        tac_json_whole(j, "target", target);
    }
    tac_json_close(j, '}');
}

static void put_views(tac_json *j, const tac_glb_layout *l)
{
    tac_json_open(j, "bufferViews", '[');
    for (int i = 0; i < l->n_geometry; i++) {
        const tac_glb_geometry *g = &l->geometry[i];
        put_view(j, g->at, 12 * g->shape->n_point, POINTS);
        put_view(j, g->at + 12 * g->shape->n_point, 12 * g->shape->n_triangle, CORNERS);
    }
    if (l->n_frame > 0) {
        put_view(j, l->geometry_bytes, tac_glb_motion_bytes(l), 0);
    }
    tac_json_close(j, ']');
    tac_json_open(j, "buffers", '[');
    tac_json_open(j, NULL, '{');
    tac_json_whole(j, "byteLength", (int64_t)(l->geometry_bytes + tac_glb_motion_bytes(l)));
    tac_json_close(j, '}');
    tac_json_close(j, ']');
}

// Each column but the times moves a node; samplers come in their order.
static void put_channels(tac_json *j, const tac_glb_layout *l)
{
    static const char *const path[] = {"translation", "rotation", "scale"};
    const tac_scene *c = l->scene;
    int sampler = 0;
    tac_json_open(j, "channels", '[');
    for (int i = 0; i < c->n_body + c->n_line; i++) {
        int node = i < c->n_body ? 1 + i : 1 + c->n_solid + i;
        for (int k = 0; k < (i < c->n_body ? 2 : 3); k++) {
            tac_json_open(j, NULL, '{');
            tac_json_whole(j, "sampler", sampler++);
            tac_json_open(j, "target", '{');
            tac_json_whole(j, "node", node);
            tac_json_text(j, "path", path[k]);
            tac_json_close(j, '}');
            tac_json_close(j, '}');
        }
    }
    tac_json_close(j, ']');
    tac_json_open(j, "samplers", '[');
    for (int i = 0; i < sampler; i++) {
        tac_json_open(j, NULL, '{');
        tac_json_whole(j, "input", 2 * l->n_geometry);
        tac_json_whole(j, "output", 2 * l->n_geometry + 1 + i);
        tac_json_close(j, '}');
    }
    tac_json_close(j, ']');
}

static void put_animation(tac_json *j, const tac_glb_layout *l)
{
    tac_json_open(j, "animations", '[');
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "name", "motion");
    put_channels(j, l);
    tac_json_close(j, '}');
    tac_json_close(j, ']');
}

void tac_glb_text(tac_json *j, void *layout)
{
    const tac_glb_layout *l = layout;
    tac_json_open(j, NULL, '{');
    tac_json_open(j, "asset", '{');
    tac_json_text(j, "version", "2.0");
    tac_json_text(j, "generator", "tactus " TAC_VERSION);
    tac_json_close(j, '}');
    tac_json_whole(j, "scene", 0);
    tac_json_open(j, "scenes", '[');
    tac_json_open(j, NULL, '{');
    if (l->scene->title[0] != '\0') {
        tac_json_text(j, "name", TAC_SHOWN(l->scene->title));
    }
    tac_json_open(j, "nodes", '[');
    tac_json_whole(j, NULL, 0);
    if (l->start) {
        tac_json_whole(j, NULL, 1 + l->scene->n_body + l->scene->n_solid + l->scene->n_line);
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
    tac_json_close(j, ']');
    put_nodes(j, l);
    if (l->start) {
        put_camera(j, l);
    }
    if (l->n_look > 0) {
        put_looks(j, l);
    }
    if (l->n_look > 0 || l->n_frame > 0) {
        put_accessors(j, l);
        put_views(j, l);
    }
    if (l->n_frame > 0) {
        put_animation(j, l);
    }
    tac_json_close(j, '}');
}
