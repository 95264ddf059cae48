// The assembly tree: in which order bodies are joined into compounds and joints are eliminated.
//
// Leaves are bodies. A node joins two compounds (or starts from one body) and eliminates every
// element whose bodies all lie inside it and in no smaller compound: [004] (36)-(39) written for
// any number of joints per body, loops and several contacts with ground ([solver] section 1).
// What stays outside is the node's boundary. Two compounds need not touch to be joined, and a model
// of several separate mechanisms is a forest: a list of roots.
//
// One exception: of a mechanism that is a chain of 16 links or more, the joints that hold its ends on
// ground, although they lie inside one link, are left to the root. These links are then like all
// others, see docs/decisions/0013.
//
// The tree is built from the description alone, level by level: each round pairs neighbouring
// compounds, smallest front first, then unpaired compounds that hang on the same neighbour by small
// boundaries, so that its height grows with the logarithm of the number of bodies. Compounds with many
// neighbours wait for their branches. The tree never depends on the number of threads; all sums
// follow it, which makes the bits independent of who computes what.
//
// Carriers, where the description asks for them: of a group that meets one body outside of it by more than six
// rows, these rows are eliminated with the group, at the leaf of their other body, and the six unknowns of the
// body outside, its carrier, are columns of every front from there up to the node where all that hangs on the
// carrier has been joined with it. There they are eliminated first. docs/equations.md, "Carriers".
// Kept groups, where the description has any: the bodies of one are joined with each other first, in the same way
// whatever is around them, so that the group is a subtree with a boundary. Nothing outside hangs on its bodies.
#ifndef TAC_TREE_H
#define TAC_TREE_H

#include <stddef.h>

#include "desc.h"
#include "status.h"

// A sub-model with steps of its own, by itself: its bodies and, behind them, those outside that its elements meet, its
// interface bodies (kernel/model/substepped.h).
typedef struct tac_substepped {
    int group, n; // n sub-steps in a step
    int n_own;    // of the bodies, without its interface bodies
    int *body;    // of the whole                                             (desc.n_body)
    int *element; // of the whole, in its order                               (tree->n_element)
    tac_desc desc;
    struct tac_tree *tree;
} tac_substepped;

// Elements are numbered joints, springs, bushings, frictions, contacts, terms of couplers, each in
// the order of the description. Explicit elements have rows but are not eliminated. The terms of a
// coupler share one row: it counts once in every node, and its home is where all bodies of the
// terms are joined.
typedef struct tac_tree {
    int n_element; // joints + springs + bushings + frictions + contacts
    int n_node;    // leaves first: node i < n_body is body i; children come before parents
    int n_root;
    int height;  // levels above the leaves
    int *parent; // TAC_NONE at a root                                  (n_node)
    int *child;  // both children, TAC_NONE at leaves                   (n_node, 2)
    int *level;  // 0 at leaves, 1 + max(children) above                (n_node)
    int *n_e;    // rows eliminated at the node                         (n_node)
    int *n_r;    // rows of the node's boundary                         (n_node)
    int *rows;   // rows of an element                                  (n_element)
    int *home;   // node that eliminates the element, TAC_NONE if explicit (n_element)
    int *body;   // bodies of an element, TAC_GROUND allowed            (n_element, 2)
    int *order;  // eliminated elements sorted by home, then index      (n_element)
    int n_coupler;
    int *coupler_term; // first element of a coupler; then n_element     (n_coupler + 1)
    int *lead; // first term of the coupler that an element is a term of, else itself (n_element)
    // carriers in the order in which their unknowns are eliminated; without any, arrays are NULL
    int n_carrier;
    int light_rows;               // of bodies that would carry if they were not too light for it
    int *carrier, *carrier_home;  // its body, the node that eliminates its unknowns (n_carrier)
    int *carries;                 // carrier that a body is, TAC_NONE           (n_body)
    int *carried_first, *carried; // nodes where its columns begin   (n_carrier + 1, n_element)
    int *hangs;               // side of an element whose body carries it, TAC_NONE   (n_element)
    int *n_x;                 // columns of carriers among the rows of a node         (n_node)
    struct tac_tree *by_rows; // the same without carriers, NULL if there are none
    // node that is all of a kept group, of several mechanisms in it that of the lowest body, TAC_NONE if it is not kept or
    // has no bodies; NULL if no group is kept                                (n_group)
    int *kept;
    // groups with steps of their own, in the order of the description
    int n_substepped;
    tac_substepped *substepped; // (n_substepped)
} tac_tree;

// Whether an element adds no rows to the leaf of its body on a side, which carries it.
static inline int tac_tree_hangs(const tac_tree *t, int element, int side)
{
    return t->n_carrier > 0 && t->hangs[element] == side;
}

// Bytes of the block a tree of this description needs.
size_t tac_tree_size(const tac_desc *d);

// Builds the tree inside the block; scratch memory is part of it.
//   cost     n log^2 n in bodies and elements
//   fails    TAC_BAD_INDEX, TAC_BAD_VALUE (element without two different bodies), TAC_TOO_SMALL,
//            TAC_MISALIGNED
tac_status tac_tree_init(tac_tree **tree, const tac_desc *d, void *mem, size_t size);

// Floating-point operations of one factorization: total, and along the longest path of the tree. more (n_body): what is
// done at leaves besides, NULL: nothing.
void tac_tree_cost(const tac_tree *t, const double *more, double *total, double *critical_path);

// What compiled sub-models do for one factorization of the model, at the leaf of the body that they hang on: one worker all
// of them, one after another. Those that do not say count as nothing; returns how many these are.
int tac_part_operations(const tac_desc *d, double *more); // (n_body)

#endif
