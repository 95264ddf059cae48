// A sub-model apart: the solves of a step of index-3 for all that is in it, while its carrier moves with another
// workspace, in this process or not. docs/equations.md, "Sub-models apart".
//
// Its model has the carrier as its last body, without mass here. With sigma0 the multipliers of a solve while the
// unknowns of the carrier are zero, and Sigma how they grow with these, it tells the carrier k = Phi_c^T sigma0 and
// K = Phi_c^T Sigma, and goes on with sigma0 + Sigma x.
#ifndef TAC_APART_H
#define TAC_APART_H

#include "arena.h"
#include "part.h"
#include "stages/work.h"

typedef struct tac_apart {
    tac_workspace *w;
    int carrier;
    tac_state s;   // at the start of the step
    double *sigma; // sigma0, then Sigma by unknowns of the carrier          (7, n_tree_row)
    void *block;   // of both states
} tac_apart;

// Takes memory for a model and fills it; NULL if the arena is empty and only counts. One block of bodies at most.
tac_apart *tac_layout_apart(const tac_model *m, const tac_options *o, tac_arena *a);
void tac_fill_apart(tac_apart *a);

// As tac_part_bodies has them.
void tac_apart_begin(tac_apart *a, const double *carrier, const double *input, int64_t step,
                     int starts);
void tac_apart_up(tac_apart *a, tac_part_solve solve, tac_part_up *up);
void tac_apart_down(tac_apart *a, tac_part_solve solve, int is_last, double scale,
                    const double x[6], double told[9]);
void tac_apart_move(tac_apart *a, const double motion[TAC_PART_MOTION]);
void tac_apart_end(tac_apart *a, tac_part_result *result);

#endif
