// Leg lengths of a six-leg platform, in closed form: the platform's joints moved by the pose, then
// distances.
#ifndef TAC_KINEMATICS_H
#define TAC_KINEMATICS_H

#include "platform_file.h"

// Relative to home: where the driver's point has gone, and the turn about x, then y, then z of the
// base, that is R = Rz(yaw) Ry(pitch) Rx(roll).
typedef struct tac_platform_pose {
    vec3 position;
    double roll, pitch, yaw;
} tac_platform_pose;

mat3 tac_platform_rotation(const tac_platform_pose *pose);

// Lengths from joint to joint, length_i = |home + position + c + R (top_i - c) - base_i| with the
// driver's point c.
//   writes   length (TAC_LEGS)
//   cost     six square roots; cannot fail, a pose that is not finite gives such lengths
void tac_platform_inverse(const tac_platform_geometry *g, const tac_platform_pose *pose,
                          double length[TAC_LEGS]);

#endif
