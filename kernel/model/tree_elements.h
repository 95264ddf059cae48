// Elements of a tree, as a description has them, and couplers, which share rows.
#ifndef TAC_TREE_ELEMENTS_H
#define TAC_TREE_ELEMENTS_H

#include "kept.h"
#include "tree.h"

// Joints, springs, bushings, frictions, contacts and terms of couplers.
int tac_element_count(const tac_desc *d);

// Whether the rows of a bushing are in the tree. Of parts with bodies on one carrier those of the first are, for all.
bool tac_bushing_is_implicit(const tac_desc *d, int bushing);
// Whether it is a part with bodies of its own.
bool tac_bushing_has_bodies(const tac_desc *d, const tac_bushing_desc *b);

// Bodies and rows of all elements; the home of those to be eliminated is `unset`, of explicit ones TAC_NONE.
//   fails    TAC_BAD_INDEX, TAC_BAD_VALUE (without two different bodies)
tac_status tac_read_elements(tac_tree *t, const tac_desc *d, int unset);

// ---- couplers ----------------------------------------------------------------------------------
//
// A coupler has one row for all of its terms. A node has the row if it has some of its bodies, and
// eliminates it where all of them are joined. A term hangs on a carrier with all other terms of its
// coupler on that carrier, or with none.

enum {
    TAC_MOST_COUPLED = 2 * TAC_MOST_TERMS, // bodies of a coupler
    TAC_COUPLED_PAIRS = TAC_MOST_COUPLED * (TAC_MOST_COUPLED - 1) / 2
};

// Takes the arrays of couplers in the tree.
void tac_layout_couplers(tac_tree *t, const tac_desc *d, tac_arena *a);

// Which elements are terms of which coupler.
//   fails    TAC_BAD_INDEX (terms that are not those of all couplers in their order)
tac_status tac_read_couplers(tac_tree *t, const tac_desc *d);

// Whether an element is a term behind the first of its coupler: its row is that of the first.
static inline bool tac_follows(const tac_tree *t, int element)
{
    return t->lead[element] != element;
}

// The first element that is a term; all behind it are.
static inline int tac_first_term(const tac_tree *t)
{
    return t->coupler_term[0];
}

// Whether a coupler has found its home.
static inline bool tac_coupler_is_open(const tac_tree *t, int coupler, int unset)
{
    return t->home[t->coupler_term[coupler]] == unset;
}

// Bodies of a coupler that do not carry it, each once; returns how many.
int tac_coupled_bodies(const tac_tree *t, int coupler, int *body); // (TAC_MOST_COUPLED)

// The same for compounds that bodies are in.
int tac_coupled_compounds(const tac_tree *t, int coupler, const int *cluster, int *compound);

void tac_set_coupler_home(tac_tree *t, int coupler, int home);

// Rows of couplers that a node of these two compounds eliminates, and those that both have and it
// does not eliminate.
typedef struct tac_coupled {
    int eliminated, shared;
} tac_coupled;
tac_coupled tac_coupled_rows(const tac_tree *t, const int *cluster, int a, int b, int unset);

// Leaves that couplers are on: those on one body are eliminated there.
void tac_make_coupled_leaves(tac_tree *t, int unset);

// Homes of couplers whose bodies have come together.
void tac_find_coupler_homes(tac_tree *t, const int *cluster, int unset);

// Makes couplers hang on each carrier with all their terms or with none, and never on all their
// bodies.
//   reads    t->carries, not TAC_NONE of bodies that carry
void tac_hang_couplers(tac_tree *t, const tac_desc *d, const tac_kept *kept);

#endif
