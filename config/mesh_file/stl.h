// STL as triangles.
#ifndef TAC_MESH_STL_H
#define TAC_MESH_STL_H

#include "mesh_reader.h"

bool tac_mesh_read_stl(tac_mesh_reader *r);

#endif
