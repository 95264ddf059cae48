// Elimination where some leaves are flexible bodies: theirs are made one by one, all else is that of units.c.
#include "chain_fronts.h"
#include "flexible.h"
#include "units.h"

#if TAC_LANES == 1
#define STAGES tac_flexible_unit_stages_1
#define RIGID tac_unit_stages_1
#elif TAC_LANES == 4
#define STAGES tac_flexible_unit_stages_4
#define RIGID tac_unit_stages_4
#else
#define STAGES tac_flexible_unit_stages_8
#define RIGID tac_unit_stages_8
#endif

// How many leaves of a unit are flexible.
static int count_flexible(const tac_workspace *w, const tac_node_cell *u)
{
    int n = 0;
    for (int l = 0; u->leaf && l < u->n; l++) {
        n += tac_flexible_of(w->m, u->node[l]) != TAC_NONE;
    }
    return n;
}

// What factor_front does of a leaf; rigid ones are left out where there are none.
static void factor_leaf(tac_workspace *w, const tac_node_cell *u, bool mixed)
{
    if (mixed) {
        (u->wide ? leaf_wide : leaf_lanes)(w, u);
    }
    for (int l = 0; l < u->n; l++) {
        if (tac_flexible_of(w->m, u->node[l]) != TAC_NONE) {
            tac_flex_leaf(w, u, l);
        }
    }
    if (u->wide) {
        add_compliance_wide(w, u);
        factor_wide(w->fronts.front + u->front, u->size, u->n_e, u->stride);
    } else if (!tac_is_silent(u)) {
        front F = front_at(w, u);
        add_compliance(w, u);
        factor_lanes(&F, u->size, NULL, NULL);
    }
}

static void units_factor(tac_workspace *w, int first, int last)
{
    for (int i = first; i < last; i++) {
        const tac_node_cell *u = &w->plan->unit[i];
        int n_flexible = count_flexible(w, u);
        if (n_flexible > 0) {
            factor_leaf(w, u, n_flexible < u->n);
            RIGID[TAC_UNITS_FORWARD](w, i, i + 1);
        } else {
            RIGID[TAC_UNITS_FACTOR](w, i, i + 1);
        }
    }
}

tac_stage *const STAGES[TAC_METHOD_STAGES] = {[TAC_UNITS_FACTOR] = units_factor};
