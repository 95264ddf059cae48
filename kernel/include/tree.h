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
#ifndef TAC_TREE_H
#define TAC_TREE_H

#include <stddef.h>

#include "desc.h"
#include "status.h"

// Elements are numbered joints, springs, bushings, frictions, contacts, each in the order of the
// description. Explicit elements have rows but are not eliminated.
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
} tac_tree;

// Bytes of the block a tree of this description needs.
size_t tac_tree_size(const tac_desc *d);

// Builds the tree inside the block; scratch memory is part of it.
//   cost     n log^2 n in bodies and elements
//   fails    TAC_BAD_INDEX, TAC_BAD_VALUE (element without two different bodies), TAC_TOO_SMALL,
//            TAC_MISALIGNED
tac_status tac_tree_init(tac_tree **tree, const tac_desc *d, void *mem, size_t size);

// Floating-point operations of one factorization: total, and along the longest path of the tree.
void tac_tree_cost(const tac_tree *t, double *total, double *critical_path);

#endif
