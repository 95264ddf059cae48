// Orientations of a model file as unit Euler parameters.
#ifndef TAC_ORIENTATION_H
#define TAC_ORIENTATION_H

#include "reader/reader.h"
#include "vec.h"

// Rotation given in any of the forms of docs/model-format.md, e0 >= 0; identity for NULL.
quat tac_orientation(const tac_place *p, const tac_node *node, const char *key);

// The rotation with the smallest angle that turns coordinate axis j (0 x, 1 y, 2 z) into the unit
// vector v; half a turn about the next axis when v points the other way.
quat tac_smallest_rotation(int j, vec3 v);

// Axis i along the unit vector v, axis j in the plane of v and w on w's side. v and w must not be
// parallel.
quat tac_two_axes(int i, vec3 v, int j, vec3 w);

// Unit and e0 >= 0: of the two parameter sets of a rotation the one a start uses.
quat tac_start_quat(quat q);

#endif
