// Triangles of a simple solid.
#ifndef TAC_SOLID_MESH_H
#define TAC_SOLID_MESH_H

#include "mesh.h"
#include "visual.h"

// Of this kind (not a mesh) and size, its middle at the origin; round ones have so many sides, 4 or more and even.
// NULL without memory; tac_mesh_free gives it back.
tac_mesh *tac_solid_mesh(tac_visual_kind kind, vec3 size, int sides);

#endif
