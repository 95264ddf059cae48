// What the file of a simulation asks for, against its bounds (bounds.h), before memory is taken: a small file may
// ask for a hundred GiB.
//
// Sizes of tree and model are exact when the tree is there. Fronts of the factorization, which are nearly all of
// a large workspace, follow from the tree as well; the rest of it is estimated by counts (decision 0022
// has them beside what is taken). Once the model is planned, all is exact.
#ifndef TAC_BOUND_H
#define TAC_BOUND_H

#include "simulation.h"

// Before the model is planned: estimated memory, and the operations of a factorization. 0 with a line in diag:
// what the file asks for, the bound, and the option that raises it.
int tac_bound_plan(tac_simulation *s);

// Before the workspace is taken: the memory of everything.
int tac_bound_work(tac_simulation *s);

// Before a recording begins that takes so many bytes: these, and the model twice, since a log is made only of a model
// that can be built again from what is recorded. 0 with a line in diag.
int tac_bound_recording(const tac_simulation *s, double bytes, tac_diag *diag);

// Bytes of state and workspace that a tree is estimated to need.
double tac_estimate_work(const tac_desc *d, const tac_tree *t, int order);

#endif
