// The assembly tree in the tables of a model.
#ifndef TAC_NODES_H
#define TAC_NODES_H

#include "tables.h"

// Takes the arrays of nodes, of the tree by rows as well if the model has carriers.
void tac_layout_nodes(tac_model *m, const tac_table_sizes *n, tac_arena *a);

// Which elements hang on carriers, and the unknowns of these, numbered behind elements and rows, which are
// numbered before.
void tac_number_unknowns(tac_model *m, const tac_tree *t);

// Levels, children, rows of every node and where they go in the parent, in zeroed memory. Rows and unknowns
// are numbered before.
void tac_fill_nodes(tac_model *m, const tac_tree *t);

#endif
