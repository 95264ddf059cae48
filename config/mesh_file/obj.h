// OBJ as triangles.
#ifndef TAC_MESH_OBJ_H
#define TAC_MESH_OBJ_H

#include "mesh_reader.h"

bool tac_mesh_read_obj(tac_mesh_reader *r);

#endif
