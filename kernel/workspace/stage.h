// A stage: one computation of a step, done for items first .. last - 1. Items are cells of elements, cells
// of bodies of one block, ends of joints, or units, see model/plan/plan.h.
//
// Stages are compiled for 1, 4 and 8 lanes, each number of lanes in objects of its own; every source of
// stages exports one constant table of them, whose name ends with the number of lanes. A stage is known by
// its number in these tables: those over units come first, what bodies and elements do is the method's.
#ifndef TAC_STAGE_H
#define TAC_STAGE_H

typedef struct tac_workspace tac_workspace; // work.h

typedef void tac_stage(tac_workspace *w, int first, int last);

// Layers around a stage: what features (flexible bodies, sub-models, sub-steps) add to it. Each is called in
// place of all that lies below it and calls that where it belongs (tac_call_below in layers.h).
typedef struct tac_stage_call {
    int stage, below; // layers of the stage that lie below the one that is called
} tac_stage_call;

typedef void tac_layer(tac_workspace *w, tac_stage_call at, int first, int last);

enum {
    TAC_NO_STAGE,
    TAC_UNITS_FACTOR,   // children first
    TAC_UNITS_FORWARD,  // the same with the factors as they are
    TAC_UNITS_BACKWARD, // parents first
    TAC_METHOD_STAGES,  // the first one that is the method's own
    TAC_MOST_STAGES = 80
};

#endif
