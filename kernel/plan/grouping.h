// Grouping of bodies, elements and nodes into vector lanes and blocks, see plan.h.
#ifndef TAC_GROUPING_H
#define TAC_GROUPING_H

#include "arena.h"

enum { TAC_MAX_LANES = 8, TAC_WIDTHS = 3 };
extern const int tac_widths[TAC_WIDTHS]; // numbers of lanes there are: 1, 4, 8

// Bodies with more rows than this get a wide unit.
enum { TAC_LANE_ROWS = 36 };

typedef struct tac_model tac_model;

// Parts of the blocks, between which teams of as many are cut; others may be cut anywhere. One worker
// pays for every part: there are two, from 32 blocks on four and from 64 on eight.
enum { TAC_MOST_PARTS = 8, TAC_PART_BLOCKS = 8 };

// What decides the size of everything; part of the model, one for each number of lanes.
typedef struct tac_grouping {
    int lanes;
    int n_unit, n_body_cell, n_cell, n_block; // body cells without ground's, which is the last
    int n_tree_cell;                          // cells of elements in the tree; explicit ones follow
    int n_level;                              // levels above the blocks
    int *unit_of, *lane_of;                   // of a node                              (n_node)
    int *unit_first, *unit_node;              // nodes of a unit, by lanes      (n_unit + 1, n_node)
    int *body_cell, *body_lane;               // of a body; the last is ground          (n_body + 1)
    int *element_cell, *element_lane;         // (n_element)
    int *block_unit, *block_body, *block_cell; // first of a block, then of the rest (n_node + 2)
    int n_part, part_first[TAC_MOST_PARTS];    // first block of a part; n_block: there is none
    int *joined_in;  // block that a unit and all its parents lie in, or TAC_NONE           (n_node)
    int *level_unit; // first unit of every level above the blocks             (height + 2)
    int *sum_first,
        *sum_group; // runs in a block, last those in no single one   (n_node + 2, n_body + 2)
} tac_grouping;

// The part that a block lies in: where the middle of its bodies does.
static inline int tac_part_of(const tac_grouping *g, int block)
{
    int middle = g->block_body[block] + g->block_body[block + 1];
    return middle * g->n_part / (2 * g->block_body[g->n_block]);
}

// Scratch of the grouping, of no use afterwards.
typedef struct tac_group_scratch {
    int *shape;     // first node like it, of a node                            (n_node)
    int *open;      // its shape has a joint more on the boundary, which is not there (n_node)
    int *unit;      // of a node, before units are sorted                       (n_node)
    int *set;       // connected units, by their first                          (n_node)
    int *weight;    // largest front below a node; bodies in a set              (n_node)
    int *count;     // block of a set                                           (n_node)
    int *key;       // final number of a unit                                   (n_node)
    int *signature; // kind of an element                                       (n_element)
    int *list;      // (n_node + n_element + 1)
} tac_group_scratch;

// For n_width groupings.
void tac_group_layout(tac_grouping *g, int n_width, tac_group_scratch *s, int n_node, int n_body,
                      int n_element, int height, tac_arena *a);

// runs.c: runs of the model; those of the blocks of a grouping.
void tac_find_sum_groups(tac_model *m, tac_group_scratch *s);
void tac_sort_sum_groups(const tac_model *m, tac_grouping *g);

// shapes.c: s->signature, shape and open.
void tac_find_shapes(const tac_model *m, tac_group_scratch *s);

// The block that an item lies in, by the first ones of all blocks; n_block above them.
int tac_block_of(const tac_grouping *g, const int *first, int item);

static inline int tac_block_of_body(const tac_grouping *g, int body)
{
    return tac_block_of(g, g->block_body, g->body_cell[body]);
}

// Fills groupings of a model whose tree tables are complete: those of n_width numbers of lanes.
void tac_group(tac_model *m, tac_group_scratch *s, int first_width, int n_width);

#endif
