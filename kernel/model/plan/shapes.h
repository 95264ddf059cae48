// Shapes of nodes: which nodes of the tree are alike, so that they can share a unit.
#ifndef TAC_SHAPES_H
#define TAC_SHAPES_H

#include "grouping.h"

// Two nodes have the same shape if they have as many rows of the same kinds, of the same elements, and
// children of the same shapes, whose rows go to the same rows.
//   writes   s->signature, s->shape, s->open; s->list and s->count are temporary
void tac_find_shapes(const tac_model *m, tac_group_scratch *s);

#endif
