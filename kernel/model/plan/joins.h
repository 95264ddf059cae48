// How the front of a unit is made of what its children leave, entry by entry, in models with carriers: there boundaries
// have rows and unknowns in many orders, and walking through them by their rows takes as long as adding them.
#ifndef TAC_JOINS_H
#define TAC_JOINS_H

#include "plan.h"

// Numbers that the lists of a front of so many rows need at most.
size_t tac_join_size(int size);

// Of a unit with a node per lane whose children are in the same lanes; none for others. Writes to `at`, and returns where
// the next one begins.
int *tac_find_join(const tac_plan *p, const tac_model *m, tac_node_cell *u, int *at);

// Of a leaf with columns of carriers but not of its own body: entries of these columns, as if no child had any.
int *tac_list_columns(const tac_plan *p, tac_node_cell *u, int *at);

#endif
