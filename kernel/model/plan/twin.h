// The twin of a small mechanism: two copies side by side, so that two sequences of sub-steps share vectors.
//
// A twin is a model of its own. It has bodies, elements, rows, slots and nodes of both copies; laws, loads,
// sources and tables, which are the same for both, it shares with the mechanism. Numbers of the copies
// alternate: body i of the mechanism is bodies 2 i and 2 i + 1 of the twin, and so are elements, nodes and
// isolated mechanisms; rows of an element follow each other, first those of one copy, then of the other.
//
// The grouping sees every shape twice, and keeps the order of numbers: in every cell and unit, even lanes
// hold the first copy and odd lanes the second. Steps of different lengths are then one vector for all
// cells (tac_pace). Operations on every number are those of the mechanism alone, bits as well.
#ifndef TAC_TWIN_H
#define TAC_TWIN_H

#include "grouping.h"
#include "model/tables.h"

enum {
    TAC_TWIN_BODIES =
        16, // largest mechanism that has a twin: larger ones fill the lanes by themselves
    TAC_TWIN_WIDTH = 1, // its only grouping, of four lanes: half of eight would stay empty
    TAC_TWIN_LANES = 4,
};

// Takes the twin of a mechanism of this size and its arrays from the arena; NULL if that is empty and only
// counts.
tac_model *tac_layout_twin(const tac_table_sizes *n, tac_group_scratch *scratch, tac_arena *a);

// Fills the twin from a complete model, in zeroed memory. False if the lanes do not alternate: then the
// mechanism has no twin.
bool tac_fill_twin(tac_model *twin, const tac_model *m, tac_group_scratch *scratch);

// Where a state of the mechanism stands: by itself (1, 0), or as a copy in the state of its twin (2, copy).
typedef struct tac_twin_state {
    const tac_state *state;
    int copies, copy;
} tac_twin_state;

// Number of a row of the mechanism in a copy.
int tac_row_in(const tac_model *m, int row, int copies, int copy);

// Copies values of bodies, multipliers and angles from one state to another.
void tac_copy_state(const tac_model *m, tac_twin_state from, tac_twin_state to);

#endif
