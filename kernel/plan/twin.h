// Two copies of a small mechanism side by side, so that two sequences of sub-steps share vectors.
//
// A pair is a model of its own: bodies, elements, rows, slots and nodes of both copies, everything
// that does not tell them apart (laws, loads, sources, tables) shared with the mechanism it is made
// of. Numbers of the copies alternate: body i of the mechanism is 2 i and 2 i + 1 of the pair, and so
// are elements, nodes and isolated mechanisms; rows of an element follow each other copy by copy.
//
// Grouping sees a mechanism with every shape twice or more often, and keeps the order of numbers:
// even lanes hold the first copy, odd lanes the second, in every cell and unit. Steps of both are
// then vectors that are the same everywhere (tac_pace). Operations on every number are those of the
// mechanism alone, bits as well.
#ifndef TAC_TWIN_H
#define TAC_TWIN_H

#include "model/tables.h"

enum {
    TAC_TWIN_BODIES = 16, // largest mechanism that has a pair: more fill the lanes by themselves
    TAC_TWIN_WIDTH = 1,   // its only grouping, of four lanes: more would be half empty
    TAC_TWIN_LANES = 4,
};

typedef struct tac_twin_sizes { // of the mechanism
    size_t body, element, row, slot, load, node, node_row, level;
} tac_twin_sizes;

// Memory of the pair, and the arrays that go into it; NULL on an empty arena, which only counts.
tac_model *tac_twin_layout(tac_model *arrays, const tac_twin_sizes *n, tac_group_scratch *scratch,
                           tac_arena *a);

// Fills it from a complete model in zeroed memory. Returns 0 if the lanes do not alternate: then
// there is no pair.
int tac_twin_fill(tac_model *twin, const tac_model *m, tac_group_scratch *scratch);

// Where a state of the mechanism stands: by itself (1, 0), or as a copy in that of its pair (2, copy).
typedef struct tac_twin_state {
    const tac_state *state;
    int copies, copy;
} tac_twin_state;

// Number of a row of the mechanism in a copy.
int tac_row_in(const tac_model *m, int row, int copies, int copy);

// Values of bodies, multipliers and angles from one place to another.
void tac_copy_state(const tac_model *m, tac_twin_state from, tac_twin_state to);

#endif
