// What there is to see of a road: a strip with lines of paint at its edges and in its middle, in the road's own frame. Of a
// grid it is where its line leads, as high as the grid is; of a profile along x, as high as its table; of other shapes
// level, since their waves are millimetres. Planes and roads that signals say have none.
#ifndef TAC_ROAD_LOOKS_H
#define TAC_ROAD_LOOKS_H

#include "desc.h"
#include "mesh.h"

typedef struct tac_road_look {
    tac_mesh *asphalt, *paint;
} tac_road_look;

// How many pieces a road of the description has, one behind the other; 0: there is nothing to see.
int tac_road_pieces(const tac_desc *d, int road);

// Meshes of a piece, to be freed with tac_mesh_free; at most 2000 triangles each. False: no memory.
bool tac_road_look_of(const tac_desc *d, int road, int piece, tac_road_look *look);

// Whether a tyre, a contact or a sensor is on a road, or patches that one is on lie over it.
bool tac_road_is_used(const tac_desc *d, int road);

#endif
