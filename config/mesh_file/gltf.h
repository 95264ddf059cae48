// glTF 2.0, binary or with its data in place as triangles.
#ifndef TAC_MESH_GLTF_H
#define TAC_MESH_GLTF_H

#include "mesh_reader.h"

bool tac_mesh_read_gltf(tac_mesh_reader *r);

#endif
