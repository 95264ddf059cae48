// A sub-model apart: the solves of a step of index-3 for all that is in it, while its carrier moves with another
// workspace, in this process or not. docs/equations.md, "Sub-models apart".
//
// Its model has the carrier as its last body, and everything else hangs on it (desc.carriers is 2, all in one group): the
// unit on top would eliminate the unknowns of the carrier, and is left out. What the others leave there, K and k, goes up;
// what the carrier's own workspace makes of the unknowns comes down.
#ifndef TAC_APART_H
#define TAC_APART_H

#include "arena.h"
#include "part.h"
#include "stages/work.h"

typedef struct tac_apart {
    tac_workspace *w;
    int carrier;
    tac_state s;  // at the start of the step
    double at[6]; // unknowns of the carrier on the way up
    int top;      // unit that is left out; behind the last where nothing hangs on the carrier
} tac_apart;

// Takes memory for a model and fills it; NULL if the arena is empty and only counts. One block of bodies at most.
// Filling is false where the unit on top eliminates more than the unknowns of the carrier: K would lack something.
tac_apart *tac_layout_apart(const tac_model *m, const tac_options *o, tac_arena *a);
bool tac_fill_apart(tac_apart *a);

// As tac_part_bodies has them.
void tac_apart_mark(tac_apart *a, tac_part_marking what, double number[2]);
void tac_apart_begin(tac_apart *a, const double *carrier, const double *input, int64_t step,
                     int starts);
void tac_apart_up(tac_apart *a, tac_part_solve solve, tac_part_up *up);
void tac_apart_down(tac_apart *a, tac_part_solve solve, int is_last, double scale,
                    const double x[6], tac_part_down *down);
void tac_apart_move(tac_apart *a, const double motion[TAC_PART_MOTION]);
void tac_apart_end(tac_apart *a, tac_part_result *result);

#endif
