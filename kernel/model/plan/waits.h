// What waits for what in a sweep over the blocks.
//
// A sweep works through the blocks from the first to the last, or back. Items above the blocks need numbers
// of blocks, and blocks need numbers of items above them:
//
//   rows      cells of elements above the blocks need the bodies that they tie together
//   blocks    a block needs the rows above the blocks that act on its bodies
//   loads     right-hand sides of these rows need the blocks of their bodies
//   units     units above the blocks need their children, and the right-hand sides of the rows they eliminate
//
// So every item waits for a range of blocks. The last block of the range that a sweep reaches frees the item.
// Ends of split joints are part of their blocks: their cells hold up no block.
#ifndef TAC_WAITS_H
#define TAC_WAITS_H

#include "arena.h"
#include "model/tables.h"

typedef struct tac_plan tac_plan;

typedef enum tac_wait_kind { TAC_ROWS, TAC_BLOCKS, TAC_LOADS, TAC_UNITS, TAC_WAITS } tac_wait_kind;

typedef enum tac_way { TAC_TO, TAC_FRO, TAC_WAYS } tac_way; // from the first block, from the last

typedef struct tac_waits { // items first .. first + n - 1
    int first, n;
    int *low, *high; // first and last block that an item waits for                (n)
    // items that block k frees on a way: item[way][freed_by[way][k]] .. item[way][freed_by[way][k + 1] - 1]
    int *freed_by[TAC_WAYS], *item[TAC_WAYS]; //                           (n_block + 1, n)
} tac_waits;

// Cells and units above the blocks, and between which blocks they lie: those that an item reads or writes,
// and those of all items tied to it, as a unit is to its children and to the cells of the elements it
// eliminates. A worker that has all blocks of this range needs no other worker for the item.
typedef struct tac_within {
    int first, n;    // items first .. first + n - 1
    int *low, *high; // first and last block                                  (n)
} tac_within;

// Memory of all of them.
void tac_plan_layout_waits(tac_plan *p, tac_arena *a);

// Fills them, when cells and units are complete.
void tac_plan_waits(const tac_plan *p, const tac_model *m);

#endif
