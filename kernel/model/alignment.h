// Joints between the same two bodies that fit each other but for their last digits.
//
// Two hinges of a door, or two rails of a table, leave a motion if their axes are in line. Coordinates as files give them
// put them out of line by a few parts in 1e8, and rigid joints then hold what they should leave free, the harder the
// smaller the step: a door stops. What is out of line by less than a millionth, more than rounding, is put in line
// with the first prismatic joint of the two bodies, without one with the first revolute, cylindrical or screw one.
#ifndef TAC_ALIGNMENT_H
#define TAC_ALIGNMENT_H

#include "tables.h"

// Of revolute, prismatic, cylindrical, screw, spherical, point_on_line and planar joints of rigid bodies.
//   reads    joint_kind, and bodies and frames of elements
//   writes   frames of elements, aligned: how many joints have others; row_push as scratch
//   cost     n log n of joints
void tac_align_joints(tac_model *m);

#endif
