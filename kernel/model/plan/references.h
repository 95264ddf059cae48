// References of a plan that is being filled: where bodies, rows and Jacobians lie, one in every
// lane.
#ifndef TAC_PLAN_REFERENCES_H
#define TAC_PLAN_REFERENCES_H

#include "plan.h"

typedef struct tac_plan_builder {
    const tac_model *m;
    const tac_grouping *g;
    tac_plan *p;
    int lanes;
    int **next_at;    // of the next reference
    int next_unknown; // row fields of the next unit that eliminates unknowns of carriers
} tac_plan_builder;

int tac_plan_body_at(const tac_plan *p, int body);
int tac_plan_row_at(const tac_plan_builder *b, int row);
int tac_plan_slot_at(const tac_plan_builder *b, int element, int side);

// What a side of an element sees as its body, and how many lanes of its cell have items.
int tac_plan_side_at(const tac_plan *p, const tac_element *e, int side);
int tac_plan_filled_at(const tac_plan *p, const tac_model *m, const tac_element *e, int side);

// The lane whose item lane l holds, when n lanes have items: its own, or that of the first lane of
// its copy.
int tac_held_lane(const tac_plan_builder *b, int l, int n);

// Refers to n lanes of a quantity, which lie in cells of which `filled` lanes have items.
tac_ref tac_refer(const tac_plan_builder *b, const int *at, int n, int filled);

// The element of row k of a node.
int tac_row_owner(const tac_model *m, int node, int k);

#endif
