// A spanning tree of the mechanism and coordinates along it.
//
// Every body hangs on ground or on another body by one tree joint; all other joints are cut, and their
// constraints close the loops. Tree joints are taken in the order of the description, so that a loop is cut at
// the last of its joints. A driven joint and a rod are always cut. A body that no tree joint reaches has all
// six freedoms against ground.
//
// Motion of the second frame b against the first frame a, at b's origin o: translations along axes of a, then a
// rotation, about a's z (with a screw's lead along it), about a's z and b's z of a universal joint, or free,
// with the angular velocity in axes of b. The rates u of a joint have unit axes e, each carried by one of the bodies;
// the coordinates q are displacements, angles, or the Euler parameters of b in a.
//
// A rate is measured by a couple of opposite wrenches, u = B^T v: a torque along e, or a force along e at o,
// on b, and the opposite on a. The same couples times joint momenta p are the momenta of the bodies, B p, in the
// formulation of [001]; they do no work through the joint's constraints.
#ifndef TAC_SPANNING_TREE_H
#define TAC_SPANNING_TREE_H

#include "model/rows.h"

enum { TAC_MOST_RATES = 6, TAC_MOST_PLACES = 7 };

typedef enum tac_turning {
    TAC_TURNS_NOT,
    TAC_TURNS_ABOUT_Z,
    TAC_TURNS_UNIVERSALLY,
    TAC_TURNS_FREELY,
} tac_turning;

typedef struct tac_tree_joint {
    int element;           // TAC_NONE of a body that only ground's six freedoms reach
    int body[2];           // of frames a and b; ground is n_body
    int side;              // which of them is the outer one
    vec3 s[2];             // origins of the frames, body axes
    quat turned[2];        // frame to body axes
    int n_shift, shift[3]; // translations: axes of a
    tac_turning turning;
    double lead; // m/rad
    int q, n_q;  // first coordinate, and how many
    int u, n_u;  // the same of rates
} tac_tree_joint;

typedef struct tac_spanning_tree {
    const tac_model *m;
    tac_tree_joint *joint; // from ground outwards, one per body             (n_body)
    bool *is_cut;          // of every element; laws are not                 (n_element)
    int *set;              // scratch                                        (n_body + 1)
    int n_q, n_u;
} tac_spanning_tree;

void tac_spanning_tree_layout(tac_spanning_tree *t, const tac_model *m, tac_arena *a);
void tac_spanning_tree_fill(tac_spanning_tree *t); // in zeroed memory

// Of poses (n_body + 1, the last is ground), outwards: positions from coordinates q (n_q), velocities from
// rates u (n_u).
void tac_tree_place(const tac_spanning_tree *t, const double *q, tac_pose *pose);
void tac_tree_move(const tac_spanning_tree *t, const double *u, tac_pose *pose);

// The other way round; tree joints must hold.
void tac_tree_coordinates(const tac_spanning_tree *t, const tac_pose *pose, double *q);

// How fast coordinates change with rates.
void tac_tree_coordinate_rates(const tac_spanning_tree *t, const double *q, const double *u,
                               double *qd);
void tac_tree_normalise(const tac_spanning_tree *t, double *q);

// u = B^T x of velocities x (n_body), linear part in world axes, angular part in body axes.
void tac_tree_rates(const tac_spanning_tree *t, const tac_pose *pose, const tac_slot *x, double *u);
// du/dt = B^T x + (dB/dt)^T v of accelerations x, with the velocities of the poses.
void tac_tree_accelerations(const tac_spanning_tree *t, const tac_pose *pose, const tac_slot *x,
                            double *ud);

// Adds B p to momenta (n_body), and -(dB/dt) p to loads; world axes.
void tac_tree_momenta(const tac_spanning_tree *t, const tac_pose *pose, const double *p,
                      tac_slot *momentum);
void tac_tree_turn_momenta(const tac_spanning_tree *t, const tac_pose *pose, const double *p,
                           tac_slot *load);
// For every rate the work of all wrenches outboard of its joint (n_u). The wrenches are used up.
void tac_tree_project(const tac_spanning_tree *t, const tac_pose *pose, tac_slot *wrench,
                      double *out);

#endif
