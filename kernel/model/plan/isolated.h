// Mechanisms that nothing connects with ground and no load acts on.
#ifndef TAC_ISOLATED_H
#define TAC_ISOLATED_H

#include "model/tables.h"

// Lists their bodies, when tables are filled.
//   writes   isolated; the nodes' scratch, two numbers per node
void tac_fill_isolated(tac_model *m, const tac_desc *d, const tac_tree *t);

#endif
