// Parts in a step: bushings whose wrench a shared object says (part.h). docs/equations.md, "Parts".
//
// With the displacement of mount b against a along the axes of a as coordinates, an answer is a law of six of them
// whose stiffness S is full: S = L D L^T makes rows of it, Phi = L^T times the coordinates, each with the compliance 1/D,
// and L lambda = -wrench. Rows of rotations have no linear part, as those of a bushing.
#ifndef TAC_PARTS_H
#define TAC_PARTS_H

#include "model/rows.h"
#include "part.h"
#include "stages/work.h"

struct tac_part {
    int element; // its bushing among the elements
    double L[6][6], D[6];
    double wrench[6]; // of the last answer
    double *number;   // state and outputs at the end of the step
    // Of one with bodies of its own. Those on one carrier are one load: the first of them has its rows and tells what all
    // tell. Those of one object among them are a compound, which steps in the memory of its first one.
    int has_bodies, first, compound;
    int place;           // in the compound
    double open, widest; // of its joints, in a start
    // of the first in a compound
    tac_part *next;                    // compound on the carrier; NULL after the last
    int n, alike[TAC_PART_MOST_ALIKE]; // parts of it
    void *memory;                      // NULL of others
    int fails;                         // to build it
    double left;                       // joints on the carrier that are in loops
    tac_part_up up;
    tac_part_down down;
    tac_part_result result;
};

// S = L D L^T of what is above the diagonal.
void tac_factor_part(tac_part *p, double S[6][6]);
// L^-1 x.
void tac_to_part_rows(const tac_part *p, double *x);
void tac_put_part_compliances(const tac_workspace *w, const tac_part *p);
void tac_put_part_slots(const tac_workspace *w, const tac_part *p, tac_slot slot[2][6]);

void tac_layout_parts(tac_workspace *w, tac_arena *a);
void tac_fill_parts(tac_workspace *w);

// What a stage over elements does with one that is a law.
void tac_part_predict(tac_workspace *w, tac_part *p);
void tac_part_newton(tac_workspace *w, tac_part *p);
void tac_part_again(tac_workspace *w, tac_part *p);
void tac_part_velocity(tac_workspace *w, tac_part *p);
void tac_part_acceleration(tac_workspace *w, tac_part *p);
void tac_part_residual(tac_workspace *w, tac_part *p);
void tac_part_commit(tac_workspace *w, tac_part *p);

// Whether laws in sub-models have sides; and how sharp these are at most, and frictions: slope times mobility times laws
// on a body, 1/s^2 and 1/s.
bool tac_parts_have_sides(const tac_model *m);
void tac_sharpest_in_parts(const tac_model *m, double sharp[2]);

//   fails    TAC_PART with the bushing
tac_status tac_check_parts(const tac_model *m, const tac_options *o);
// After their memory was filled.
tac_status tac_check_built_parts(const tac_workspace *w);

#endif
