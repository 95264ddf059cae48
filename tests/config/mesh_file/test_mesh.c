// The same box of 1 x 2 x 3 in every format, and what hostile files are told.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh.h"

#define MESHES TAC_SOURCE_DIR "/tests/config/meshes/"

static char text[1 << 16];

static size_t load(const char *path)
{
    FILE *in = fopen(path, "rb");
    cr_assert_not_null(in, "%s", path);
    size_t n = fread(text, 1, sizeof text - 1, in);
    (void)fclose(in);
    text[n] = '\0';
    return n;
}

static tac_mesh *read_file(const char *name)
{
    char path[1024];
    tac_diag diag = {0};
    (void)snprintf(path, sizeof path, MESHES "%s", name);
    tac_mesh *m = tac_mesh_read(path, text, load(path), &diag);
    cr_assert_not_null(m, "%s", diag.text);
    return m;
}

// Six times the volume, which is that of all triangles with the origin: outsides are told from insides.
static double volume6(const tac_mesh *m)
{
    double sum = 0.0;
    for (size_t i = 0; i < m->n_triangle; i++) {
        const float *a = m->point[m->corner[i][0]], *b = m->point[m->corner[i][1]],
                    *c = m->point[m->corner[i][2]];
        sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum;
}

static void expect_range(const tac_mesh *m, int axis, double low, double high)
{
    double least = 1e30, most = -1e30;
    for (size_t i = 0; i < m->n_point; i++) {
        double x = m->point[i][axis];
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    cr_expect_float_eq(least, low, 1e-6, "axis %d: %g", axis, least);
    cr_expect_float_eq(most, high, 1e-6, "axis %d: %g", axis, most);
}

Test(mesh, a_box_is_the_same_in_every_format)
{
    static const char *const names[] = {"text.stl", "binary.stl", "faces.obj"};
    for (int i = 0; i < 3; i++) {
        tac_mesh *m = read_file(names[i]);
        cr_expect_eq(m->n_triangle, 12, "%s: %zu", names[i], m->n_triangle);
        cr_expect_float_eq(volume6(m), 36.0, 1e-9, "%s: %g", names[i], volume6(m));
        expect_range(m, 0, 0.0, 1.0);
        expect_range(m, 1, 0.0, 2.0);
        expect_range(m, 2, 0.0, 3.0);
        tac_mesh_free(m);
    }
}

// Twice as long along x, a quarter turn about z, then up by one.
Test(mesh, gltf_is_placed_by_its_nodes)
{
    static const char *const names[] = {"placed.glb", "placed.gltf"};
    for (int i = 0; i < 2; i++) {
        tac_mesh *m = read_file(names[i]);
        cr_expect_eq(m->n_triangle, 12);
        cr_expect_float_eq(volume6(m), 72.0, 1e-4, "%s: %g", names[i], volume6(m));
        expect_range(m, 0, -2.0, 0.0);
        expect_range(m, 1, 0.0, 2.0);
        expect_range(m, 2, 1.0, 4.0);
        tac_mesh_free(m);
    }
}

static void expect_refusal(const char *path, const char *bytes, size_t size, const char *part)
{
    tac_diag diag = {0};
    tac_mesh *m = tac_mesh_read(path, bytes, size, &diag);
    cr_expect_null(m, "%s: reads", part);
    cr_expect(strstr(diag.text, part), "'%s', expected '%s'", diag.text, part);
    tac_mesh_free(m);
}

static void expect_text_refusal(const char *path, const char *bytes, const char *part)
{
    expect_refusal(path, bytes, strlen(bytes), part);
}

Test(mesh, a_refusal_says_where_and_why)
{
    expect_text_refusal("a.stl", "", "a.stl:1:1: neither text nor binary STL of 0 bytes");
    expect_text_refusal("a.stl", "solid a\nfacet normal 0 0 1\nvertex 1 2 x\n",
                        "a.stl:3:1: 'vertex' needs three numbers");
    expect_text_refusal("a.stl", "solid a\nouter loop\nvertex 1 2 3\nendloop\n",
                        "a.stl:4:1: a facet has not three points");
    expect_text_refusal("a.stl", "solid a\nvertex 1 2 3\nvertex 1 2 3\n", "the file is cut off");
    expect_text_refusal("a.stl", "solid a\nendsolid a\n", "has no triangles");
    expect_text_refusal("a.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n",
                        "a.obj:3:1: 'f' names a point that is not there");
    expect_text_refusal("a.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n", "a face has 2 corners");
    expect_text_refusal("a.obj", "v 0 0 0\nf -1 -2 -1\n", "a point that is not there");
    expect_text_refusal("a.obj", "v 0 0 1e99\n", "beyond 1e30");
    expect_text_refusal("a.obj", "f 99999999999999999999999999 1 1\n", "not there");
    expect_text_refusal("a.gltf", "{\"extensionsRequired\": [\"KHR_draco\"]}",
                        "needs the extension 'KHR_draco'");
    expect_text_refusal("a.gltf", "{\"nodes\": [}", "a value expected");
    expect_text_refusal("a.glb", "glTF\2\0", "no binary glTF of version 2");
    expect_text_refusal("a.step", "x", "no mesh by its name");
    expect_refusal("a.stl", text, TAC_MESH_BYTES + 1, "more than 64 MiB");
}

Test(mesh, a_binary_file_that_is_cut_off_is_refused)
{
    size_t n = load(MESHES "binary.stl");
    expect_refusal("a.stl", text, n - 1, "the file is cut off");
    memset(text, 'x', 5);
    expect_refusal("a.stl", text, n - 1, "the file is cut off");
}

// A circle of nodes, and one below two others, would be drawn for ever, or twice as often with every level.
Test(mesh, nodes_are_a_tree)
{
    expect_text_refusal("a.gltf",
                        "{\"scenes\": [{\"nodes\": [0]}], \"nodes\": [{\"children\": [0]}]}",
                        "hangs on two others");
    expect_text_refusal("a.gltf",
                        "{\"scenes\": [{\"nodes\": [0]}], \"nodes\": [{\"children\": [1, 1]}, {}]}",
                        "hangs on two others");
}

static char *repeat(const char *head, const char *item, size_t n)
{
    size_t length = strlen(item), at = strlen(head);
    char *all = malloc(at + n * length + 1);
    cr_assert_not_null(all);
    memcpy(all, head, at + 1);
    for (size_t i = 0; i < n; i++, at += length) {
        memcpy(all + at, item, length + 1);
    }
    return all;
}

Test(mesh, a_million_triangles_are_enough)
{
    char *all = repeat("v 0 0 0\nv 1 0 0\nv 0 1 0\n", "f 1 2 3\n", TAC_MESH_TRIANGLES);
    tac_diag diag = {0};
    tac_mesh *m = tac_mesh_read("a.obj", all, strlen(all), &diag);
    cr_assert_not_null(m, "%s", diag.text);
    cr_expect_eq(m->n_triangle, TAC_MESH_TRIANGLES);
    tac_mesh_free(m);
    free(all);
    all = repeat("v 0 0 0\nv 1 0 0\nv 0 1 0\n", "f 1 2 3\n", TAC_MESH_TRIANGLES + 1);
    expect_text_refusal("a.obj", all, "a.obj:1000004:1: the mesh has more than 1000000 triangles");
    free(all);
}

// Keys are looked for one by one: many of them for each of many nodes would take hours.
Test(mesh, a_tangled_text_is_given_up)
{
    enum { N = 20000 };
    char *keys = repeat("{\"meshes\": [{\"a\": 0", ", \"a\": 0", N);
    char *nodes = repeat("}], \"nodes\": [{}", ", {\"mesh\": 0}", N);
    char *all = malloc(strlen(keys) + strlen(nodes) + 8 * (size_t)N + 100);
    cr_assert_not_null(all);
    size_t at = (size_t)sprintf(all, "%s%s], \"scenes\": [{\"nodes\": [0", keys, nodes);
    for (int i = 1; i <= N; i++) {
        at += (size_t)sprintf(all + at, ", %d", i);
    }
    memcpy(all + at, "]}]}", 5);
    expect_text_refusal("a.gltf", all, "too tangled");
    free(all);
    free(keys);
    free(nodes);
}
