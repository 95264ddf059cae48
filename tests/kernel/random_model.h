// Random mechanisms of a given shape, whose joints hold at the given configuration.
#ifndef TAC_TEST_RANDOM_MODEL_H
#define TAC_TEST_RANDOM_MODEL_H

#include "mechanism.h"
#include "rng.h"

typedef enum shape {
    CHAIN,
    TREE,
    RING,     // chain whose last body is joined to the first, or to ground
    LOOPS,    // tree with more joints between random bodies
    HUB,      // all bodies hang on the first, some on ground too
    GROUNDED, // chain, most of whose bodies are joined to ground as well
    PARALLEL, // tree with two or three joints between the same two bodies
    SEVERAL,  // separate mechanisms and free bodies
    N_SHAPE
} shape;

#define KIND(k) (1u << (k))
#define ALL_KINDS (KIND(TAC_N_JOINT_KIND) - 1u)
#define SOME_TREE_KINDS \
    (KIND(TAC_REVOLUTE) | KIND(TAC_SPHERICAL) | KIND(TAC_UNIVERSAL) | KIND(TAC_PRISMATIC))

typedef struct recipe {
    shape shape;
    int n_body;
    unsigned kinds;   // joint kinds to choose from
    int floating;     // no joint or law reaches ground
    int laws;         // about so many springs, bushings, frictions and contacts each
    int drives;       // driven joints, loads and inputs too
    int conservative; // laws without damping, friction and contact, free lengths constant
    double speed;     // of bodies, m/s and rad/s, before joints hold
    double gravity;   // m/s^2
} recipe;

void random_model(mechanism *m, rng *g, const recipe *r);

// Everything at once: shape, size and the rest drawn as well.
void random_anything(mechanism *m, rng *g, int most_bodies);

// Adds n couplers of one to four terms on bodies of any kind, often on a common housing; some with
// a table.
void random_couplers(mechanism *m, rng *g, int n, int tables);

// Most couplers give, with a backlash or without, softly enough for steps of a millisecond.
void soften_couplers(mechanism *m, rng *g, int sides);

// Places b's spot relative to a's so that a joint of this kind holds, coordinates at random.
spot joint_partner(rng *g, tac_joint_kind kind, spot a, double lead, double *angle,
                   double *displacement);

// A frame near a point, in any orientation.
spot random_spot(rng *g, vec3 near, double size);

// A body at a random place within size of the origin, in any orientation, at rest.
int add_random_body(mechanism *m, rng *g, double mass, double size);

// A random inertia tensor about the centre of mass of a body of this mass and size.
void random_inertia(rng *g, double mass, double size, double J[6]);

// Moves all bodies by at most this much, so that joints no longer hold.
void disturb(mechanism *m, rng *g, double shift, double turn);

#endif
