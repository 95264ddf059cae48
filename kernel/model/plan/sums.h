// Sum groups: small subtrees with the elements eliminated there.
//
// Sums over a model, of energies or residuals, are made group by group and then over the groups. A worker
// adds up the groups of its own blocks, and the order of additions is the same for any number of lanes and
// workers. What lies in no small subtree is the last group; in a twin, the last group of either copy.
#ifndef TAC_SUMS_H
#define TAC_SUMS_H

#include "grouping.h"

// The groups of a model; s->weight and s->signature are temporary.
void tac_find_sum_groups(tac_model *m, tac_group_scratch *s);

// Which of them lie in which block of a grouping.
void tac_sort_sum_groups(const tac_model *m, tac_grouping *g);

#endif
