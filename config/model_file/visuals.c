// What bodies and ground look like. Files of meshes are named here and looked at from outside only: what is in them
// is read by who draws it.
#define _XOPEN_SOURCE 700
#include "visuals.h"

#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "frames.h"
#include "mesh.h"
#include "orientation.h"
#include "reader/items.h"
#include "reader/maps.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "visual.h"

#define MAX_VISUALS 1000 // of one body, or one file on ground
#define LARGEST 1e9      // m, of one size; numbers of pictures have few digits

// ---- colours -------------------------------------------------------------------------------------

typedef struct named_color {
    const char *name;
    unsigned rgb;
} named_color;

static const named_color colors[] = {
    {"white", 0xf2f2f2}, {"grey", 0x9aa0a6},   {"black", 0x26282b},  {"steel", 0x8fa3b5},
    {"red", 0xd64541},   {"orange", 0xf2913d}, {"yellow", 0xf4cf4c}, {"green", 0x5aa469},
    {"teal", 0x3a9e9e},  {"blue", 0x4a7fc1},   {"purple", 0x8e6bbf}, {"brown", 0x8c6a4f},
};

enum { N_COLOR = sizeof colors / sizeof *colors };

static void set_color(tac_visual *v, unsigned rgb)
{
    for (int i = 0; i < 3; i++) {
        v->color[i] = (double)(rgb >> (16 - 8 * i) & 255) / 255.0;
    }
}

static bool is_hex(const char *text, unsigned *rgb)
{
    *rgb = 0;
    for (int i = 1; i < 7; i++) {
        static const char digits[] = "0123456789abcdefABCDEF";
        const char *at = text[i] != '\0' ? strchr(digits, text[i]) : NULL;
        if (!at) {
            return false;
        }
        unsigned digit = (unsigned)(at - digits);
        *rgb = *rgb << 4 | (digit < 16 ? digit : digit - 6);
    }
    return text[7] == '\0';
}

static void read_color(const tac_place *p, const tac_node *node, tac_visual *v)
{
    v->has_color = true;
    if (node->kind == TAC_LIST) {
        static const tac_quantity number[3] = {TAC_Q_NUMBER, TAC_Q_NUMBER, TAC_Q_NUMBER};
        tac_numbers(p, node, "color", 3, number, v->color);
        for (int i = 0; i < 3; i++) {
            if (!(v->color[i] >= 0.0 && v->color[i] <= 1.0)) {
                tac_refuse(p->rd, node, "'color' has red, green and blue from 0 to 1, not %g",
                           v->color[i]);
            }
        }
        return;
    }
    const char *text = tac_text(p, node, "color");
    unsigned rgb;
    if (text[0] == '#') {
        if (!is_hex(text, &rgb)) {
            tac_refuse(p->rd, node, "'color' must be six hexadecimal digits behind #, \"#ff8800\"");
        }
        set_color(v, rgb);
        return;
    }
    const char *names[N_COLOR];
    for (int i = 0; i < N_COLOR; i++) {
        names[i] = colors[i].name;
    }
    set_color(v, colors[tac_choice(p, node, "color", names, N_COLOR)].rgb);
}

// ---- meshes --------------------------------------------------------------------------------------

// From the disk the file has to be there, and all of them together have a bound. One that comes with a log was
// looked at when the log was made.
static void check_file(const tac_place *p, const tac_node *node, const char *path)
{
    tac_model_reader *model = tac_model_of(p);
    struct stat about;
    if (p->rd->limits.source) {
        return;
    }
    if (stat(path, &about) != 0) {
        tac_refuse(p->rd, node, "file '%.200s' cannot be opened (%s); check the path", path,
                   strerror(errno));
    }
    if (!S_ISREG(about.st_mode)) {
        tac_refuse(p->rd, node, "'%.200s' is no plain file; name a file", path);
    }
    model->looks.mesh_bytes += (size_t)about.st_size;
    if ((uint64_t)about.st_size > TAC_MESH_BYTES || model->looks.mesh_bytes > TAC_MESH_BYTES) {
        tac_refuse(p->rd, node,
                   "the meshes of the model have more than %d MiB with '%.200s'; make them coarser",
                   (int)(TAC_MESH_BYTES >> 20), path);
    }
}

static int mesh_index(const tac_place *p, const tac_node *node)
{
    tac_model_reader *model = tac_model_of(p);
    const char *path = tac_text(p, node, "file");
    if (!tac_mesh_is_named(path)) {
        tac_refuse(p->rd, node,
                   "'%.200s' is no mesh by its name; name a file that ends in .stl, .obj, .glb or "
                   ".gltf",
                   path);
    }
    if (!p->rd->limits.reads_files) {
        tac_refuse(p->rd, node, "file '%.200s' cannot be read here; draw a box in its place", path);
    }
    path = tac_relative_path(p->rd, p->in->path, path);
    int known = tac_names_find(&model->looks.mesh_names, path);
    if (known >= 0) {
        return known;
    }
    check_file(p, node, path);
    int index = model->looks.mesh.n;
    tac_names_add(p->rd, &model->looks.mesh_names, node, "file", path, index);
    *(tac_visual_mesh *)tac_list_add(p->rd, &model->looks.mesh, sizeof(tac_visual_mesh)) =
        (tac_visual_mesh){path, node->file, node->line, node->column};
    return index;
}

// ---- shapes --------------------------------------------------------------------------------------

static double need_size(const tac_place *p, const tac_node *m, const char *key, const char *what)
{
    double x = tac_check_above_zero(p, m, key, tac_need_number(p, m, key, what, TAC_Q_LENGTH));
    if (!(x < LARGEST)) {
        tac_refuse(p->rd, tac_find(m, key), "'%s' is %g m; check its units", key, x);
    }
    return x;
}

static void read_box(const tac_place *p, const tac_node *m, tac_visual *v)
{
    tac_check_map(p, m, TAC_MAP_SHOWN_BOX);
    const tac_node *node = tac_need(p, m, "size", "a box");
    vec3 a = tac_vector(p, node, "size", TAC_Q_LENGTH);
    if (!(a.x > 0.0 && a.y > 0.0 && a.z > 0.0 && a.x < LARGEST && a.y < LARGEST && a.z < LARGEST)) {
        tac_refuse(p->rd, node, "'size' must be three lengths greater than zero");
    }
    v->size = a;
}

static void read_sphere(const tac_place *p, const tac_node *m, tac_visual *v)
{
    tac_check_map(p, m, TAC_MAP_SHOWN_SPHERE);
    double r = need_size(p, m, "radius", "a sphere");
    v->size = (vec3){r, r, r};
}

static const vec3 zero = {0.0, 0.0, 0.0};

// The z axis along a coordinate axis.
static quat along_axis(int axis)
{
    return tac_smallest_rotation(2, (vec3){axis == 0, axis == 1, axis == 2});
}

// Between two points of the body frame.
static double read_ends(const tac_place *p, const tac_node *m, const char *what, tac_visual *v)
{
    if (tac_find(m, "length") || tac_find(m, "axis")) {
        tac_refuse(p->rd, m, "%s has 'length' and 'axis' or 'from' and 'to', not both", what);
    }
    vec3 from = tac_vector_or(p, m, "from", TAC_Q_LENGTH, zero);
    vec3 to = tac_vector(p, tac_need(p, m, "to", what), "to", TAC_Q_LENGTH);
    vec3 along = sub3(to, from);
    double l = norm3(along);
    if (!(l > 0.0 && l < LARGEST)) {
        tac_refuse(p->rd, tac_find(m, "to"), "'from' and 'to' are %g m apart; give two points", l);
    }
    v->at.s = add3(from, scale3(0.5, along));
    v->at.q = tac_smallest_rotation(2, scale3(1.0 / l, along));
    return l;
}

static void read_round(const tac_place *p, const tac_node *m, tac_map map, tac_visual *v)
{
    const char *what = tac_model_maps[map].called;
    tac_check_map(p, m, map);
    double r = need_size(p, m, "radius", what), l;
    if (tac_find(m, "from") || tac_find(m, "to")) {
        l = read_ends(p, m, what, v);
    } else {
        l = need_size(p, m, "length", what);
        v->at.q = along_axis(tac_map_choice(p, m, map, "axis", 2));
    }
    v->size = (vec3){r, r, l};
}

static void read_cylinder(const tac_place *p, const tac_node *m, tac_visual *v)
{
    read_round(p, m, TAC_MAP_SHOWN_CYLINDER, v);
}

static void read_capsule(const tac_place *p, const tac_node *m, tac_visual *v)
{
    read_round(p, m, TAC_MAP_SHOWN_CAPSULE, v);
}

static void read_mesh(const tac_place *p, const tac_node *m, tac_visual *v)
{
    tac_check_map(p, m, TAC_MAP_SHOWN_MESH);
    double scale = tac_number_or(p, m, "scale", TAC_Q_NUMBER, 1.0);
    tac_check_above_zero(p, m, "scale", scale);
    if (!(scale < LARGEST)) {
        tac_refuse(p->rd, tac_find(m, "scale"), "'scale' is %g; 0.001 makes m of mm", scale);
    }
    v->size = (vec3){scale, scale, scale};
    v->mesh = mesh_index(p, tac_need(p, m, "file", "a mesh"));
}

// Its place in the frame of the body, or of the file on ground.
static tac_visual read_visual(const tac_place *p, const tac_node *map)
{
    static void (*const read[])(const tac_place *p, const tac_node *m, tac_visual *v) = {
        read_box, read_cylinder, read_sphere, read_capsule, read_mesh};
    tac_check_map(p, map, TAC_MAP_VISUAL);
    int k = tac_only_key(p, map, TAC_MAP_VISUAL, "visual", "; make it a list for several");
    const tac_node *found = tac_find(map, tac_model_maps[TAC_MAP_VISUAL].key[k].name);
    tac_visual v = {.at.q = {1.0, 0.0, 0.0, 0.0}, .kind = (tac_visual_kind)k, .mesh = TAC_NONE};
    read[v.kind](p, found, &v);
    if (tac_find(found, "to") && (tac_find(map, "position") || tac_find(map, "orientation"))) {
        tac_refuse(p->rd, map,
                   "'from' and 'to' say where it is; remove 'position' and "
                   "'orientation'");
    }
    quat q = tac_orientation(p, tac_find(map, "orientation"), "orientation");
    v.at.s = tac_vector_or(p, map, "position", TAC_Q_LENGTH, v.at.s);
    v.at.q = tac_start_quat(mulq(q, v.at.q));
    if (tac_find(map, "color")) {
        read_color(p, tac_find(map, "color"), &v);
    }
    return v;
}

// ---- bodies and ground ---------------------------------------------------------------------------

static void add(const tac_place *p, tac_visual v)
{
    *(tac_visual *)tac_list_add(p->rd, &tac_model_of(p)->looks.visual, sizeof v) = v;
}

// One map, or a list of them; a list may be empty.
static int count(const tac_place *p, const tac_node *node)
{
    int n = node->kind == TAC_MAP ? 1 : node->n;
    if (node->kind == TAC_SCALAR) {
        tac_refuse_kind(p, node, "visual", "a map, or a list of maps");
    }
    if (n > MAX_VISUALS) {
        tac_refuse(p->rd, node, "'visual' has %d entries, more than %d; draw a mesh instead", n,
                   MAX_VISUALS);
    }
    return n;
}

// Entry i of `visual`, or the map itself.
static const tac_node *entry(const tac_node *node, const tac_entry *e)
{
    return node->kind == TAC_MAP ? node : e->value;
}

// The simple solid of a body that says nothing else, about its centre of mass.
static void add_solid(const tac_place *p, const tac_solid *solid, int body)
{
    tac_visual v = {.at = {.body = body, .q = along_axis(solid->axis)},
                    .kind = solid->kind,
                    .size = solid->size,
                    .mesh = TAC_NONE};
    add(p, v);
}

void tac_read_visuals(const tac_place *p, const tac_node *item, const tac_solid *solid, vec3 com)
{
    tac_model_reader *model = tac_model_of(p);
    const tac_node *node = tac_find(item, "visual");
    int body = model->body.n;
    *(bool *)tac_list_add(p->rd, &model->looks.is_drawn, sizeof(bool)) = node != NULL;
    if (!node) {
        if (solid->has_shape) {
            add_solid(p, solid, body);
        }
        return;
    }
    const tac_entry *e = node->first;
    for (int i = 0, n = count(p, node); i < n; i++, e = e->next) {
        tac_visual v = read_visual(p, entry(node, e));
        v.at.body = body;
        v.at.s = sub3(v.at.s, com);
        add(p, v);
    }
}

void tac_read_ground_visuals(const tac_place *p)
{
    const tac_instance *in = tac_instance_of(p);
    const tac_node *node = tac_find(p->in->root, "visual");
    if (!node) {
        return;
    }
    const tac_entry *e = node->first;
    for (int i = 0, n = count(p, node); i < n; i++, e = e->next) {
        tac_visual v = read_visual(p, entry(node, e));
        v.at = tac_frame_on(tac_model_of(p), in->ground, tac_world_point(p, v.at.s),
                            mulq(in->q, v.at.q));
        add(p, v);
    }
}
