// Groupings: which nodes, bodies and elements of a model share a vector, and in which block they are. There
// is one for each number of lanes; see plan.h for the words.
#ifndef TAC_GROUPING_H
#define TAC_GROUPING_H

#include <stdbool.h>

#include "arena.h"
#include "lanes.h"
#include "model/tables.h"

// Nodes with more rows than this are wide units.
enum { TAC_LANE_ROWS = 36 };

// A team of as many workers as there are parts is cut between parts, others between any blocks. Each part
// makes a step of one worker a little longer, so there are few: two, from 32 blocks on four, from 64 on
// eight.
enum { TAC_MOST_PARTS = 8, TAC_PART_BLOCKS = 8 };

struct tac_grouping {
    int lanes;
    int n_unit, n_body_cell, n_cell,
        n_block;                      // body cells without that of ground, which is the last
    int n_tree_cell;                  // cells of elements in the tree; explicit ones follow
    int n_level;                      // levels of units above the blocks
    int *unit_of, *lane_of;           // of a node                              (n_node)
    int *unit_first, *unit_node;      // nodes of a unit, by lanes      (n_unit + 1, n_node)
    int *body_cell, *body_lane;       // of a body; the last is ground          (n_body + 1)
    int *element_cell, *element_lane; // (n_element)
    // first unit, body cell, element cell of every block; then first above the blocks, and end (n_node + 2)
    int *block_unit, *block_body, *block_cell;
    int n_part, part_first[TAC_MOST_PARTS]; // first block of a part; n_block: a part without blocks
    int *joined_in;  // block that a unit and all its parents lie in, or TAC_NONE           (n_node)
    int *level_unit; // first unit of every level above the blocks                     (height + 2)
    // sum groups by the block that they lie in; last those that lie in no single one (n_node + 2, n_body + 2)
    int *sum_first, *sum_group;
};

// Temporary memory of the grouping.
typedef struct tac_group_scratch {
    int *shape;     // first node like it, of a node                            (n_node)
    int *open;      // the node is an open end among those of its shape         (n_node)
    int *unit;      // of a node, before units are sorted                       (n_node)
    int *set;       // connected units, by their first                          (n_node)
    int *weight;    // largest front below a node; bodies in a set              (n_node)
    int *count;     // block of a set                                           (n_node)
    int *key;       // final number of a unit                                   (n_node)
    int *signature; // kind of an element, and of unknowns          (n_element + n_carrier)
    int *list;      // (n_node + n_element + n_carrier + 1)
} tac_group_scratch;

// Takes memory for TAC_WIDTHS groupings, of which n_width from first_width on have arrays, and for their
// scratch. Returns the groupings; NULL on an empty arena, which only counts.
tac_grouping *tac_layout_groupings(int first_width, int n_width, const tac_table_sizes *n,
                                   tac_group_scratch *s, tac_arena *a);

// Fills sum groups and groupings of a model whose tables are complete.
void tac_group(tac_model *m, tac_group_scratch *s, int first_width, int n_width);

// The block that an item lies in, by the first items of all blocks; n_block above them.
int tac_block_of(const tac_grouping *g, const int *first, int item);

static inline int tac_block_of_body(const tac_grouping *g, int body)
{
    return tac_block_of(g, g->block_body, g->body_cell[body]);
}

// The part that a block lies in: where the middle of its bodies does.
static inline int tac_part_of(const tac_grouping *g, int block)
{
    int middle = g->block_body[block] + g->block_body[block + 1];
    return middle * g->n_part / (2 * g->block_body[g->n_block]);
}

// A mechanism that is one block takes a single phase per solve.
static inline bool tac_one_block(const tac_grouping *g)
{
    return g->n_block <= 1 && g->n_level == 0;
}

#endif
