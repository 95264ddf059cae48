#include "scene_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/base64.h"
#include "glb_file.h"

#define NS UINT64_C(1000000000)

// ---- times ---------------------------------------------------------------------------------------

tac_stamp tac_stamp_of(double t)
{
    double whole = floor(t);
    if (!(t >= 0.0)) {
        return (tac_stamp){0, 0};
    }
    if (!(whole < 4294967295.0)) {
        return (tac_stamp){UINT32_MAX, 0};
    }
    uint64_t ns = (uint64_t)((t - whole) * 1e9 + 0.5);
    return ns < NS ? (tac_stamp){(uint32_t)whole, (uint32_t)ns}
                   : (tac_stamp){(uint32_t)whole + 1, 0};
}

tac_stamp tac_stamp_of_ns(int64_t ns)
{
    uint64_t t = ns > 0 ? (uint64_t)ns : 0;
    return t / NS < UINT32_MAX ? (tac_stamp){(uint32_t)(t / NS), (uint32_t)(t % NS)}
                               : (tac_stamp){UINT32_MAX, 0};
}

uint64_t tac_stamp_ns(tac_stamp stamp)
{
    return stamp.sec * NS + stamp.nsec;
}

// ---- schemas -------------------------------------------------------------------------------------

// Kinds of values, in short: {name:kind,...} and [kind] for objects and lists, n a number, i a whole one, s a text,
// b a truth, and letters for objects that come again and again.
static const char frames[] = "{transforms:[{timestamp:T,parent_frame_id:s,child_frame_id:s,"
                             "translation:V,rotation:Q}]}";
static const char update[] =
    "{deletions:[{timestamp:T,type:i,id:s}],entities:[{timestamp:T,frame_id:s,id:s,lifetime:T,"
    "frame_locked:b,metadata:[{key:s,value:s}],arrows:[{pose:P}],cubes:[{pose:P,size:V,color:C}],"
    "spheres:[{pose:P,size:V,color:C}],"
    "cylinders:[{pose:P,size:V,bottom_scale:n,top_scale:n,color:C}],"
    "lines:[{type:i,pose:P,thickness:n,scale_invariant:b,points:[V],color:C,colors:[C],indices:[i]}"
    "],"
    "triangles:[{pose:P}],texts:[{pose:P}],"
    "models:[{pose:P,scale:V,color:C,override_color:b,url:s,media_type:s,data:s}]}]}";

static const char *const shorthand[][2] = {{"T", "{sec:i,nsec:i}"},
                                           {"V", "{x:n,y:n,z:n}"},
                                           {"Q", "{x:n,y:n,z:n,w:n}"},
                                           {"C", "{r:n,g:n,b:n,a:n}"},
                                           {"P", "{position:V,orientation:Q}"}};

static const char *put_kind(tac_json *j, const char *key, const char *at);

// Members up to the closing bracket; returns what stands behind it.
static const char *put_members(tac_json *j, const char *at) // NOLINT(misc-no-recursion)
{
    tac_json_text(j, "type", "object");
    tac_json_open(j, "properties", '{');
    while (*at != '}') {
        char name[32];
        int n = (int)strcspn(at, ":");
        snprintf(name, sizeof name, "%.*s", n, at);
        at = put_kind(j, name, at + n + 1);
        at += *at == ',';
    }
    tac_json_close(j, '}');
    return at + 1;
}

static void put_number_kind(tac_json *j) // null for what is not finite
{
    tac_json_open(j, "type", '[');
    tac_json_text(j, NULL, "number");
    tac_json_text(j, NULL, "null");
    tac_json_close(j, ']');
}

static const char *put_kind(tac_json *j, const char *key,
                            const char *at) // NOLINT(misc-no-recursion)
{
    for (size_t i = 0; i < sizeof shorthand / sizeof *shorthand; i++) {
        if (*at == shorthand[i][0][0]) {
            (void)put_kind(j, key, shorthand[i][1]);
            return at + 1;
        }
    }
    tac_json_open(j, key, '{');
    switch (*at++) {
    case '{':
        at = put_members(j, at);
        break;
    case '[':
        tac_json_text(j, "type", "array");
        at = put_kind(j, "items", at) + 1;
        break;
    case 'n':
        put_number_kind(j);
        break;
    default:
        tac_json_text(j, "type", at[-1] == 'i' ? "integer" : at[-1] == 'b' ? "boolean" : "string");
        break;
    }
    tac_json_close(j, '}');
    return at;
}

void tac_put_frames_schema(tac_json *j, void *nothing)
{
    (void)nothing;
    (void)put_kind(j, NULL, frames);
}

void tac_put_scene_schema(tac_json *j, void *nothing)
{
    (void)nothing;
    (void)put_kind(j, NULL, update);
}

void tac_put_value_schema(tac_json *j, const char *name, const char *unit)
{
    tac_json_open(j, name, '{');
    put_number_kind(j);
    tac_json_text(j, "description", unit);
    tac_json_close(j, '}');
}

// ---- parts of messages ---------------------------------------------------------------------------

static void put_stamp(tac_json *j, const char *key, tac_stamp stamp)
{
    tac_json_open(j, key, '{');
    tac_json_whole(j, "sec", stamp.sec);
    tac_json_whole(j, "nsec", stamp.nsec);
    tac_json_close(j, '}');
}

static void put_xyz(tac_json *j, const char *key, vec3 v)
{
    tac_json_open(j, key, '{');
    tac_json_real(j, "x", v.x);
    tac_json_real(j, "y", v.y);
    tac_json_real(j, "z", v.z);
    tac_json_close(j, '}');
}

static void put_rotation(tac_json *j, const char *key, quat q)
{
    tac_json_open(j, key, '{');
    tac_json_real(j, "x", q.e1);
    tac_json_real(j, "y", q.e2);
    tac_json_real(j, "z", q.e3);
    tac_json_real(j, "w", q.e0);
    tac_json_close(j, '}');
}

static void put_pose(tac_json *j, tac_pose at)
{
    tac_json_open(j, "pose", '{');
    put_xyz(j, "position", at.r);
    put_rotation(j, "orientation", at.q);
    tac_json_close(j, '}');
}

static void put_color(tac_json *j, const double *color)
{
    tac_json_open(j, "color", '{');
    tac_json_real(j, "r", color[0]);
    tac_json_real(j, "g", color[1]);
    tac_json_real(j, "b", color[2]);
    tac_json_real(j, "a", 1.0);
    tac_json_close(j, '}');
}

static void put_list(tac_json *j, const char *key) // empty
{
    tac_json_open(j, key, '[');
    tac_json_close(j, ']');
}

// ---- frames --------------------------------------------------------------------------------------

void tac_put_frames(tac_json *j, const tac_scene *c, const tac_pose *body, tac_stamp stamp)
{
    tac_json_open(j, NULL, '{');
    tac_json_open(j, "transforms", '[');
    for (int i = 0; i < c->n_body; i++) {
        tac_json_open(j, NULL, '{');
        put_stamp(j, "timestamp", stamp);
        tac_json_text(j, "parent_frame_id", "ground");
        tac_json_text(j, "child_frame_id", c->body_name[i]);
        put_xyz(j, "translation", body[i].r);
        put_rotation(j, "rotation", body[i].q);
        tac_json_close(j, '}');
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

// ---- solids --------------------------------------------------------------------------------------

static void put_cube(tac_json *j, const tac_visual *v)
{
    put_xyz(j, "size", v->size);
}

static void put_sphere(tac_json *j, const tac_visual *v)
{
    put_xyz(j, "size", scale3(2.0, v->size));
}

static void put_cylinder(tac_json *j, const tac_visual *v)
{
    put_xyz(j, "size", (vec3){2.0 * v->size.x, 2.0 * v->size.x, v->size.z});
    tac_json_real(j, "bottom_scale", 1.0);
    tac_json_real(j, "top_scale", 1.0);
}

static void put_model(tac_json *j, const tac_scene *c, const tac_visual *v)
{
    size_t size = 0;
    char *glb = tac_glb_of_mesh(c->mesh[v->mesh], &size);
    char *text = glb ? tac_base64(glb, size) : NULL;
    put_xyz(j, "scale", v->size);
    tac_json_truth(j, "override_color", 1);
    tac_json_text(j, "url", "");
    tac_json_text(j, "media_type", "model/gltf-binary");
    tac_json_text(j, "data", text ? text : "");
    free(text);
    free(glb);
}

// A capsule is a cylinder and a ball at each of its ends.
static tac_pose end_of(const tac_visual *v, double side)
{
    vec3 along = mul3(rotation(v->at.q), (vec3){0.0, 0.0, 0.5 * v->size.z});
    return (tac_pose){add3(v->at.s, scale3(side, along)), v->at.q};
}

static void put_ends(tac_json *j, const tac_visual *v)
{
    for (int side = -1; side <= 1; side += 2) {
        tac_json_open(j, NULL, '{');
        put_pose(j, end_of(v, side));
        put_sphere(j, &(tac_visual){.size = {v->size.x, v->size.x, v->size.x}});
        put_color(j, v->color);
        tac_json_close(j, '}');
    }
}

typedef enum list { CUBES, SPHERES, CYLINDERS, MODELS, N_LIST } list;

static const char *const list_name[N_LIST] = {"cubes", "spheres", "cylinders", "models"};
static const list list_of[] = {[TAC_VISUAL_BOX] = CUBES,
                               [TAC_VISUAL_SPHERE] = SPHERES,
                               [TAC_VISUAL_CYLINDER] = CYLINDERS,
                               [TAC_VISUAL_CAPSULE] = CYLINDERS,
                               [TAC_VISUAL_MESH] = MODELS};

static void put_solid(tac_json *j, const tac_scene *c, const tac_visual *v)
{
    tac_json_open(j, NULL, '{');
    put_pose(j, (tac_pose){v->at.s, v->at.q});
    switch (list_of[v->kind]) {
    case CUBES:
        put_cube(j, v);
        break;
    case SPHERES:
        put_sphere(j, v);
        break;
    case CYLINDERS:
        put_cylinder(j, v);
        break;
    case MODELS:
        put_model(j, c, v);
        break;
    case N_LIST:
        break;
    }
    put_color(j, v->color);
    tac_json_close(j, '}');
}

// ---- entities ------------------------------------------------------------------------------------

static void open_entity(tac_json *j, const char *frame, const char *id, tac_stamp stamp)
{
    tac_json_open(j, NULL, '{');
    put_stamp(j, "timestamp", stamp);
    tac_json_text(j, "frame_id", frame);
    tac_json_text(j, "id", id);
    put_stamp(j, "lifetime", (tac_stamp){0, 0});
    tac_json_truth(j, "frame_locked", 1);
    put_list(j, "metadata");
    put_list(j, "arrows");
    put_list(j, "triangles");
    put_list(j, "texts");
}

static void put_list_of(tac_json *j, const tac_scene *c, list which, int from, int until)
{
    tac_json_open(j, list_name[which], '[');
    for (int i = from; i < until; i++) {
        const tac_visual *v = &c->solid[i];
        if (list_of[v->kind] == which) {
            put_solid(j, c, v);
        }
        if (which == SPHERES && v->kind == TAC_VISUAL_CAPSULE) {
            put_ends(j, v);
        }
    }
    tac_json_close(j, ']');
}

void tac_put_scene(tac_json *j, const tac_scene *c, tac_stamp stamp)
{
    tac_json_open(j, NULL, '{');
    put_list(j, "deletions");
    tac_json_open(j, "entities", '[');
    for (int i = 0; i <= c->n_body; i++) {
        if (c->first[i + 1] == c->first[i]) {
            continue;
        }
        const char *name = i == c->n_body ? "ground" : c->body_name[i];
        open_entity(j, name, name, stamp);
        put_list(j, "lines");
        for (int which = 0; which < N_LIST; which++) {
            put_list_of(j, c, (list)which, c->first[i], c->first[i + 1]);
        }
        tac_json_close(j, '}');
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

static void put_line(tac_json *j, const tac_scene_line *l, const tac_pose *body)
{
    tac_json_open(j, "lines", '[');
    tac_json_open(j, NULL, '{');
    tac_json_whole(j, "type", 0); // from point to point
    put_pose(j, (tac_pose){{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}});
    tac_json_real(j, "thickness", 2.0 * l->radius);
    tac_json_truth(j, "scale_invariant", 0);
    tac_json_open(j, "points", '[');
    put_xyz(j, NULL, tac_scene_pose(body, &l->a).r);
    put_xyz(j, NULL, tac_scene_pose(body, &l->b).r);
    tac_json_close(j, ']');
    put_color(j, l->color);
    put_list(j, "colors");
    put_list(j, "indices");
    tac_json_close(j, '}');
    tac_json_close(j, ']');
}

void tac_put_lines(tac_json *j, const tac_scene *c, const tac_pose *body, tac_stamp stamp)
{
    tac_json_open(j, NULL, '{');
    put_list(j, "deletions");
    tac_json_open(j, "entities", '[');
    for (int i = 0; i < c->n_line; i++) {
        open_entity(j, "ground", c->line[i].name, stamp);
        for (int which = 0; which < N_LIST; which++) {
            put_list(j, list_name[which]);
        }
        put_line(j, &c->line[i], body);
        tac_json_close(j, '}');
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}
