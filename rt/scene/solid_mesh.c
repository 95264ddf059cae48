#include "solid_mesh.h"

#include <stdlib.h>

#include "elementary.h"

typedef struct outline { // of a solid of revolution, from below to above; both ends lie on the axis
    double radius[64], z[64];
    int n;
} outline;

static tac_mesh *new_mesh(size_t n_point, size_t n_triangle)
{
    tac_mesh *m = calloc(1, sizeof *m);
    if (m) {
        m->point = calloc(n_point, sizeof *m->point);
        m->corner = calloc(n_triangle, sizeof *m->corner);
    }
    if (m && (!m->point || !m->corner)) {
        tac_mesh_free(m);
        m = NULL;
    }
    return m;
}

static void add_point(tac_mesh *m, double x, double y, double z)
{
    float *p = m->point[m->n_point++];
    p[0] = (float)x;
    p[1] = (float)y;
    p[2] = (float)z;
}

static void add_triangle(tac_mesh *m, int a, int b, int c)
{
    uint32_t *t = m->corner[m->n_triangle++];
    t[0] = (uint32_t)a;
    t[1] = (uint32_t)b;
    t[2] = (uint32_t)c;
}

static tac_mesh *box_mesh(vec3 size)
{
    static const int face[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                                   {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    tac_mesh *m = new_mesh(8, 12);
    for (int i = 0; m && i < 8; i++) {
        add_point(m, (i & 4 ? 0.5 : -0.5) * size.x, (i & 2 ? 0.5 : -0.5) * size.y,
                  (i & 1 ? 0.5 : -0.5) * size.z);
    }
    for (int i = 0; m && i < 6; i++) {
        add_triangle(m, face[i][0], face[i][1], face[i][2]);
        add_triangle(m, face[i][0], face[i][2], face[i][3]);
    }
    return m;
}

static void add_step(outline *o, double radius, double z)
{
    o->radius[o->n] = radius;
    o->z[o->n++] = z;
}

// A quarter of a circle from this angle on, in so many pieces; the axis itself has no width at all.
static void add_quarter(outline *o, double radius, double z, double from, int pieces)
{
    for (int i = 0; i <= pieces; i++) {
        const tac_sincos_pair turn = tac_sincos(from + 0.5 * TAC_PI * i / pieces);
        int is_pole = (i == 0 && from < 0.0) || (i == pieces && from >= 0.0);
        add_step(o, is_pole ? 0.0 : radius * turn.cos, z + radius * turn.sin);
    }
}

// Rings of points, between two poles.
static tac_mesh *turned_mesh(const outline *o, int sides)
{
    int rings = o->n - 2, top = 1 + rings * sides;
    tac_mesh *m = new_mesh((size_t)top + 1, (size_t)(2 * rings * sides));
    if (!m) {
        return NULL;
    }
    add_point(m, 0.0, 0.0, o->z[0]);
    for (int i = 1; i <= rings; i++) {
        for (int k = 0; k < sides; k++) {
            const tac_sincos_pair turn = tac_sincos(2.0 * TAC_PI * k / sides);
            add_point(m, o->radius[i] * turn.cos, o->radius[i] * turn.sin, o->z[i]);
        }
    }
    add_point(m, 0.0, 0.0, o->z[o->n - 1]);
    for (int k = 0; k < sides; k++) {
        int next = (k + 1) % sides;
        add_triangle(m, 0, 1 + next, 1 + k);
        for (int i = 0; i + 1 < rings; i++) {
            int low = 1 + i * sides, high = low + sides;
            add_triangle(m, low + k, low + next, high + next);
            add_triangle(m, low + k, high + next, high + k);
        }
        add_triangle(m, top, top - sides + k, top - sides + next);
    }
    return m;
}

tac_mesh *tac_solid_mesh(tac_visual_kind kind, vec3 size, int sides)
{
    outline o = {.n = 0};
    double radius = size.x, half = kind == TAC_VISUAL_SPHERE ? 0.0 : 0.5 * size.z;
    int pieces = sides / 4 < 16 ? sides / 4 : 16;
    if (kind == TAC_VISUAL_BOX) {
        return box_mesh(size);
    }
    if (kind == TAC_VISUAL_CYLINDER) {
        add_step(&o, 0.0, -half);
        add_step(&o, radius, -half);
        add_step(&o, radius, half);
        add_step(&o, 0.0, half);
    } else {
        add_quarter(&o, radius, -half, -0.5 * TAC_PI, pieces);
        o.n -= kind == TAC_VISUAL_SPHERE; // its equator once
        add_quarter(&o, radius, half, 0.0, pieces);
    }
    return turned_mesh(&o, sides);
}
