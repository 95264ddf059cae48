// The plan of the index-3 method: which bodies, elements and nodes share a vector, and in which
// blocks they are worked through.
//
// Cells. `lanes` bodies, or elements with the same rows, side by side; unused lanes repeat the first,
// of two copies the first of their own (pair.h).
// Units. Nodes of the tree with the same shape (rows, joints and children alike all the way down),
// a node per lane; a node that has no like is a unit of its own with its rows across the vector
// (wide). Whole subtrees of one shape take the same lanes, so that parent and child lie side by side
// and nothing is shuffled; where they do not, a reference says for every lane where to look.
// Open ends. The last link of a chain is like the others but for a joint that is not there (and so is
// any node that has less on its boundary than a kind of nodes, and the same before it). It shares their
// unit, with rows of that joint as the last ones of its boundary: what is computed for them enters no
// row that is there, and nothing acts through them (their sigma is zero).
// Blocks. Subtrees of some dozen bodies whose data stay in the cache while all stages of a solve run
// over them; what lies above the blocks is worked through level by level. What units of a block leave
// their parents there, and what its elements do to its bodies, is of no use once the block is done: the
// blocks that a thread works through one after the other share the room for it.
//
// Parts. Two of the blocks, or four or eight, with as many bodies each as blocks allow, between which
// teams are cut (group.h). An element above the blocks shares its cell with those of the same part, and
// if it ties two parts together with those of the same blocks. Balls of the latter kind are worked on
// end by end (halves): neither block waits for the other.
//
// The plan follows from the model and the number of lanes. It decides where numbers lie and who
// computes them, never the operations of one body, element or node: bits do not depend on it.
#ifndef TAC_PLAN_H
#define TAC_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "grouping.h"
#include "model/tables.h"
#include "stages/chain.h"

// Fields of a body, an element and a row, `lanes` doubles each.
enum {
    // constants
    B_MASS,
    B_MASS_INV,
    B_J,
    B_J_INV = B_J + 6,
    // pose: position, rotation, Euler parameters, velocity, angular velocity
    B_R = B_J_INV + 6,
    B_A = B_R + 3,
    B_P = B_A + 9,
    B_V = B_P + 4,
    B_W = B_V + 3,
    // accelerations; p . p_dot of the trapezoidal rule
    B_ACC = B_W + 3,
    B_WD = B_ACC + 3,
    B_STRETCH = B_WD + 3,
    // unknown of the linear problem; squares of the last Newton increment, rotation and displacement;
    // the largest ones of the step
    B_X,
    B_LAST = B_X + 6,
    B_TRAVEL = B_LAST + 2,
    // start of the step: r, p, v, 4/dt v + a, p_dot, 4/dt p_dot + p_ddot
    B_R0 = B_TRAVEL + 2,
    B_P0 = B_R0 + 3,
    B_V0 = B_P0 + 4,
    B_A0 = B_V0 + 3,
    B_PD = B_A0 + 3,
    B_PDD = B_PD + 4,
    TAC_BODY_FIELDS = B_PDD + 4
};
enum {
    E_REACT,            // force and torque on both bodies
    E_S = E_REACT + 12, // frame origins
    E_R = E_S + 6,      // frame rotations
    E_Q = E_R + 18,     // the same as Euler parameters
    E_LENGTH = E_Q + 8,
    E_LEAD, // of rods and screws
    E_ANGLE,
    E_ANGLE0, // multi-turn angle now and at the start of the step
    TAC_ELEMENT_FIELDS
};
enum {
    R_C,
    R_ADD,
    R_LAMBDA,
    R_SIGMA,
    R_PHI,
    R_RATE,
    R_GAMMA,
    R_PHI_T, // of balls and hinges this one and the next are never touched
    R_W,
    TAC_ROW_FIELDS,
    R_BEFORE = R_GAMMA, // multiplier at the step's start, until gamma is needed
    R_LEFT = R_GAMMA    // of a law: what the Newton iteration has left of it, force - lambda
};

// Jacobians of an element with n rows, in units of `lanes` doubles: the angular part of row k on a side,
// three numbers, starts 3 k after the side's `slot`, its linear part so much further on. The second
// side follows the first, but for split joints. Linear parts of balls and hinges are known when
// the code is compiled and, all in one place, take none in the cache.
#define TAC_SLOT(n, s, k) (3 * ((s) * (n) + (k)))
#define TAC_TO_LINEAR(n) (6 * (n))
#define TAC_SLOTS(n) (2 * TAC_TO_LINEAR(n)) // of the element

// One end of a ball with halves, from its slot on: angular parts, these fields, linear parts.
enum {
    END_VALUE = 9,          // where the point is; its acceleration but for those of the body
    END_X = END_VALUE + 3,  // the end's share of Phi_q x
    END_LAMBDA = END_X + 3, // multipliers of the Newton iteration
    END_RATE = END_LAMBDA,  // after it: the end's share of the rows' rates
    TAC_END_FIELDS = END_RATE + 3 + 9
};
_Static_assert(END_RATE + 3 == TAC_TO_LINEAR(3), "linear parts lie where they do for any element");

// Doubles between bodies, rows, Jacobians, right-hand sides and fronts where two workers may meet: a
// core fetches ahead over the end of what it reads and would take lines from a worker that is about to
// write them. That is before every item above the blocks, but halves, and before each part, halves too.
enum { TAC_GAP = 256 };

// Before an item, by the first ones of all blocks.
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

// Here and in the next ones: what every stage asks for comes first, in as few lines of the cache as it
// takes. A step of a large mechanism reads all of them several times.
typedef struct tac_side { // reaction of a joint or force element on a body
    tac_ref at;
    int scratch; // as of a cell
} tac_side;

typedef struct tac_body_cell {
    int n, n_side;
    int loaded;     // one of the bodies carries a load
    int at;         // fields, each `lanes` doubles
    tac_side *side; // (n_side)
    int body[TAC_MAX_LANES];
} tac_body_cell;

// Elements whose rows are known when the code is compiled: undriven joints of three point's rows, and
// those with two rows between axes besides. Any other has its rows looked up.
typedef enum tac_form { TAC_ANY, TAC_BALL, TAC_HINGE } tac_form;

typedef struct tac_cell {
    _Alignas(TAC_ALIGN) const tac_element *like; // the first: its class and rows are those of all
    unsigned char form;                          // tac_form
    unsigned char n, n_linear;                   // elements, leading rows with a linear part
    bool split;                                  // has halves
    int row;            // fields of row k from (row + k) * TAC_ROW_FIELDS * lanes on
    int slot[2];        // Jacobians on either side from slot * lanes on
    int scratch, react; // reactions: in the room of block k, 1 + k; 0: of no room, in `element`
    tac_ref body[2];
    int element[TAC_MAX_LANES], model_row[TAC_MAX_LANES]; // the elements and their first rows
} tac_cell;

// One end of a cell of balls between two parts, its bodies in one block on either side. Whoever has the
// block computes it, in the block's turn: the Jacobian of a ball's end needs nothing of the other end.
// Within a part nobody waits, and a cell in one piece takes less memory.
typedef struct tac_joint_end {
    int cell, side, block;
} tac_joint_end;

// Rows of one element in a node.
typedef struct tac_home {
    tac_ref row;
    int n_row;
} tac_home;

// Slots of one element on the body of a leaf.
typedef struct tac_leaf_side {
    tac_ref slot;
    int n_row, n_linear;
    int point; // the first three rows are a point's: sign of their linear part, or 0
} tac_leaf_side;

// Where the children of a unit's lanes lie: in several units, in other lanes of one, in the same lanes.
typedef enum tac_beside { TAC_APART, TAC_MIXED, TAC_ALIGNED } tac_beside;

// Two lines of what every stage asks for of units with their lanes side by side, then the rest.
typedef struct tac_node_cell {
    _Alignas(TAC_ALIGN) bool wide;
    bool leaf, parent_aligned;
    int chain;     // TAC_CHAIN of a node of a chain, or 0
    int n_e, size; // rows eliminated, rows of the front
    int stride;    // doubles from row to row of the front
    int step;      // doubles from column to column: lanes, or 1 if wide
    int scratch; // where what it leaves its parent lies: 1 + k of block k; 0 after the rows it eliminates
    int first_part;     // its child whose own rows come first
    size_t front, left; // rows it eliminates; first entry of what it leaves its parent
    int b, left_b;      // the same of its right-hand side
    tac_beside child_beside[2];
    int own_first[2]; // of either child, own rows come before those shared with the other
    int child[2];     // units, of the first lane
    int above[2];     // of a node of a chain: the first lane's tac_above
    int n_side;       // of a leaf: elements on its body
    tac_home *home;
    tac_leaf_side *side;
    tac_ref body; // of a leaf

    int n_home;      // elements eliminated here
    int dense;       // of a wide leaf: its Jacobian by components
    int keeps_order; // boundary rows of a wide unit follow each other in the parent as well
    int n;
    int *from[2]; // row of either child's front that each row comes from, TAC_NONE (size)
    // unit and lane of both children and of the parent for every lane
    int child_unit[2][TAC_MAX_LANES], child_lane[2][TAC_MAX_LANES];
    int parent_unit[TAC_MAX_LANES], parent_lane[TAC_MAX_LANES];
    int node[TAC_MAX_LANES];
    int rows[TAC_MAX_LANES]; // those that the node of a lane has: fewer at the open end of a chain
} tac_node_cell;
_Static_assert(offsetof(tac_node_cell, n_home) == 2 * TAC_ALIGN &&
                   offsetof(tac_cell, element) == TAC_ALIGN && sizeof(tac_cell) == 2 * TAC_ALIGN,
               "what every stage asks for fills lines of the cache");

// A leaf without rows of its own gives its parent the zeros of the plan and needs nothing back.
static inline int tac_is_silent(const tac_node_cell *u)
{
    return u->leaf && u->n_e == 0;
}

// Where nodes of chains find their boundary in the right-hand sides of their parents: the first row of
// either joint, TAC_NONE where a lane has none; and from row to row.
typedef struct tac_above {
    int row[2][TAC_MAX_LANES], step[TAC_MAX_LANES];
} tac_above;

// When what joins the blocks can be worked on. On the way up, rows above the blocks need the bodies of
// the blocks they touch; a block needs the rows above that touch it; right-hand sides and nodes above
// need the blocks below them. The ends of a joint with halves are part of their blocks, and what is left
// of its rows comes with its right-hand side. A sweep over the blocks works on each as soon as the last
// block it waits for has been visited, from the first block to the last or back.
typedef enum tac_wait_kind { TAC_ROWS, TAC_BLOCKS, TAC_LOADS, TAC_UNITS, TAC_WAITS } tac_wait_kind;

typedef enum tac_way { TAC_TO, TAC_FRO, TAC_WAYS } tac_way; // from the first block, from the last

typedef struct tac_waits { // items first .. first + n - 1
    int first, n;
    int *low, *high; // first and last block that an item waits for                (n)
    // items for which block k is the last one on that way        (n_block + 1, n)
    int *freed_by[TAC_WAYS], *item[TAC_WAYS];
} tac_waits;

// What lies above the blocks but within some of them: cells of elements, and units. The blocks are
// those that an item reads from or gives to, and those of all items tied to it: a cell to the units
// that eliminate its elements. Who has all these blocks needs nobody else for the item.
typedef struct tac_within {
    int first, n;    // items first .. first + n - 1
    int *low, *high; // first and last block                                  (n)
} tac_within;

typedef struct tac_plan {
    const tac_grouping *g;
    tac_waits waits[TAC_WAITS];
    tac_within cells, units;
    tac_body_cell *body;
    tac_cell *cell;
    tac_joint_end *joint_end; // by blocks
    int *block_joint_end;     // first half of a block                                (n_block + 1)
    tac_node_cell *unit;
    tac_above *above;    // of all units
    tac_side *body_side; // of all bodies
    int *at;             // of all references                               (n_ref, lanes)
    tac_home *home;      // of all units
    tac_leaf_side *side; // of all leaves
    int *from;           // of all units
    int *body_at;        // fields of a body, ground is the last                (n_body + 1)
    int *row_at;         // fields of a row                                     (n_row)
    size_t body_size, front, b, dense, row, slot; // doubles; rows, and slots, in units of lanes
    size_t zeros; // in `b`: what leaves without rows of their own leave their parents
    size_t
        *scratch; // in `front`: of every block, reactions and what units leave each other (n_block)
} tac_plan;

// Bytes of the tables come from a layout on an empty arena; fill completes them in zeroed memory.
void tac_plan_layout(tac_plan *p, const tac_model *m, const tac_grouping *g, tac_arena *a);
void tac_plan_fill(tac_plan *p, const tac_model *m);

// await.c: what waits for which blocks, and what lies within which.
void tac_plan_layout_waits(tac_plan *p, tac_arena *a);
void tac_plan_waits(const tac_plan *p, const tac_model *m);

// halves.c
void tac_plan_layout_joint_ends(tac_plan *p, const tac_model *m, tac_arena *a);
void tac_plan_joint_ends(const tac_plan *p, const tac_model *m, int slot);

// What the compiler may know of an element.
tac_form tac_form_of(const tac_element *e);

// Offset of the fields of one element.
int tac_element_at(const tac_grouping *g, int element);

#endif
