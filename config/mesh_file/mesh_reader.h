// What the readers of mesh files share: the triangles so far, and one way to refuse a file.
#ifndef TAC_MESH_READER_H
#define TAC_MESH_READER_H

#include "mesh.h"

typedef struct tac_mesh_reader {
    const char *path;
    const char *text; // a zero behind it
    size_t size;
    tac_mesh *mesh;
    size_t point_room, triangle_room;
    tac_diag *diag;
} tac_mesh_reader;

// One line at a line of the file; returns false.
bool tac_mesh_refuse(tac_mesh_reader *r, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// One more point or triangle; false, and refused, when there are too many or a number is none. Corners count from
// 0 and are those of points that are there.
bool tac_mesh_add_point(tac_mesh_reader *r, int line, const double x[3]);
bool tac_mesh_add_triangle(tac_mesh_reader *r, int line, const size_t corner[3]);

#endif
