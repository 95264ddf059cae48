// Mass and moments of bodies: given, or those of a shape.
#ifndef TAC_SOLIDS_H
#define TAC_SOLIDS_H

#include "reader/reader.h"
#include "vec.h"
#include "visual.h"

// Mass and moments of a body: J in body axes.
typedef struct tac_solid {
    double mass;
    double J[6];
    bool has_ends; // a rod from P to Q
    vec3 from, to; // in the frame the body is placed in
    // what a simple solid looks like, its axis a coordinate axis of the body
    bool has_shape;
    tac_visual_kind kind;
    vec3 size;
    int axis;
} tac_solid;

tac_solid tac_read_solid(const tac_place *p, const tac_node *body);

#endif
