// A stage: one computation of a step, done for items first .. last - 1. Items are cells of elements, cells
// of bodies of one block, ends of joints, or units, see plan/plan.h.
//
// Stages are compiled for 1, 4 and 8 lanes, each number of lanes in objects of its own; every source of
// stages exports one constant table of them, whose name ends with the number of lanes. A stage is known by
// its number in these tables: those over units come first, what bodies and elements do is the method's.
#ifndef TAC_STAGE_H
#define TAC_STAGE_H

typedef struct tac_workspace tac_workspace; // work.h

typedef void tac_stage(tac_workspace *w, int first, int last);

enum {
    TAC_NO_STAGE,
    TAC_UNITS_FACTOR,   // children first
    TAC_UNITS_FORWARD,  // the same with the factors as they are
    TAC_UNITS_BACKWARD, // parents first
    TAC_METHOD_STAGES,  // the first one that is the method's own
    TAC_MOST_STAGES = 80
};

#endif
