// glTF 2.0: the triangles of its scene, as its nodes place them. Its data lie in the file: in the binary part of
// a .glb, or in the text as base64.
#include "gltf.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "parsed_json.h"
#include "vec.h"

enum { BYTE = 5121, SHORT = 5123, LONG = 5125, REAL = 5126, TRIANGLES = 4 };
enum { GLB_HEAD = 12, CHUNK_HEAD = 8, MAX_BUFFERS = 64 };

typedef struct place { // of a node: x goes to A x + r
    mat3 A;
    vec3 r;
} place;

typedef struct waiting { // a node that is to be drawn
    int node;
    place at;
} waiting;

typedef struct span { // bytes in memory
    const char *at;
    size_t size;
} span;

typedef struct reader {
    tac_mesh_reader *r;
    tac_parsed_json json;
    span binary;              // of a .glb
    span buffer[MAX_BUFFERS]; // those that were asked for
    char *owned[MAX_BUFFERS]; // decoded
    bool *seen;               // nodes that are drawn, of which each has its place once   (n_node)
    waiting *stack;           // (n_node)
    int n_node, n_stack;
    size_t n_part; // parts of meshes so far
} reader;

static bool refuse(const reader *g, const char *why)
{
    return tac_mesh_refuse(g->r, 1, "%s; export the mesh again", why);
}

// ---- bytes ---------------------------------------------------------------------------------------

static int digit_of(char c)
{
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

static bool decode(reader *g, int buffer, const char *text, size_t size)
{
    char *out = malloc(size / 4 * 3 + 4);
    size_t n = 0;
    uint32_t bits = 0;
    if (!out) {
        tac_diag_no_memory(g->r->diag, "%.400s:1:1: out of memory; make it smaller or free some",
                           g->r->path);
        return false;
    }
    g->owned[buffer] = out;
    for (size_t i = 0; i < size && text[i] != '='; i++) {
        int digit = digit_of(text[i]);
        if (digit < 0) {
            return refuse(g, "a buffer is not base64");
        }
        bits = bits << 6 | (uint32_t)digit;
        if (i % 4 != 0) {
            out[n++] = (char)(bits >> (6 - 2 * (i % 4)) & 255);
        }
    }
    g->buffer[buffer] = (span){out, n};
    return true;
}

static bool open_buffer(reader *g, int64_t index)
{
    static const char base64[] = ";base64,";
    tac_parsed_json *j = &g->json;
    int all = tac_parsed_member(j, 0, "buffers", TAC_PARSED_ARRAY);
    int buffer = tac_parsed_element(j, all, (int)index, TAC_PARSED_OBJECT);
    int uri = tac_parsed_member(j, buffer, "uri", TAC_PARSED_STRING);
    if (uri < 0) {
        g->buffer[index] = g->binary;
        return (buffer >= 0 && index == 0 && g->binary.at) || refuse(g, "a buffer is missing");
    }
    const char *text = j->text + j->value[uri].at;
    size_t size = j->value[uri].size, head = 0;
    while (head + sizeof base64 - 1 < size && memcmp(text + head, base64, sizeof base64 - 1) != 0) {
        head += text[head] == ',' ? size : 1; // the data begin behind the first comma
    }
    if (size < 5 || memcmp(text, "data:", 5) != 0 || head + sizeof base64 - 1 >= size) {
        return tac_mesh_refuse(g->r, 1, "its data lie in another file; export it as .glb");
    }
    head += sizeof base64 - 1;
    return decode(g, (int)index, text + head, size - head);
}

typedef struct column { // numbers of an accessor
    const char *at;
    size_t n, stride;
    int kind;
} column;

static bool find_view(reader *g, int view, span *s, size_t *stride)
{
    tac_parsed_json *j = &g->json;
    int64_t buffer = tac_parsed_whole(j, view, "buffer", -1),
            n = tac_parsed_whole(j, view, "byteLength", -1);
    int64_t from = tac_parsed_whole(j, view, "byteOffset", 0);
    int64_t by = tac_parsed_whole(j, view, "byteStride", 0);
    if (buffer < 0 || buffer >= MAX_BUFFERS || n < 0 || from < 0 || by < 0 || by > 252) {
        return refuse(g, "a view of its data is wrong");
    }
    if (!g->buffer[buffer].at && !open_buffer(g, buffer)) {
        return false;
    }
    size_t size = g->buffer[buffer].size;
    if ((uint64_t)from > size || (uint64_t)n > size - (size_t)from) {
        return refuse(g, "a view of its data lies outside of them");
    }
    *s = (span){g->buffer[buffer].at + from, (size_t)n};
    *stride = (size_t)by;
    return true;
}

static bool find_column(reader *g, int64_t index, const char *type, column *c)
{
    tac_parsed_json *j = &g->json;
    int all = tac_parsed_member(j, 0, "accessors", TAC_PARSED_ARRAY);
    int a = index >= 0 && index < 1 << 30
                ? tac_parsed_element(j, all, (int)index, TAC_PARSED_OBJECT)
                : -1;
    int views = tac_parsed_member(j, 0, "bufferViews", TAC_PARSED_ARRAY);
    int64_t view = tac_parsed_whole(j, a, "bufferView", -1),
            n = tac_parsed_whole(j, a, "count", -1);
    int64_t from = tac_parsed_whole(j, a, "byteOffset", 0);
    int v = view >= 0 && view < 1 << 30 ? tac_parsed_element(j, views, (int)view, TAC_PARSED_OBJECT)
                                        : -1;
    int has_type = tac_parsed_is(j, tac_parsed_member(j, a, "type", TAC_PARSED_STRING), type);
    span s = {NULL, 0};
    size_t stride = 0;
    if (v < 0 || n < 0 || from < 0 || !has_type ||
        tac_parsed_member(j, a, "sparse", TAC_PARSED_OBJECT) >= 0) {
        return refuse(g, "an accessor is missing or of a kind that is not read");
    }
    c->kind = (int)tac_parsed_whole(j, a, "componentType", -1);
    size_t size = c->kind == BYTE ? 1 : c->kind == SHORT ? 2 : 4;
    size *= strcmp(type, "VEC3") == 0 ? 3 : 1;
    if (!find_view(g, v, &s, &stride)) {
        return false;
    }
    c->stride = stride > 0 ? stride : size;
    c->n = (size_t)n;
    if ((uint64_t)from > s.size || c->stride < size ||
        (n > 0 &&
         ((uint64_t)n > s.size || (size_t)from + (c->n - 1) * c->stride + size > s.size))) {
        return refuse(g, "an accessor lies outside of its data");
    }
    c->at = s.at + from;
    return true;
}

// ---- meshes --------------------------------------------------------------------------------------

static bool add_points(const reader *g, const column *c, const place *at)
{
    for (size_t i = 0; i < c->n; i++) {
        const char *from = c->at + i * c->stride;
        vec3 x = {tac_mesh_real(from), tac_mesh_real(from + 4), tac_mesh_real(from + 8)};
        x = add3(mul3(at->A, x), at->r);
        const double point[3] = {x.x, x.y, x.z};
        if (!tac_mesh_add_point(g->r, 1, point)) {
            return false;
        }
    }
    return true;
}

static bool add_triangles(const reader *g, const column *points, const column *indices)
{
    size_t n = indices ? indices->n : points->n, first = g->r->mesh->n_point - points->n;
    int bytes = !indices ? 0 : indices->kind == BYTE ? 1 : indices->kind == SHORT ? 2 : 4;
    if (n % 3 != 0) {
        return refuse(g, "corners are not three to a triangle");
    }
    for (size_t i = 0; i < n; i += 3) {
        size_t corner[3];
        for (size_t k = 0; k < 3; k++) {
            size_t x =
                indices ? tac_mesh_whole(indices->at + (i + k) * indices->stride, bytes) : i + k;
            if (x >= points->n) {
                return refuse(g, "a triangle names a point that is not there");
            }
            corner[k] = first + x;
        }
        if (!tac_mesh_add_triangle(g->r, 1, corner)) {
            return false;
        }
    }
    return true;
}

// One part of a mesh; points and lines are left out.
static bool add_part(reader *g, int part, const place *at)
{
    tac_parsed_json *j = &g->json;
    int attributes = tac_parsed_member(j, part, "attributes", TAC_PARSED_OBJECT);
    int64_t mode = tac_parsed_whole(j, part, "mode", TRIANGLES);
    int64_t position = tac_parsed_whole(j, attributes, "POSITION", -1);
    int has_indices = tac_parsed_member(j, part, "indices", TAC_PARSED_NUMBER) >= 0;
    column points, indices;
    if (mode >= 0 && mode < TRIANGLES) {
        return true;
    }
    if (mode != TRIANGLES) {
        return refuse(g, "it has strips or fans in place of triangles");
    }
    if (++g->n_part > TAC_MESH_TRIANGLES) {
        return refuse(g, "it has too many parts");
    }
    if (!find_column(g, position, "VEC3", &points) ||
        (has_indices &&
         !find_column(g, tac_parsed_whole(j, part, "indices", -1), "SCALAR", &indices))) {
        return false;
    }
    if (points.kind != REAL ||
        (has_indices && indices.kind != BYTE && indices.kind != SHORT && indices.kind != LONG)) {
        return refuse(g, "its points are not floats, or its indices not whole numbers");
    }
    return add_points(g, &points, at) && add_triangles(g, &points, has_indices ? &indices : NULL);
}

static bool add_mesh(reader *g, int mesh, const place *at)
{
    tac_parsed_json *j = &g->json;
    int parts = tac_parsed_member(j, mesh, "primitives", TAC_PARSED_ARRAY);
    for (int i = 0, part = parts + 1; i < tac_parsed_count(j, parts); i++) {
        if (!add_part(g, part, at)) {
            return false;
        }
        part = j->value[part].next;
    }
    return true;
}

// ---- nodes ---------------------------------------------------------------------------------------

// Numbers of an array of n; false when the node does not have it.
static bool read_numbers(reader *g, int node, const char *key, int n, double *x)
{
    int list = tac_parsed_member(&g->json, node, key, TAC_PARSED_ARRAY);
    if (list < 0 || tac_parsed_count(&g->json, list) != n) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        x[i] = tac_parsed_number(&g->json, tac_parsed_element(&g->json, list, i, TAC_PARSED_NUMBER),
                                 0.0);
    }
    return true;
}

static place place_of(reader *g, int node)
{
    double m[16], t[3] = {0}, q[4] = {0.0, 0.0, 0.0, 1.0}, s[3] = {1.0, 1.0, 1.0};
    if (read_numbers(g, node, "matrix", 16, m)) { // column by column
        return (place){{{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}},
                       {m[12], m[13], m[14]}};
    }
    (void)read_numbers(g, node, "translation", 3, t);
    (void)read_numbers(g, node, "rotation", 4, q);
    (void)read_numbers(g, node, "scale", 3, s);
    mat3 R = rotation((quat){q[3], q[0], q[1], q[2]});
    return (place){{{R.x.x * s[0], R.x.y * s[1], R.x.z * s[2]},
                    {R.y.x * s[0], R.y.y * s[1], R.y.z * s[2]},
                    {R.z.x * s[0], R.z.y * s[1], R.z.z * s[2]}},
                   {t[0], t[1], t[2]}};
}

// Nodes of a list wait to be drawn at a place.
static bool push_nodes(reader *g, int list, const place *at)
{
    for (int i = 0, e = list + 1; i < tac_parsed_count(&g->json, list); i++) {
        double x = g->json.value[e].kind == TAC_PARSED_NUMBER ? tac_parsed_number(&g->json, e, -1.0)
                                                              : -1.0;
        if (!(x >= 0.0 && x < g->n_node) || g->seen[(int)x]) {
            return refuse(g, "a node is not there, or hangs on two others");
        }
        g->seen[(int)x] = true;
        g->stack[g->n_stack++] = (waiting){(int)x, *at};
        e = g->json.value[e].next;
    }
    return true;
}

static bool draw_node(reader *g, waiting w)
{
    tac_parsed_json *j = &g->json;
    int nodes = tac_parsed_member(j, 0, "nodes", TAC_PARSED_ARRAY);
    int node = tac_parsed_element(j, nodes, w.node, TAC_PARSED_OBJECT);
    place own = place_of(g, node);
    const place at = {mulm3(w.at.A, own.A), add3(mul3(w.at.A, own.r), w.at.r)};
    int64_t mesh = tac_parsed_whole(j, node, "mesh", -1);
    if (mesh >= 0 && mesh < 1 << 30) {
        int meshes = tac_parsed_member(j, 0, "meshes", TAC_PARSED_ARRAY);
        if (!add_mesh(g, tac_parsed_element(j, meshes, (int)mesh, TAC_PARSED_OBJECT), &at)) {
            return false;
        }
    }
    return push_nodes(g, tac_parsed_member(j, node, "children", TAC_PARSED_ARRAY), &at);
}

static bool draw_scene(reader *g)
{
    tac_parsed_json *j = &g->json;
    const place whole = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}, {0.0, 0.0, 0.0}};
    int64_t scene = tac_parsed_whole(j, 0, "scene", 0);
    int scenes = tac_parsed_member(j, 0, "scenes", TAC_PARSED_ARRAY);
    int first = scene >= 0 && scene < 1 << 30
                    ? tac_parsed_element(j, scenes, (int)scene, TAC_PARSED_OBJECT)
                    : -1;
    g->n_node = tac_parsed_count(j, tac_parsed_member(j, 0, "nodes", TAC_PARSED_ARRAY));
    g->seen = calloc((size_t)g->n_node + 1, sizeof *g->seen);
    g->stack = calloc((size_t)g->n_node + 1, sizeof *g->stack);
    if (!g->seen || !g->stack) {
        tac_diag_no_memory(g->r->diag, "%.400s:1:1: out of memory; free some", g->r->path);
        return false;
    }
    bool good = push_nodes(g, tac_parsed_member(j, first, "nodes", TAC_PARSED_ARRAY), &whole);
    while (good && g->n_stack > 0) {
        good = draw_node(g, g->stack[--g->n_stack]);
    }
    return good && (!j->is_tangled || refuse(g, "it is too tangled to be read"));
}

// ---- files ---------------------------------------------------------------------------------------

// The text of a .glb and its binary part, or a text that is the whole file.
static bool split(reader *g, span *text)
{
    const tac_mesh_reader *r = g->r;
    if (r->size < 4 || memcmp(r->text, "glTF", 4) != 0) {
        *text = (span){r->text, r->size};
        return true;
    }
    if (r->size < GLB_HEAD + CHUNK_HEAD || tac_mesh_whole(r->text + 4, 4) != 2) {
        return refuse(g, "no binary glTF of version 2");
    }
    size_t n = tac_mesh_whole(r->text + GLB_HEAD, 4), at = GLB_HEAD + CHUNK_HEAD;
    if (n > r->size - at || memcmp(r->text + GLB_HEAD + 4, "JSON", 4) != 0) {
        return refuse(g, "its first part is cut off or no text");
    }
    *text = (span){r->text + at, n};
    at += n;
    if (r->size - at >= CHUNK_HEAD && memcmp(r->text + at + 4, "BIN", 4) == 0) {
        n = tac_mesh_whole(r->text + at, 4);
        at += CHUNK_HEAD;
        if (n > r->size - at) {
            return refuse(g, "its binary part is cut off");
        }
        g->binary = (span){r->text + at, n};
    }
    return true;
}

static bool knows_extensions(reader *g)
{
    tac_parsed_json *j = &g->json;
    int needed = tac_parsed_member(j, 0, "extensionsRequired", TAC_PARSED_ARRAY);
    int name = tac_parsed_element(j, needed, 0, TAC_PARSED_STRING);
    return tac_parsed_count(j, needed) == 0 ||
           tac_mesh_refuse(g->r, 1, "it needs the extension '%.*s'; export it without",
                           name >= 0 ? (int)(j->value[name].size < 40 ? j->value[name].size : 40)
                                     : 0,
                           name >= 0 ? j->text + j->value[name].at : "");
}

static bool read_text(reader *g, span text)
{
    if (!tac_parsed_read(&g->json, text.at, text.size)) {
        if (g->json.no_memory) {
            tac_diag_no_memory(g->r->diag, "%.400s:1:1: out of memory; free some", g->r->path);
            return false;
        }
        return refuse(g, g->json.wrong);
    }
    return knows_extensions(g) && draw_scene(g);
}

bool tac_mesh_read_gltf(tac_mesh_reader *r)
{
    reader *g = calloc(1, sizeof *g);
    if (!g) {
        tac_diag_no_memory(r->diag, "%.400s:1:1: out of memory; free some", r->path);
        return false;
    }
    g->r = r;
    span text = {NULL, 0};
    bool good = split(g, &text) && read_text(g, text);
    for (int i = 0; i < MAX_BUFFERS; i++) {
        free(g->owned[i]);
    }
    tac_parsed_free(&g->json);
    free(g->seen);
    free(g->stack);
    free(g);
    return good;
}
