// The order of faces in which what is in front is drawn last: by planes of faces, which split what lies on both sides, so
// that it is right where the middles of faces would not tell (binary space partition). Faces are seen from far away, and
// only those whose front the eye sees are there: of each the side of its normal is nearer.
#ifndef TAC_HIDDEN_H
#define TAC_HIDDEN_H

#include <stdbool.h>
#include <stddef.h>

#include "vec.h"

typedef struct tac_face { // a triangle, or a line of two points
    vec3 at[3];
    double width; // of a line, 0: a triangle
    unsigned color;
    int next; // in a list, -1: the last
} tac_face;

typedef struct tac_faces {
    tac_face *face; // (n)
    size_t n, room;
    bool no_memory;
} tac_faces;

tac_face *tac_faces_add(tac_faces *f); // NULL and no_memory

// Indices of all faces from far to near; splits some, which f grows by. Of more faces than this can do in a bounded time
// the order is that of their middles. toward: unit, to the eye. -1 ends the list, which is to be freed; NULL without memory.
int *tac_faces_order(tac_faces *f, vec3 toward);

#endif
