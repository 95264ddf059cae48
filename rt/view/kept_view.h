// Kept sub-models of a model, as lines of `check` and `tree`.
#ifndef TAC_KEPT_VIEW_H
#define TAC_KEPT_VIEW_H

#include <stdio.h>

#include "tree_view.h"

// Bodies, rows and boundary of kept sub-models, the first dozen; nothing where there are none.
void tac_print_kept(FILE *out, const tac_tree_view *v);

// How many of these redundant rows of elements (n_element) are eliminated outside of all kept sub-models, where some
// are part of it: of the loops that run through them. Below zero without memory.
int tac_redundant_at_interfaces(const tac_tree *t, const tac_model_file *f, const int *redundant);

#endif
