// What a mesh weighs: the volume that its triangles enclose, or that of the convex hull of its points.
#ifndef TAC_ROBOT_MESH_SOLID_H
#define TAC_ROBOT_MESH_SOLID_H

#include "mjcf.h"

// Where the file of a mesh is, as the compiler says.
const char *tac_mjcf_mesh_uri(tac_mjcf *m, const char *file);

// Of unit density, in the axes of the mesh. A mesh that is not there is refused: something needs its mass.
tac_robot_solid tac_mjcf_mesh_solid(tac_mjcf *m, tac_xml_node *mesh);

// Of a closed surface of triangles, counter-clockwise from outside; points (3 n).
tac_robot_solid tac_robot_enclosed(const double *point, const int (*corner)[3], int n);

// Triangles of the convex hull of n points, in memory of the pool; 0: they lie in a plane.
int tac_robot_hull(tac_robot *r, const double *point, int n, int (**corner)[3]);

#endif
