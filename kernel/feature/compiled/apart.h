// Sub-models apart: the solves of a step of index-3 for all that is in them, while their carrier moves with another
// workspace, in this process or not. docs/equations.md, "Sub-models apart".
//
// Their model has one or several of the same description, copies, whose bodies and elements of each class stand one copy
// after another, and the carrier as the last body; everything hangs on it (desc.carriers is 2, each copy in a group): the
// unit on top would eliminate the unknowns of the carrier, and is left out. What the others leave there, K and k, goes up;
// what the carrier's own workspace makes of the unknowns comes down.
#ifndef TAC_APART_H
#define TAC_APART_H

#include "arena.h"
#include "method/index3/stages.h"
#include "part.h"
#include "workspace/work.h"

typedef struct tac_apart {
    tac_workspace *w;
    int n; // copies
    int carrier;
    tac_state s;          // at the start of the step
    double *input, *mean; // of all copies: at the end of the step, and over it
    int *copy;            // of each element
    int *element;         // those of a copy after another, as many of each
    int n_told;           // what elements tell the carrier
    struct tac_apart_told *told;
    double at[6]; // unknowns of the carrier on the way up
    int top;      // unit that is left out; behind the last where nothing hangs on the carrier
    int own;      // cell that has the carrier alone; behind the last where there is none
    int solved;   // the solve, which a start takes over twice
    // what elements of each copy tell the carrier in a solve for accelerations
    double wrench[6][TAC_PART_MOST_ALIKE];
    tac_report report[TAC_PART_MOST_ALIKE];
} tac_apart;

// Stages of a solve, over all cells: elements and bodies on the way up, what solutions push and where bodies come to on the
// way down.
typedef struct tac_apart_stages {
    tac_index3_stage rows, bodies, push, update;
    int fresh; // has factors of its own
} tac_apart_stages;

extern const tac_apart_stages tac_apart_solves[TAC_PART_SOLVES];

// Takes memory for a model of n copies and fills it; NULL if the arena is empty and only counts. One block of bodies at
// most. Filling is false where the unit on top eliminates more than the unknowns of the carrier: K would lack something.
tac_apart *tac_layout_apart(const tac_model *m, int n, const tac_options *o, tac_arena *a);
bool tac_fill_apart(tac_apart *a);

// The state of a copy: bodies; multipliers, angles and what laws with sides carry on, of its elements; inputs. Doubles of
// it; and out of a state of all.
size_t tac_apart_state_size(const tac_model *m, int n);
void tac_apart_take(const tac_apart *a, const tac_state *s, int copy, double *to);

// As tac_part_bodies has them; `own` of each copy.
void tac_apart_mark(tac_apart *a, tac_part_marking what, double number[2]);
void tac_apart_begin(tac_apart *a, const tac_part_own *own, const double *carrier, int64_t step,
                     int starts);
void tac_apart_up(tac_apart *a, tac_part_solve solve, tac_part_up *up);
void tac_apart_down(tac_apart *a, tac_part_solve solve, int is_last, double scale,
                    const double x[6], tac_part_down *down);
void tac_apart_move(tac_apart *a, const double motion[TAC_PART_MOTION]);
// Outputs are left to the caller: report[copy] has what sensors ask for.
void tac_apart_end(tac_apart *a, const tac_part_own *own, tac_part_result *result);

#endif
