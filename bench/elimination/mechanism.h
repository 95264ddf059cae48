// Mechanisms of the elimination study: chains and rings of rods in natural coordinates with free bending modes.
//
// A body has a point r at its centre of mass, three vectors along its axes and n modal coordinates; its mass
// matrix is diagonal, as in [003]: m, int xi_k^2 dm of each vector, 1 of a mode. Its six conditions of rigidity
// and the joint towards the body before it are one block of rows: nine with a ball joint, as in [003], twelve
// with a fixed joint, which is what dividing a body adds.
#ifndef ELIMINATION_MECHANISM_H
#define ELIMINATION_MECHANISM_H

#include <stdbool.h>

#include "vec.h"

enum { MOST_BODIES = 1500, MOST_MODES = 24, RIGID = 12, COORDINATES = RIGID + MOST_MODES };

typedef struct part { // a rod
    double mass;      // kg
    double length;    // m
    vec3 r;           // centre, m
    vec3 axis[3];     // along the rod first
} part;

typedef struct mechanism {
    bool ring;   // else a chain whose first joint is on ground
    int n;       // bodies, parts of a divided one included; as many joints
    int n_mode;  // of every body
    int n_whole; // bodies before one was divided
    int n_part;  // into which that one was divided, 1: nothing was
    part body[MOST_BODIES];
    bool fixed[MOST_BODIES]; // joint i, between body i - 1 and body i, is a fixed one
} mechanism;

// Rods of 1 m and 20 mm square, of steel; a chain in a zigzag, a ring as a regular polygon.
void mechanism_chain(mechanism *m, int n, int n_mode);

// Of a ring's first body n_part - 1 parts have the given share of its mass each, 0: all parts the same.
void mechanism_ring(mechanism *m, int n, int n_mode, int n_part, double share);

// Rows of joint i: 9 or 12.
int mechanism_rows(const mechanism *m, int i);

// Their Jacobian with respect to the coordinates of one body, zero where it does not take part.
void mechanism_jacobian(const mechanism *m, int joint, int body, double J[12][COORDINATES]);

// 1 over the mass matrix of a body.
void mechanism_inverse_mass(const mechanism *m, int body, double inverse[COORDINATES]);

#endif
