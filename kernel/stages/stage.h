// A stage: one computation of a step, done for items first .. last - 1. Items are cells of elements, cells
// of bodies of one block, ends of joints, or units, see plan/plan.h.
//
// Stages are compiled for 1, 4 and 8 lanes, each number of lanes in objects of its own; every source of
// stages exports one constant table of them, whose name ends with the number of lanes.
#ifndef TAC_STAGE_H
#define TAC_STAGE_H

#include "solver.h"

typedef void tac_stage(tac_work *w, int first, int last);

#endif
