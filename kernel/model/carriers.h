// Carriers in the assembly tree: which bodies carry, and where their unknowns are.
//
// A part of a mechanism that meets one body by more than six rows is seen from there as an apparent mass: its
// rows to that body, the carrier, are eliminated with the part, and the six unknowns of the carrier are columns of
// its fronts instead. docs/equations.md, "Carriers"; docs/decisions/0034.
#ifndef TAC_CARRIERS_H
#define TAC_CARRIERS_H

#include "arena.h"
#include "kept.h"
#include "pairs.h"
#include "tree.h"

enum { TAC_UNKNOWNS = 6 }; // of a body

// While a tree is built.
typedef struct tac_carrying {
    int *waits; // the carrier is joined with nothing before what hangs on it is      (n_body)
    int *seen;  // a stamp of every node                                           (2 n_body)
    int *hangs; // whether something in a compound hangs on a carrier              (2 n_body)
    struct tac_hanging *hanging; // of each group what its bodies weigh               (n_group)
    bool last; // a carrier is joined behind all that is joined with what hangs on it
} tac_carrying;

// Whether the description may have carriers at all.
bool tac_may_carry(const tac_desc *d);

// Takes the arrays of carriers in the tree.
void tac_layout_carriers(tac_tree *t, tac_carrying *c, size_t n_body, size_t n_element,
                         size_t n_group, tac_arena *a);

// Finds carriers and what hangs on them: elements between a group and a body outside of it that have more than
// six rows together, unless that body is lighter than a ten-thousandth of the group. Elements that hang get the leaf
// of their other body as home.
//   reads    bodies, rows and homes of the elements
//   writes   t->n_carrier, carrier, carries, carried_first, carried, hangs, home; pair is temporary
//            (2 n_element)
void tac_find_carriers(tac_tree *t, const tac_desc *d, const tac_kept *kept, tac_pair *pair,
                       tac_carrying *c);

// Homes of the unknowns, of elements that need them eliminated before, and rows of all nodes, when the nodes
// are known.
void tac_place_carriers(tac_tree *t, int n_body, const tac_kept *kept, tac_pair *pair,
                        const tac_carrying *c);

#endif
