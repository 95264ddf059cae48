// Terms of couplers in a plan, whose rows are shared: where a unit finds all of them (decision
// 0046).
#ifndef TAC_PLAN_TERMS_H
#define TAC_PLAN_TERMS_H

#include "references.h"

// References to the rows of terms of a coupler behind the first one, row k of a unit.
void tac_plan_more(tac_plan_builder *b, const tac_node_cell *u, int k, tac_home *home,
                   tac_ref **more);

// Sides of a coupler, row k, of a leaf; of a joined node where its columns begin late.
void tac_plan_terms(tac_plan_builder *b, tac_node_cell *u, int k, tac_hung_side *hung,
                    tac_hung_side *late);

// Whether a joined node has columns for the rows of an element that the leaf of its body has not.
bool tac_begins_late(const tac_model *m, const tac_element *e);

// Such an element of a joined node; only where the carrier is is asked for.
void tac_plan_late_columns(tac_plan_builder *b, tac_node_cell *u, int k, tac_hung_side *hung);

#endif
