// Sub-models with steps of their own: which bodies and elements are in one, and the description of it by itself.
//
// A group that asks for sub-steps has all bodies in it and in groups within. Elements on one of its bodies are its own as
// well; the bodies outside that these meet are its interface bodies. By itself it is a mechanism of its bodies and, behind
// them, its interface bodies, with its own elements and loads; signals are those of the whole.
#ifndef TAC_SUBSTEPPED_H
#define TAC_SUBSTEPPED_H

#include "arena.h"
#include "tree.h"

// Sub-steps, and bodies of a whole whose sub-models may have some: those of one block (model/plan/plan.h).
enum { TAC_MOST_SUBSTEPS = 100, TAC_MOST_SUBSTEPPED_BODIES = 64 };

// How many groups of a description have steps of their own; none of mechanisms that cannot (tac_check_substepped).
int tac_substepped_count(const tac_desc *d);

// The group with steps of its own that a body is in, TAC_NONE.
int tac_substepped_group(const tac_desc *d, int body);

// Takes memory for the k-th of them, but for its tree, and fills it; on an empty arena its description has as many of
// everything as it will have, bodies of the whole at most, and no arrays.
void tac_layout_substepped(tac_substepped *s, const tac_desc *d, int k, tac_arena *a);

// Its description with the signals of the whole, wherever these lie now.
tac_desc tac_substepped_desc(const tac_substepped *s, const tac_desc *d);

// What of a description cannot have steps of its own: a group within another one that has; an element between two;
// flexible bodies, contacts, springs with corners in their table, and friction of such a group.
//   fails    TAC_SUBSTEPS with the item, TAC_BAD_VALUE of more than TAC_MOST_SUBSTEPS
tac_status tac_check_substepped(const tac_desc *d);

#endif
