// Places and rigid bodies, as all formats of robots need them.
#ifndef TAC_ROBOT_POSE_H
#define TAC_ROBOT_POSE_H

#include <stdbool.h>

#include "vec.h"

typedef struct tac_robot_pose { // of a frame in another: R(q) x + p
    quat q;
    vec3 p;
} tac_robot_pose;

typedef struct tac_robot_solid {
    double mass;
    vec3 com;
    mat3 J; // about the centre of mass
} tac_robot_solid;

extern const tac_robot_pose tac_robot_no_pose;

tac_robot_pose tac_robot_pose_in(tac_robot_pose a, tac_robot_pose b); // a b
tac_robot_pose tac_robot_pose_back(tac_robot_pose a);                 // its inverse
vec3 tac_robot_point_in(tac_robot_pose a, vec3 x);
vec3 tac_robot_vector_in(tac_robot_pose a, vec3 v);

quat tac_robot_about(vec3 unit_axis, double angle);
quat tac_robot_rpy(vec3 angles);                  // fixed axes x, then y, then z
bool tac_robot_to_rpy(quat q, vec3 *rpy);         // false near pitch of a quarter turn
quat tac_robot_onto(int axis, vec3 unit);         // the smallest rotation of a coordinate axis
quat tac_robot_from_axes(vec3 x, vec3 y, vec3 z); // of a rotation
vec3 tac_robot_unit(vec3 v);                      // zero stays zero

tac_robot_solid tac_robot_solid_in(tac_robot_pose a, tac_robot_solid s); // in the frame around
tac_robot_solid tac_robot_solid_sum(tac_robot_solid a, tac_robot_solid b);
mat3 tac_robot_inertia(const double six[6]); // xx yy zz xy xz yz
void tac_robot_six(mat3 J, double six[6]);

// Solids of unit density, about their middle, z along the axis.
tac_robot_solid tac_robot_box(vec3 edges);
tac_robot_solid tac_robot_ellipsoid(vec3 radii);
tac_robot_solid tac_robot_cylinder(double radius, double length);
tac_robot_solid tac_robot_capsule(double radius, double length); // between the middles of its ends
tac_robot_solid tac_robot_times(double density, tac_robot_solid s);

#endif
