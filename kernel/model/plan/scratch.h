// Scratch: memory that a block needs only while it is worked on.
//
// Two kinds of numbers lie there: boundaries that units leave their parents, if all of these parents are in
// the same block; and reactions of elements, if their bodies are in the same block and the same lanes. Both
// are temporary. The blocks that one worker works through, one after another, share one place in the cache.
#ifndef TAC_SCRATCH_H
#define TAC_SCRATCH_H

#include "plan.h"

// Doubles taken so far, while units are placed in their order.
typedef struct tac_scratch_layout {
    size_t front;       // fronts
    size_t left;        // in the scratch that is being filled
    size_t all_scratch; // in the scratches before it
    int scratch;        // number of the scratch that is being filled: 1 + block; 0, none yet
    size_t
        *scratch_of; // completed: where the scratch of a block begins; NULL only counts  (n_block)
} tac_scratch_layout;

// Places the next unit, of which wide, n_e, size, stride and step are known.
//   writes   u->scratch, u->front, u->left
void tac_place_front(const tac_grouping *g, int unit, tac_scratch_layout *next, tac_node_cell *u);

// After the last unit: the scratches of all blocks lie behind the fronts. Returns the doubles of both.
size_t tac_end_places(const tac_grouping *g, tac_scratch_layout *next);

// Where the reactions of all cells of elements lie, when the cells of elements and bodies are filled.
//   writes   scratch and react of every cell
void tac_place_reactions(const tac_plan *p, const tac_model *m);

#endif
