// Elements of a tree, as a description has them.
#ifndef TAC_TREE_ELEMENTS_H
#define TAC_TREE_ELEMENTS_H

#include "tree.h"

// Joints, springs, bushings, frictions and contacts.
int tac_element_count(const tac_desc *d);

// Whether the rows of a bushing are in the tree. Of parts with bodies on one carrier those of the first are, for all.
bool tac_bushing_is_implicit(const tac_desc *d, int bushing);
// Whether it is a part with bodies of its own.
bool tac_bushing_has_bodies(const tac_desc *d, const tac_bushing_desc *b);

// Bodies and rows of all elements; the home of those to be eliminated is `unset`, of explicit ones TAC_NONE.
//   fails    TAC_BAD_INDEX, TAC_BAD_VALUE (without two different bodies)
tac_status tac_read_elements(tac_tree *t, const tac_desc *d, int unset);

#endif
