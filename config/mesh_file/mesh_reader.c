#include "mesh_reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#define LARGEST 1e30 // of a coordinate, which is kept with few digits

bool tac_mesh_refuse(tac_mesh_reader *r, int line, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    tac_diag_set(r->diag, r->path, line, 1, format, list);
    va_end(list);
    return false;
}

// Room for one more item of this size.
static void *grow(tac_mesh_reader *r, void *items, size_t n, size_t *room, size_t size)
{
    if (n < *room) {
        return items;
    }
    size_t wanted = *room > 0 ? 2 * *room : 256;
    void *more = realloc(items, wanted * size);
    if (!more) {
        tac_diag_no_memory(r->diag, "%.400s:1:1: out of memory; make it smaller or free some",
                           r->path);
        return NULL;
    }
    *room = wanted;
    return more;
}

bool tac_mesh_add_point(tac_mesh_reader *r, int line, const double x[3])
{
    tac_mesh *m = r->mesh;
    if (m->n_point >= 3 * (size_t)TAC_MESH_TRIANGLES) {
        return tac_mesh_refuse(r, line, "the mesh has more than %d points; make it coarser",
                               3 * TAC_MESH_TRIANGLES);
    }
    void *more = grow(r, m->point, m->n_point, &r->point_room, sizeof *m->point);
    if (!more) {
        return false;
    }
    m->point = more;
    for (int i = 0; i < 3; i++) {
        if (!(fabs(x[i]) < LARGEST)) {
            return tac_mesh_refuse(r, line,
                                   "a coordinate is no number or beyond 1e30; export the "
                                   "mesh again");
        }
        m->point[m->n_point][i] = (float)x[i];
    }
    m->n_point++;
    return true;
}

bool tac_mesh_add_triangle(tac_mesh_reader *r, int line, const size_t corner[3])
{
    tac_mesh *m = r->mesh;
    if (m->n_triangle >= TAC_MESH_TRIANGLES) {
        return tac_mesh_refuse(r, line, "the mesh has more than %d triangles; make it coarser",
                               TAC_MESH_TRIANGLES);
    }
    void *more = grow(r, m->corner, m->n_triangle, &r->triangle_room, sizeof *m->corner);
    if (!more) {
        return false;
    }
    m->corner = more;
    for (int i = 0; i < 3; i++) {
        m->corner[m->n_triangle][i] = (uint32_t)corner[i];
    }
    m->n_triangle++;
    return true;
}
