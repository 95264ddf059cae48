// Triangles of a mesh file, for pictures: STL (text and binary), OBJ, and glTF 2.0 with everything in one file.
// Files are bounded, and what is wrong with one is said in one line; nothing that a file holds leads outside of
// its bytes. Colours and textures are left out: a model says what colour a mesh has.
#ifndef TAC_MESH_H
#define TAC_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"

enum { TAC_MESH_TRIANGLES = 1000000 };    // of a file
#define TAC_MESH_BYTES ((size_t)64 << 20) // of a file, and of all files of a model

typedef struct tac_mesh {
    float (*point)[3];     // (n_point)
    uint32_t (*corner)[3]; // indices of points, counter-clockwise from outside  (n_triangle)
    size_t n_point, n_triangle;
} tac_mesh;

// Whether the path ends in .stl, .obj, .glb or .gltf, in letters of any size.
bool tac_mesh_is_named(const char *path);

// Reads the bytes of the file of that path; a zero stands behind them. The meshes of a scene of glTF are put
// together as it places them. NULL with a line in diag.
//   cost     linear in size; up to twelve times the bytes, and not above 200 MiB
tac_mesh *tac_mesh_read(const char *path, const char *bytes, size_t size, tac_diag *diag);
void tac_mesh_free(tac_mesh *m); // NULL is fine

#endif
