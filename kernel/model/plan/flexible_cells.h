// Flexible bodies that lie side by side on the lanes of a plan, and where their interfaces do.
#ifndef TAC_FLEXIBLE_CELLS_H
#define TAC_FLEXIBLE_CELLS_H

#include "plan.h"

// Whether bodies are flexible, with as many modes and interfaces, without loads, and what is on one is on those before it,
// in the same order and at the same interfaces.
bool tac_flexes_alike(const tac_model *m, const int *body, int n);

// How many bodies lie side by side in the cell of this flexible one, of which it is the first; 0: it is not, 1: it is alone.
int tac_flexes_beside(const tac_model *m, const tac_grouping *g, int body);

// Cells for all interfaces.
int tac_count_interface_cells(const tac_model *m, const tac_grouping *g);
// Gives them places from the first one's on.
void tac_place_interfaces(const tac_plan *p, const tac_model *m, int first);

#endif
