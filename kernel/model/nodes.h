// The assembly tree in the tables of a model.
#ifndef TAC_NODES_H
#define TAC_NODES_H

#include "tables.h"

// Levels, children, rows of every node and where they go in the parent, in zeroed memory. The rows of the
// elements are numbered before.
void tac_fill_nodes(tac_model *m, const tac_tree *t);

#endif
