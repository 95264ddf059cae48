// Parts in a step: bushings whose wrench a shared object says (part.h). docs/equations.md, "Parts".
//
// With the displacement of mount b against a along the axes of a as coordinates, an answer is a law of six of them
// whose stiffness S is full: S = L D L^T makes rows of it, Phi = L^T times the coordinates, each with the compliance 1/D,
// and L lambda = -wrench. Rows of rotations have no linear part, as those of a bushing.
#ifndef TAC_PARTS_H
#define TAC_PARTS_H

#include "model/rows.h"
#include "part.h"
#include "workspace/work.h"

struct tac_part {
    int element; // its bushing among the elements
    double L[6][6], D[6];
    double wrench[6]; // of the last answer
    double *number;   // state and outputs at the end of the step
    // Of one with bodies of its own. Those on one carrier are one load: the first of them has its rows and tells what all
    // tell. Those of one object among them are a batch, which steps in the memory of its first one.
    int has_bodies, first, batch;
    int place;           // in the batch
    double open, widest; // of its joints, in a start
    // of the first in a batch
    tac_part *next;                    // batch on the carrier; NULL after the last
    int n, alike[TAC_PART_MOST_ALIKE]; // parts of it
    void *memory;                      // NULL of others
    const tac_part_bodies *bodies;     // whose functions step it
    int fails;                         // to build it
    double left;                       // joints on the carrier that are in loops
    tac_part_up up;
    tac_part_down down;
    tac_part_result result;
};

// A vector as part.h has it.
static inline void tac_put3(vec3 a, double *to)
{
    to[0] = a.x;
    to[1] = a.y;
    to[2] = a.z;
}

// S = L D L^T of what is above the diagonal.
void tac_factor_part(tac_part *p, double S[6][6]);
// L^-1 x.
void tac_to_part_rows(const tac_part *p, double *x);
void tac_put_part_compliances(const tac_workspace *w, const tac_part *p);
void tac_put_part_slots(const tac_workspace *w, const tac_part *p, tac_slot slot[2][6]);

// What a stage over elements does with one that is a law.
void tac_part_predict(tac_workspace *w, tac_part *p);
void tac_part_newton(tac_workspace *w, tac_part *p);
void tac_part_again(tac_workspace *w, tac_part *p);
void tac_part_velocity(tac_workspace *w, tac_part *p);
void tac_part_acceleration(tac_workspace *w, tac_part *p);
void tac_part_residual(tac_workspace *w, tac_part *p);
void tac_part_commit(tac_workspace *w, tac_part *p);

#endif
