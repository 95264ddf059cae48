// Units that are nodes of chains, whose operations are known when the code is compiled.
#ifndef TAC_CHAINS_H
#define TAC_CHAINS_H

#include "plan.h"

// Whether n boundary rows from row k on follow each other in the parents of all lanes that have them. Rows
// of one joint do, rows of several elements need not.
bool tac_stay_together(const tac_model *m, const tac_node_cell *u, int k, int n);

// A node of a chain eliminates one joint and has, on either side, at most one other joint of as many rows.
void tac_find_chain(const tac_model *m, tac_node_cell *u);

#endif
