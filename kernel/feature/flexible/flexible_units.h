// Leaves of flexible bodies by the number of lanes that work on them, and how large their numbers are.
#ifndef TAC_FLEXIBLE_UNITS_H
#define TAC_FLEXIBLE_UNITS_H

#include "flexible.h"

typedef struct tac_flex_sizes {
    size_t own, map; // of a tac_flex_own and a tac_interface_map
} tac_flex_sizes;
extern const tac_flex_sizes tac_flex_sizes_1, tac_flex_sizes_4, tac_flex_sizes_8;

// Puts the leaf matrix of bodies in a unit in place of the rigid ones: of one, in lane l, or of all.
typedef void tac_flex_leaf(tac_workspace *w, tac_flex_cell *c, const tac_node_cell *u, int l);
extern tac_flex_leaf *const tac_flex_leaf_1, *const tac_flex_leaf_4, *const tac_flex_leaf_8;

#endif
