// Modal data of a straight beam: finite elements of Euler-Bernoulli or Timoshenko, Craig-Bampton reduction to what its
// interfaces can do and a number of modes with the interfaces held, rigid motion taken out. docs/flexible-bodies.md
// has the equations.
//
// The beam lies along x, its section's main axes are y and z. Extension, torsion and the two bendings are uncoupled, so
// each is solved alone: modes of equal frequency are told apart by the section's axes. Its mass is that of four points
// per section and Gauss point, which have its area and both second moments: rotary inertia is in every number.
#ifndef TAC_BEAM_H
#define TAC_BEAM_H

#include "modal.h"
#include "reader/pool.h"

typedef struct tac_beam {
    double length;           // m
    int elements;            // at least one between two interfaces
    double area;             // m^2
    double Iy, Iz;           // second moments about y and z, m^4: bending along z, along y
    double torsion;          // torsion constant, m^4
    double shear_y, shear_z; // shear factors along y and z; 0: Euler-Bernoulli
    double E, G, density;    // Pa, Pa, kg/m^3
    int modes;               // of the whole body; 0: as many as are below the frequency
    double below;            // Hz
    int n_point;             // interfaces, >= 2
    double x
        [TAC_MOST_INTERFACES]; // from the first end, ascending, the first 0 and the last the length
} tac_beam;

typedef enum tac_beam_status {
    TAC_BEAM_OK,
    TAC_BEAM_NO_MEMORY,
    TAC_BEAM_TOO_FEW_ELEMENTS, // have fewer modes than are asked for
    TAC_BEAM_NO_MODES,         // below the frequency
    TAC_BEAM_ILL, // numbers too far apart: rigid motion cannot be told from deformation
} tac_beam_status;

// Everything from the pool; names of points stay NULL.
tac_beam_status tac_beam_reduce(const tac_beam *b, tac_pool *pool, tac_modal *out);

#endif
