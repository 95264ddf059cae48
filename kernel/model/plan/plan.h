// The plan of a model for one number of vector lanes: which bodies, elements and nodes share a vector, where
// their numbers lie, and what waits for what. Words, from small to large:
//
//   cell      `lanes` bodies, or `lanes` elements with the same rows, one in each lane. A lane without an
//             item of its own repeats the first one; in a twin (twin.h) the first one of its own copy.
//   unit      a cell of nodes of the assembly tree that have the same shape: as many rows, of the same
//             joints, above children of the same shapes.
//   wide      a unit of one single node, whose rows lie across the vector: a node that no other one is
//             like, or with more than TAC_LANE_ROWS rows.
//   front     the symmetric matrix of a node: the rows it eliminates, then the rows of its boundary, which
//             it leaves its parent.
//   side      first or second body of an element, as seen from it; from a body, one of its elements.
//   slot      where the Jacobian of an element on one side begins (model/fields.h).
//   block     a subtree of some dozen bodies, or a few of them, with its units and cells: its data stay in
//             the cache while all stages of a solve work on it. Units and cells that belong to more than
//             one block lie above the blocks and are numbered behind them, units level by level.
//   scratch   memory that a block needs only while it is worked on, see scratch.h. Blocks that one worker
//             works through, one after another, share it.
//   part      consecutive blocks; there are 2, 4 or 8 parts with nearly the same number of bodies. A team
//             of as many workers is cut between parts.
//   stretch   the consecutive blocks of one worker in one phase of a step.
//
// Aligned items. Subtrees of one shape take the same lanes from top to bottom where that is possible: then
// parents and children are aligned and are read as vectors. Where items are not aligned, a reference
// (tac_ref) has the place of every lane.
//
// Open ends. The last link of a chain lacks a joint that the other links have; otherwise it is like them.
// The last link shares a unit with other links: in its lane, the missing joint gets the last rows of the
// boundary. The unit computes numbers for these rows, but they enter no row that exists, and no force acts
// through them (their sigma is zero). The same holds for every node that has less on its boundary than the
// nodes of another shape and the same rows before.
//
// Above the blocks. A cell has elements between the same two parts; if these are two different parts, between
// the same two blocks. A cell of the latter kind that holds balls is split (split_joints.h): each of its two
// ends belongs to a block, and neither block waits for the other.
//
// The plan follows from the model and the number of lanes. It decides where numbers lie and which worker
// computes them, never the operations on a body, an element or a node: bits do not depend on it.
#ifndef TAC_PLAN_H
#define TAC_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "grouping.h"
#include "model/fields.h"
#include "model/tables.h"
#include "split_joints.h"
#include "waits.h"

// The kind of a node that joins two parts of a chain: rows it eliminates, rows that each of its children
// has beside these. Operations of such nodes are known when the code is compiled.
#define TAC_CHAIN(n_e, n_0, n_1) ((n_e)*64 + (n_0)*8 + (n_1))

// Doubles left free between items where two workers may meet, of bodies, rows, Jacobians, right-hand sides
// and fronts: a core fetches ahead of what it reads, and would take lines from a worker that is about to
// write them. The gaps are before every item above the blocks, and before the first item of each part. Ends
// of split joints have gaps between parts only.
enum { TAC_GAP = 256 };

// The gap before an item, by the first items of all blocks.
static inline int tac_gap_before(const tac_grouping *g, const int *first_of_block, int item)
{
    int gap = item >= first_of_block[g->n_block];
    for (int k = 1; k < g->n_part; k++) {
        gap |= item == first_of_block[g->part_first[k]];
    }
    return g->n_block > 1 && gap ? TAC_GAP : 0;
}

// Where the same quantity of every lane lies; fields of it are `lanes` doubles apart.
typedef struct tac_ref {
    int aligned, first; // lanes lie side by side from `first` on
    const int *at;      // (lanes)
} tac_ref;

// In this struct and the following ones, members that every stage reads come first and fill as few lines of
// the cache as they need: a step of a large mechanism reads all of them several times.
typedef struct tac_side { // an element on the bodies of a cell: where its reactions are
    tac_ref at;
    int scratch; // as in tac_cell
} tac_side;

typedef struct tac_body_cell {
    int n, n_side;
    int loaded;     // one of the bodies carries a load
    bool spins;     // or a shaft
    bool points;    // all elements on them have a known form
    int at;         // fields, each `lanes` doubles
    tac_side *side; // (n_side)
    int body[TAC_MAX_LANES];
} tac_body_cell;

typedef struct tac_cell {
    _Alignas(TAC_ALIGN) const tac_element *like; // the first: its class and rows are those of all
    unsigned char form;                          // tac_form
    unsigned char n, n_linear;                   // elements, leading rows with a linear part
    bool holds : 1;                              // their rows are constraints
    bool split : 1;                              // its two ends are worked on apart
    bool line : 1; // of joints that keep a point on a line of the first body, which moves
    int row;       // fields of row k from (row + k) * TAC_ROW_FIELDS * lanes on
    int slot[2];   // Jacobians on either side from slot * lanes on
    int scratch,
        react; // reactions: 1 + k, from `react` on in the scratch of block k; 1 + n_block, in `element`
    tac_ref body[2];
    int element[TAC_MAX_LANES], model_row[TAC_MAX_LANES]; // the elements and their first rows
} tac_cell;

// Rows of one element in a node. Of a coupler the row is that of its first term; the right-hand
// side is the sum of those of all terms, and all get the solution.
typedef struct tac_home {
    tac_ref row;
    int n_row, n_more;
    const tac_ref *more; // rows of its other terms                                  (n_more)
} tac_home;

// Slots of one element on the body of a leaf.
typedef struct tac_leaf_side {
    tac_ref slot;
    int n_row, n_linear;
    int point; // the first three rows are a point's: sign of their linear part, or 0
    bool adds; // to the row before: another term of its coupler
} tac_leaf_side;

// Of an element on the body of a leaf that has columns of carriers, beside what tac_leaf_side says; or of one that
// a joined node eliminates and has columns for first.
typedef struct tac_hung_side {
    tac_ref other; // slots on the other body
    int row;       // its first row in the front
    int column;    // of the carrier that it hangs on, TAC_NONE
    bool adds;     // to what is there: a term of a coupler
} tac_hung_side;

// Where the children of a unit's nodes lie: in several units, in other lanes of one unit, in the same lanes
// of one unit.
typedef enum tac_beside { TAC_APART, TAC_MIXED, TAC_ALIGNED } tac_beside;

// What an entry of a joined front is the sum of. It is listed by its place and those in these children.
typedef enum tac_join_kind {
    TAC_JOIN_NONE,
    TAC_JOIN_FIRST,
    TAC_JOIN_SECOND,
    TAC_JOIN_BOTH,
    TAC_JOIN_KINDS
} tac_join_kind;

// A unit. Two lines of the cache hold what every stage reads of units with a node per lane.
typedef struct tac_node_cell {
    _Alignas(TAC_ALIGN) bool wide;
    bool leaf, parent_aligned;
    bool couples;  // it eliminates rows of couplers that give
    int chain;     // TAC_CHAIN of a node of a chain, or 0
    int n_e, size; // rows eliminated, rows of the front
    int stride;    // doubles from row to row of the front
    int step;      // doubles from column to column: lanes, or 1 if wide
    int scratch; // where its boundary lies: 1 + k, in the scratch of block k; 0, after the rows it eliminates
    int first_part;     // its child whose own rows come first
    size_t front, left; // rows it eliminates; first entry of its boundary
    int b, left_b;      // the same of its right-hand side
    tac_beside child_beside[2];
    int own_first[2]; // of either child, own rows come before those shared with the other
    int child[2];     // units of the first lane's children
    int above[2];     // of a node of a chain: the first lane's tac_above
    int n_side;       // of a leaf: elements on its body
    tac_home *home;
    tac_leaf_side *side;
    tac_ref body; // of a leaf

    int n_home;       // elements eliminated here
    int dense;        // of a wide leaf: its Jacobian by components
    bool keeps_order; // boundary rows of a wide unit follow each other in the parent as well
    int n;
    int *from[2]; // row of either child's front that each row comes from, TAC_NONE (size)
    // unit and lane of both children and of the parent for every lane
    int child_unit[2][TAC_MAX_LANES], child_lane[2][TAC_MAX_LANES];
    int parent_unit[TAC_MAX_LANES], parent_lane[TAC_MAX_LANES];
    int node[TAC_MAX_LANES];
    int rows[TAC_MAX_LANES]; // rows that the node of a lane has: fewer than `size` at an open end
    int n_unknown; // leading rows that are unknowns of carriers; their homes are no elements
    const tac_hung_side *hung; // where columns of carriers begin, parallel to `side`; else NULL
    int own;                   // of a leaf: column of its body's own unknowns, TAC_NONE
    const int *join;           // in models with carriers: entries of its front (joins.h), or NULL
    int n_join[2][TAC_JOIN_KINDS]; // entries of the rows it eliminates and of its boundary
} tac_node_cell;
_Static_assert(offsetof(tac_node_cell, n_home) == 2 * TAC_ALIGN &&
                   offsetof(tac_cell, element) == TAC_ALIGN && sizeof(tac_cell) == 2 * TAC_ALIGN,
               "what every stage asks for fills lines of the cache");

// A leaf that eliminates no rows gives its parent the zeros of the plan and needs nothing back.
static inline bool tac_is_silent(const tac_node_cell *u)
{
    return u->leaf && u->n_e == 0;
}

// Where the nodes of a unit of chains find their boundary in the right-hand sides of their parents: the first
// row of either joint, TAC_NONE in a lane that lacks it; and the distance from row to row.
typedef struct tac_above {
    int row[2][TAC_MAX_LANES], step[TAC_MAX_LANES];
} tac_above;

struct tac_plan {
    const tac_grouping *g;
    tac_waits waits[TAC_WAITS];
    tac_within cells, units;
    tac_body_cell *body;
    tac_cell *cell;
    tac_joint_end *joint_end; // by blocks
    int *block_joint_end;     // first end of a block                                 (n_block + 1)
    tac_node_cell *unit;
    tac_above *above;    // of all units
    tac_side *body_side; // of all bodies
    int *at;             // of all references                               (n_ref, lanes)
    tac_home *home;      // of all units
    tac_ref *more;       // of all homes
    tac_leaf_side *side; // of all leaves
    tac_hung_side *hung; // the same, of models with carriers
    int *from;           // of all units
    int *join;           // of all units
    int *body_at;        // fields of a body, ground is the last                (n_body + 1)
    int *interface_at;   // of an interface, which elements see as a body       (n_interface)
    int *row_at;         // fields of a row                                     (n_row)
    int *law_at;         // of a cell of laws: which of such it is              (n_cell)
    size_t *scratch;     // of every block, in `front`                          (n_block)
    size_t body_size, front, b, dense, row, slot; // doubles; rows, and slots, in units of lanes
    size_t law;                                   // cells of laws
    size_t zeros; // in `b`: the boundary of leaves that eliminate no rows
};

// Bytes of the tables come from a layout on an empty arena; fill completes them in zeroed memory.
void tac_plan_layout(tac_plan *p, const tac_model *m, const tac_grouping *g, tac_arena *a);
void tac_plan_fill(tac_plan *p, const tac_model *m);

// Offset of the fields of one element.
int tac_element_at(const tac_grouping *g, int element);

#endif
