// Parts in a step: bushings whose wrench a shared object says (part.h). docs/equations.md, "Parts".
//
// With the displacement of mount b against a along the axes of a as coordinates, an answer is a law of six of them
// whose stiffness S is full: S = L D L^T makes rows of it, Phi = L^T times the coordinates, each with the compliance 1/D,
// and L lambda = -wrench. Rows of rotations have no linear part, as those of a bushing.
#ifndef TAC_PARTS_H
#define TAC_PARTS_H

#include "stages/work.h"

struct tac_part {
    int element; // its bushing among the elements
    double L[6][6], D[6];
    double wrench[6]; // of the last answer
    double *number;   // state and outputs at the end of the step
};

void tac_layout_parts(tac_workspace *w, tac_arena *a);
void tac_fill_parts(tac_workspace *w);

// Stages over elements ask the parts among them.
void tac_set_part_stages(tac_workspace *w);

//   fails    TAC_PART with the bushing
tac_status tac_check_parts(const tac_model *m, const tac_options *o);

#endif
