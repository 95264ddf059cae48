// What a mechanism is, in the words of programs that work in joint coordinates.
//
// Bodies form a tree rooted in the ground, found breadth first, so that a loop is cut opposite of the
// ground and its branches are as short as they can be; joints left over are the loops. Everything
// is given at t = 0, where all joint coordinates are zero, in world axes and SI units. Plain arrays,
// because C++ reads them too.
#ifndef PEERS_OUTLINE_H
#define PEERS_OUTLINE_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum outline_kind {
    OUTLINE_BALL,
    OUTLINE_HINGE,
    OUTLINE_UNIVERSAL,
    OUTLINE_SLIDER
} outline_kind;

typedef struct outline_pose {
    double r[3], p[4]; // centre of mass; Euler parameters, scalar first, body to world
} outline_pose;

// Actuator along a slider q with prescribed free length: it pushes by
//   k (drive(t) - q) - c qdot,   drive(t) = offset + amplitude sin(2 pi frequency t + phase)
typedef struct outline_actuator {
    double k, c; // k = 0: there is none
    double offset, amplitude, frequency, phase;
} outline_actuator;

typedef struct outline_body {
    int parent; // index of a body before it in the list, -1: ground
    int body;   // index in the description
    char name[32];
    double mass, inertia[6]; // xx yy zz xy xz yz, body axes
    outline_pose pose;
    double w[3];       // angular velocity, world axes
    outline_kind kind; // of the joint with the parent
    double at[3];      // point of the joint
    double axis[3];    // of hinge and slider; of a universal joint the one fixed in the parent
    double axis2[3];   // of a universal joint: the one fixed in the body
    outline_actuator actuator;
} outline_body;

typedef struct outline_loop {
    outline_kind kind; // ball or hinge; hinges only where the whole loop is planar
    int a, b;          // indices of bodies, -1: ground
    double at[3], axis[3];
} outline_loop;

typedef struct outline {
    double gravity[3];
    int n_body, n_loop;
    outline_body *body; // (n_body) parents come first
    outline_loop *loop; // (n_loop)
} outline;

double outline_drive(const outline_actuator *a, double t);

// Vector x of the world in the axes of a body, -1: ground; point x of the world in its frame.
void outline_turn(const outline *o, int body, const double x[3], double out[3]);
void outline_point(const outline *o, int body, const double x[3], double out[3]);

#ifdef __cplusplus
}
#endif

#endif
