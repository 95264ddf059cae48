// Rooms: memory for what is of no use once a block is done, which the blocks that a thread works
// through one after the other share. What units leave their parents lies there if all of these are
// in the block, and reactions of elements whose bodies lie in the block, in the same lanes.
#ifndef TAC_SCRATCH_H
#define TAC_SCRATCH_H

#include "plan.h"

// Where the front of the next unit and what it leaves its parents will be, in doubles.
typedef struct tac_scratch_layout {
    size_t front, left; // the latter in the room that is being filled
    size_t all_scratch; // all all_scratch before that
    int scratch;
    size_t
        *scratch_of; // completed: first place of every block's room; NULL only counts    (n_block)
} tac_scratch_layout;

// Units in their order, of which wide, n_e, size, stride and step are known: sets room, front and left.
void tac_place_front(const tac_grouping *g, int unit, tac_scratch_layout *next, tac_node_cell *u);
// After the last one: all_scratch lie behind all fronts. Returns the doubles of both.
size_t tac_end_places(const tac_grouping *g, tac_scratch_layout *next);

// Room and reactions of all cells of elements, when cells of elements and bodies have their lanes.
void tac_place_reactions(const tac_plan *p, const tac_model *m);

#endif
