// Flexible rods made of mass points, and their motion by the points alone: an oracle that shares nothing with the
// kernel but the definition of an interface.
#ifndef TAC_TEST_MASS_POINTS_H
#define TAC_TEST_MASS_POINTS_H

#include "desc.h"

enum { ROD_POINTS = 84, ROD_MODES = 4, ROD_SIZE = 6 + ROD_MODES };

typedef struct point_rod { // along x, from -length / 2 to length / 2
    double length, mass, J[6], omega[ROD_MODES], zeta[ROD_MODES];
    double m[ROD_POINTS];
    vec3 s[ROD_POINTS], N[ROD_POINTS][ROD_MODES];
    double Ct[3 * ROD_MODES], I[9 * ROD_MODES], S[6 * ROD_MODES * ROD_MODES];
    double phi[2][3 * ROD_MODES], psi[2][3 * ROD_MODES];
    tac_interface_desc interface[2];
    tac_flex_desc flex;
} point_rod;

// Bending in both planes and torsion; native: without rigid motion in the shapes, else held at the first end.
void rod_make(point_rod *r, double length, double width, double height, bool native,
              const double omega[ROD_MODES], double zeta);

typedef struct rod_state {
    vec3 r, v, w;
    quat p;
    double q[ROD_MODES], qd[ROD_MODES];
} rod_state;

typedef struct rod_sums {
    vec3 P, L; // about the world's origin
    double kinetic, strain;
} rod_sums;
rod_sums rod_sum(const point_rod *r, const rod_state *s);

// Two rods under gravity: the first hangs on a ball joint at its first interface, which is where it is at the
// start, and carries the second by a hinge about z of both between its second and the other's first interface.
void rods_move(const point_rod *rod[2], rod_state s[2], vec3 gravity, double time, int steps);
vec3 rod_end(const point_rod *r, const rod_state *s, int interface);

#endif
