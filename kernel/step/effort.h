// Efforts of actuators that stand for drives: a motion is given here, what moves it elsewhere is found.
//
// Drives do what actuators would if both do the same in every virtual motion that the rest of the mechanism allows:
//
//     sum over drives f_d dq_d = sum over actuators tau_i dq_i
//
// A unit effort of an actuator is held by the joints and by the drives, whose reactions to it are the rates of its
// coordinate by theirs. They are found where a step has led, n solves of the tree for n actuators, and tau by a small
// dense system (docs/equations.md). Nothing of a step depends on it: it has factors of its own.
//
//   cost     3 n solves of the tree per step, one of them with factors; by the thread that ends the step
#ifndef TAC_STEP_EFFORT_H
#define TAC_STEP_EFFORT_H

#include "workspace/work.h"

// Stages of the method index3 and constants of the cells.
typedef void tac_stage_filler(tac_workspace *w);

// Memory for a workspace whose steps are those of `like`; nothing without efforts.
tac_efforts tac_layout_efforts(const tac_workspace *like, tac_arena *a);
void tac_fill_efforts_of(tac_workspace *w, tac_stage_filler *fill);

// Writes the efforts of a state that a step or start has led to.
//   reads    poses, angles, multipliers
//   writes   s->effort
//   fails    TAC_NO_EFFORT
tac_status tac_find_efforts(tac_workspace *w, const tac_state *s);

#endif
